import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { FailureNotice, ServiceAnswer } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { patientOutcome, savedNotCreated, type PatientOutcome } from "./outcome.ts";
import type { PatientEditing } from "./use-patient-editor.ts";

type Props = {
  readonly editing: PatientEditing;
  /** What to do with a patient who is created or kept; none inside a booking, which goes on by itself. */
  readonly renderDoneActions: ((recordId: string | null) => ReactNode) | undefined;
};

/** What became of the patient, in place, with the next step. */
export function PatientOutcomeNotice({ editing, renderDoneActions }: Props): ReactNode {
  const { phase } = editing.state;
  if (phase.kind === "failed") {
    return (
      <FailureNotice
        failure={phase.failure}
        title="Not created. What you typed is still here."
        actions={<Button onPress={editing.submit}>Try again</Button>}
      />
    );
  }
  if (phase.kind !== "settled") return null;
  const outcome = patientOutcome(phase.item);
  switch (outcome.kind) {
    case "created":
      return (
        <Notice
          tone="success"
          live="polite"
          title={`Created: ${phase.item.form.firstName} ${phase.item.form.lastName} is patient #${outcome.patientId}.`}
          actions={renderDoneActions?.(outcome.recordId)}
        />
      );
    case "exists":
      return <ExistsNotice editing={editing} outcome={outcome} />;
    case "refused":
      return <FailureNotice failure={outcome.failure} title="Not created. What you typed is still here." />;
    case "saved":
      return (
        <Notice
          tone="info"
          live="polite"
          title={savedNotCreated}
          actions={renderDoneActions?.(outcome.recordId)}
        >
          <p>
            {outcome.reason} It is sent by itself as soon as possible. A booking can be made for this patient
            now.
          </p>
        </Notice>
      );
    case "unclear":
      return (
        <Notice tone="warning" live="assertive" title="It is not known whether the patient was created.">
          <p>
            {outcome.reason ?? "The service's answer could not be read."} Open the outbox to see what it
            answered.
          </p>
        </Notice>
      );
    case "open":
      return null;
  }
}

type ExistsProps = {
  readonly editing: PatientEditing;
  readonly outcome: Extract<PatientOutcome, { kind: "exists" }>;
};

/** The two ways out of a 409. The app chooses neither. */
function ExistsNotice({ editing, outcome }: ExistsProps): ReactNode {
  const { existingPatientId: id } = outcome;
  const { phase } = editing.state;
  return (
    <Notice
      tone="warning"
      live="assertive"
      title={outcome.message}
      actions={
        <>
          {id !== null && (
            <Button onPress={() => void editing.acceptExisting(id)}>{`Use patient #${id}`}</Button>
          )}
          <Button onPress={() => editing.focus("externalId")}>Change the external ID</Button>
        </>
      }
    >
      <p>Nothing was created. Check with the person whether this is them before using that patient.</p>
      {phase.kind === "settled" && phase.item.problem !== null && (
        <ServiceAnswer failure={phase.item.problem} />
      )}
    </Notice>
  );
}
