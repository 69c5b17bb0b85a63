import { useEffect, useMemo, useReducer, type RefObject } from "react";
import { findFirstBad, isBlankForm } from "../../../shared/core/form.ts";
import {
  patientFields,
  readPatientForm,
  type PatientFormRead,
  type PatientForm,
} from "../../../shared/patients/patient-form.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import type { DateContext } from "../../../shared/time/calendar.ts";
import type { FieldErrors } from "../../../shared/core/failure.ts";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import { useDesk, useRecordsKept } from "../../lib/hooks.ts";
import { getShownErrors } from "../../lib/item-form.ts";
import type { Draft } from "../../lib/use-draft.ts";
import { useBadField } from "../../lib/use-bad-field.ts";
import { useItemForm } from "../../lib/use-item-form.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useNow } from "../../lib/use-now.ts";
import { focusField } from "../../ui/focus.ts";
import { announcePatient, toPatientOutcome } from "./outcome.ts";
import {
  createPatientEditor,
  openPatientEditor,
  patientFieldNames,
  reducePatient,
  type PatientAction,
  type PatientEditorState,
} from "./state.ts";

type Options = {
  readonly settings: Settings;
  /** The item to go on with; null for a new patient. */
  readonly item: PatientItem | null;
  /** Whose address a new patient of the same household starts with. */
  readonly household: PatientRecord | null;
  readonly part: RefObject<HTMLElement | null>;
  /** The patient is created, or complete and kept to be created. */
  readonly onDone: ((recordId: string) => void) | undefined;
};

export type PatientEditing = {
  /** How dates are read here. */
  readonly dates: DateContext;
  readonly state: PatientEditorState;
  readonly read: PatientFormRead;
  readonly errors: FieldErrors;
  readonly draft: Draft;
  /** Fields that stand as a scan or a pasted text filled them in. */
  readonly filled?: readonly PatientField[];
  /** What holds the form, as far as it is known here; null until the draft is kept. */
  readonly item: PatientItem | null;
  /** Sent as external ID when none is typed; null until the draft is kept. */
  readonly generatedId: string | null;
  /** Sent whatever is typed: an earlier try may have made the patient under it. Null when none is held. */
  readonly heldId: string | null;
  readonly dispatch: (action: PatientAction) => void;
  readonly submit: () => void;
  /** The answer to a 409 that a person chose. */
  readonly acceptExisting: (patientId: number) => Promise<void>;
  readonly focus: (field: PatientField) => void;
};

function start({ item, household }: Pick<Options, "item" | "household">): PatientEditorState {
  if (item !== null) return openPatientEditor(item);
  const blank = createPatientEditor();
  return household === null ? blank : reducePatient(blank, { type: "copied-address", from: household });
}

/** The record of a patient who is created, or complete and kept; null before that. */
function recordOf(item: PatientItem): string | null {
  const outcome = toPatientOutcome(item);
  return "recordId" in outcome ? outcome.recordId : null;
}

type Left = {
  readonly draft: Draft;
  readonly item: PatientItem | null;
  readonly form: PatientForm;
};

/** A draft of which nothing is left goes with its form: an empty one is never kept. */
function useNothingLeft(now: Left): void {
  const { bridge } = useDesk();
  const latest = useLatest(now);
  useEffect(
    () => () => {
      const { draft, item, form } = latest.current;
      const isDraft = item !== null && item.status === "draft" && item.editOf === null;
      if (!isDraft || draft.itemId !== item.id || !isBlankForm(patientFields, form)) return;
      void bridge.call("items.discard", { id: item.id });
    },
    [bridge, latest],
  );
}

/** A patient form with its draft, its errors and what became of it. */
export function usePatientEditor(options: Options): PatientEditing {
  const { settings, item, part, onDone } = options;
  const { bridge } = useDesk();
  const recordsKept = useRecordsKept();
  const now = useNow();
  const [state, dispatch] = useReducer(reducePatient, options, start);
  const today = getToday(settings.timeZone, now);
  const { dateOrder } = settings;
  const dates = useMemo(() => ({ today, dateOrder }), [today, dateOrder]);
  const read = useMemo(() => readPatientForm(state.form, dates), [state.form, dates]);
  const { draft, send, settle } = useItemForm({
    content: { kind: "patient", form: state.form },
    blank: isBlankForm(patientFields, state.form),
    item,
    phase: state.phase,
    dispatch,
    news: (known) => announcePatient(known, recordsKept),
    onSettled: (settled, before) => {
      const recordId = recordOf(settled);
      if (recordId !== null && (before === null || recordId !== recordOf(before))) onDone?.(recordId);
    },
  });
  const focus = (field: PatientField): void => void focusField(part.current, field);

  const goToBad = useBadField(part);

  const submit = (): void => {
    dispatch({ type: "submitted", fields: patientFieldNames });
    if (findFirstBad(patientFields, read.errors) === null) send();
    else goToBad();
  };

  const acceptExisting = async (patientId: number): Promise<void> => {
    const { phase } = state;
    if (phase.kind !== "settled") return;
    const answer = await bridge.call("patients.useExisting", { itemId: phase.item.id, patientId });
    if (!answer.ok) return dispatch({ type: "failed", failure: answer.failure });
    const { id } = answer.value;
    // What main made of it: whether the service may hold other details is known there.
    const now = await bridge.call("items.get", { id: phase.item.id });
    const used = now.ok && now.value.kind === "patient" ? now.value : null;
    const result = used?.result ?? { patientId };
    settle({ ...phase.item, ...used, status: "done", patientRecordId: id, result });
  };

  // The service's own marks: the first of them gets the focus.
  const firstRefused = findFirstBad(patientFields, state.refusals);
  useEffect(() => {
    if (firstRefused !== null) goToBad();
  }, [firstRefused, goToBad]);

  const errors = getShownErrors(state, patientFields, read.errors);
  const made = draft.made?.kind === "patient" ? draft.made : null;
  const kept = (state.phase.kind === "settled" ? state.phase.item : made) ?? item;
  const generatedId = kept?.generatedExternalId ?? null;
  const heldId = (made ?? item)?.heldExternalId ?? null;
  useNothingLeft({ draft, item: kept, form: state.form });
  return {
    dates,
    state,
    read,
    errors,
    draft,
    item: kept,
    generatedId,
    heldId,
    dispatch,
    submit,
    acceptExisting,
    focus,
  };
}
