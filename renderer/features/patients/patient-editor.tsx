import { UserPlus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode, type Ref, type RefObject } from "react";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { PersonTyped } from "../../../shared/patients/patient-query.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useRecordsKept } from "../../lib/hooks.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { focusField, focusFirst } from "../../ui/focus.ts";
import { Page } from "../../ui/page.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { NewsPart } from "../../ui/news-part.tsx";
import { useHeadingFocus } from "../../ui/use-focus.ts";
import { SavedNote } from "../../ui/saved-note.tsx";
import { IntakeButton, IntakeNews } from "./intake-entry.tsx";
import intakeStyles from "./intake.module.css";
import { NameOffer } from "./name-offer.tsx";
import { toPatientOutcome, formatSavedPatient } from "./outcome.ts";
import { PatientFields } from "./patient-fields.tsx";
import { PatientOutcomeNotice } from "./patient-outcome-notice.tsx";
import styles from "./patients.module.css";
import { SimilarPatients } from "./similar-patients.tsx";
import { patientFieldNames } from "./state.ts";
import { useIntake, type IntakePart } from "./use-intake.ts";
import { usePatientEditor, type PatientEditing } from "./use-patient-editor.ts";

/** The parts of the form, to be put where there is room for them. */
export type EditorParts = {
  readonly title: string;
  readonly tools: ReactNode;
  readonly note: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

export type PatientEditorProps = {
  readonly settings: Settings;
  /** The item to go on with; null for a new patient. */
  readonly item?: PatientItem | null;
  /** Whose address a new patient of the same household starts with. */
  readonly household?: PatientRecord | null;
  /** What was typed to find them: the form begins with it, and it is kept like all that is typed. */
  readonly typed?: PersonTyped | null;
  readonly description?: ReactNode;
  /** Called with the patient's record when they are created, or complete and kept to be created. */
  readonly onDone?: (recordId: string) => void;
  /** Called when the person recognises a known patient instead. */
  readonly onUse?: (patient: PatientRecord) => void;
  readonly onCancel: () => void;
  readonly cancelWords: string;
  /** Draws it where it stands in something else, such as a booking; else it is a screen of its own. */
  readonly renderFrame?: (parts: EditorParts) => ReactNode;
  /** What to offer once the patient is created or kept. */
  readonly renderDoneActions?: (recordId: string | null) => ReactNode;
};

/** The screen for a new patient: kept as a draft from the first letter, up to what became of it. */
export function PatientEditor(given: PatientEditorProps): ReactNode {
  const part = useRef<HTMLFormElement>(null);
  const { leave } = useNavigation();
  const { onUse } = given;
  // The form goes with what was typed last: what could not be saved goes on a person's word alone.
  const props: PatientEditorProps = {
    ...given,
    onCancel: () => leave(given.onCancel),
    ...(onUse === undefined ? {} : { onUse: (patient) => leave(() => onUse(patient)) }),
  };
  const editing = usePatientEditor({
    settings: props.settings,
    item: props.item ?? null,
    household: props.household ?? null,
    part,
    onDone: props.onDone,
  });
  useBeginning(editing, { part, typed: props.typed ?? null });
  const { phase } = editing.state;
  const outcome = phase.kind === "settled" ? toPatientOutcome(phase.item).kind : "open";
  const isOver = outcome !== "open" && outcome !== "exists" && outcome !== "refused";
  const intake = useIntake(editing, { part, isOpen: !isOver && phase.kind !== "sending" });
  // A refused field takes the focus itself; any other answer is brought into view.
  const isNews = phase.kind === "failed" || (phase.kind === "settled" && !isOver);
  const news = isNews && Object.keys(editing.state.refusals).length === 0 ? phase : null;
  useHeadingFocus(isOver);
  useCommandEnter(() => {
    if (!isOver) editing.submit();
  });
  const parts: EditorParts = {
    title: (props.item?.editOf ?? null) === null ? words.patients.newPatient : words.patients.correctPatient,
    tools: isOver ? undefined : <IntakeButton intake={intake} />,
    note: isOver ? undefined : <EditorNote editing={editing} />,
    actions: <EditorActions {...props} editing={editing} isOver={isOver} />,
    children: (
      <>
        <NewsPart news={news} className={styles["news"]}>
          <PatientOutcomeNotice editing={editing} renderDoneActions={props.renderDoneActions} />
        </NewsPart>
        {!isOver && <EditorForm ref={part} editing={editing} intake={intake} onUse={props.onUse} />}
      </>
    ),
  };
  if (props.renderFrame !== undefined) return props.renderFrame(parts);
  return (
    <div className={styles["editorPage"]}>
      <Page {...parts} description={isOver ? undefined : props.description} isForm />
    </div>
  );
}

/** What is kept of it; while it is sent, whether it is saved says too little. */
function EditorNote({ editing }: { readonly editing: PatientEditing }): ReactNode {
  const kept = useRecordsKept();
  const isSending = editing.state.phase.kind === "sending";
  return (
    <SavedNote
      save={isSending ? { kind: "saved" } : editing.draft.save}
      words={
        isSending
          ? words.patients.end.sending
          : formatSavedPatient(editing.item !== null && mayHaveBeenMade(editing.item), kept)
      }
    />
  );
}

type FormProps = {
  readonly onUse: PatientEditorProps["onUse"] | undefined;
  readonly ref: Ref<HTMLFormElement>;
  readonly editing: PatientEditing;
  readonly intake: IntakePart;
};

const EditorForm = ({ ref, editing, intake, onUse }: FormProps): ReactNode => (
  <form
    ref={ref}
    className={joinClassNames(intake.isOver && intakeStyles["over"])}
    noValidate
    aria-label={words.patients.newPatient}
    onSubmit={(event) => event.preventDefault()}
  >
    <IntakeNews intake={intake} editing={editing} />
    <PatientFields editing={{ ...editing, filled: intake.filled }}>
      <NameOffer editing={editing} />
      <SimilarPatients editing={editing} onUse={onUse} />
    </PatientFields>
    {Object.keys(editing.errors).length > 1 && (
      <div className={styles["toFix"]}>
        <ErrorSummary
          fields={patientFieldNames}
          errors={editing.errors}
          labels={words.patients.label}
          onGo={editing.focus}
        />
      </div>
    )}
  </form>
);

type Beginning = {
  readonly part: RefObject<HTMLFormElement | null>;
  readonly typed: PersonTyped | null;
};

/** Fills in what was typed before the form was there, and goes to the first field that is still empty. */
function useBeginning(editing: PatientEditing, { part, typed }: Beginning): void {
  const [values] = useState(typed);
  const { dispatch } = editing;
  useEffect(() => {
    if (values === null) return void focusFirst(part.current);
    dispatch({ type: "filled", values });
    const filled: Partial<PatientForm> = values;
    const empty = patientFieldNames.find((field) => (filled[field] ?? "") === "");
    focusField(part.current, empty ?? "firstName");
  }, [values, dispatch, part]);
}

type ActionProps = PatientEditorProps & { readonly editing: PatientEditing; readonly isOver: boolean };

const EditorActions = ({ editing, isOver, onCancel, cancelWords }: ActionProps): ReactNode => (
  <>
    <Button onPress={onCancel}>{isOver ? words.patients.close : cancelWords}</Button>
    {!isOver && (
      <Button
        variant="primary"
        icon={UserPlus}
        isPending={editing.state.phase.kind === "sending"}
        onPress={editing.submit}
        shortcut="mod+Enter"
      >
        {words.patients.create}
      </Button>
    )}
  </>
);
