import {
  errorsByField,
  fieldNames,
  firstBad,
  isBlankField,
  isBlankForm,
  tidied,
} from "../../../domain/form.ts";
import { patientFields } from "../../../domain/patient/patient-form.ts";
import type { FieldErrors, Failure } from "../../../contract/failure.ts";
import { emptyPatientForm, type PatientForm } from "../../../contract/records/forms.ts";
import type { PatientItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import type { PatientField } from "../../../contract/service/patient.ts";

export type PatientPhase =
  | { readonly kind: "typing" }
  | { readonly kind: "submitting" }
  /** Nothing was sent: it could not be saved, or what was typed does not fit. */
  | { readonly kind: "failed"; readonly failure: Failure }
  /** The service, or the outbox, has spoken; what it means is `patientOutcome`. */
  | { readonly kind: "settled"; readonly item: PatientItem };

export type PatientEditorState = {
  readonly form: PatientForm;
  /** Fields the person left since they last changed without an error. */
  readonly left: readonly PatientField[];
  /** Whether the person asked to create the patient: from then on missing fields are named. */
  readonly asked: boolean;
  /** What the service said about a field; gone as soon as that field changes. */
  readonly refusals: FieldErrors;
  readonly phase: PatientPhase;
};

export type PatientAction =
  | { readonly type: "typed"; readonly field: PatientField; readonly value: string }
  | { readonly type: "left"; readonly field: PatientField }
  | { readonly type: "copied-address"; readonly from: PatientRecord }
  | { readonly type: "asked" }
  | { readonly type: "submitting" }
  | { readonly type: "failed"; readonly failure: Failure }
  | { readonly type: "settled"; readonly item: PatientItem }
  | { readonly type: "reopened" };

export const newPatientEditor = (form: PatientForm = emptyPatientForm): PatientEditorState => ({
  form,
  left: [],
  asked: false,
  refusals: {},
  phase: { kind: "typing" },
});

function without(errors: FieldErrors, field: string): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field));
}

/** The fields a failure names that stand on the form. */
const fieldsOf = (failure: Failure | null): FieldErrors =>
  errorsByField(patientFields, failure?.fields ?? {});

function typed(state: PatientEditorState, field: PatientField, value: string): PatientEditorState {
  if (state.form[field] === value) return state;
  return {
    ...state,
    form: { ...state.form, [field]: value },
    refusals: without(state.refusals, field),
    phase: { kind: "typing" },
  };
}

function left(state: PatientEditorState, field: PatientField): PatientEditorState {
  return {
    ...state,
    form: tidied(patientFields, state.form, field),
    left: state.left.includes(field) ? state.left : [...state.left, field],
  };
}

/** What a person or the desk did to the patient form, one step at a time. Never loses what was typed. */
export function patientReducer(state: PatientEditorState, action: PatientAction): PatientEditorState {
  switch (action.type) {
    case "typed":
      return typed(state, action.field, action.value);
    case "left":
      return left(state, action.field);
    case "copied-address": {
      const { address, city, state: region, zip } = action.from.input;
      return { ...state, form: { ...state.form, address, city, state: region, zip } };
    }
    case "asked":
      return { ...state, asked: true };
    case "submitting":
      return { ...state, asked: true, refusals: {}, phase: { kind: "submitting" } };
    case "failed":
      return {
        ...state,
        refusals: fieldsOf(action.failure),
        phase: { kind: "failed", failure: action.failure },
      };
    case "settled":
      return {
        ...state,
        refusals: fieldsOf(action.item.problem),
        phase: { kind: "settled", item: action.item },
      };
    case "reopened":
      return { ...state, phase: { kind: "typing" } };
  }
}

/** An item taken up again: a draft with what was typed, a refused or sent one with its answer. */
export function openedPatientEditor(item: PatientItem): PatientEditorState {
  const opened = newPatientEditor(item.form);
  if (item.status === "draft") return opened;
  return patientReducer({ ...opened, asked: true }, { type: "settled", item });
}

/**
 * The errors to show now: what the service said, and what is wrong with fields the person has left. A field
 * that is still empty is only named once the person asked to create the patient.
 */
export function shownErrors(state: PatientEditorState, errors: FieldErrors): FieldErrors {
  const shown: FieldErrors = {};
  for (const field of fieldNames(patientFields)) {
    const message = state.refusals[field] ?? errors[field];
    if (message === undefined) continue;
    const wasLeft = state.left.includes(field) && !isBlankField(patientFields[field], state.form[field]);
    if (state.refusals[field] !== undefined || state.asked || wasLeft) shown[field] = message;
  }
  return shown;
}

/** The first field, in reading order, that has an error. */
export const firstBadField = (errors: FieldErrors): PatientField | null => firstBad(patientFields, errors);

/** Whether nothing was typed, so that there is nothing to keep. */
export const isBlank = (form: PatientForm): boolean => isBlankForm(patientFields, form);

/** Whether enough is typed to look for the same person: name and date of birth, or phone, or email. */
export const canCompare = (form: PatientForm): boolean =>
  (form.firstName.trim() !== "" && form.lastName.trim() !== "" && form.dob.trim() !== "") ||
  form.phone.replace(/\D/g, "").length >= 7 ||
  /\S@\S/.test(form.email);
