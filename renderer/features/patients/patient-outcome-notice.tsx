import type { ReactNode } from "react";
import type { PatientItem } from "../../../contract/records/item.ts";
import { useKeptWords, useNavigation } from "../../state/hooks.ts";
import { AnswerSeen, lastSeen } from "../../ui/answer-seen.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNotice, ServiceAnswer } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import { unfinishedName } from "./describe.ts";
import { ExistingPatient } from "./existing-patient.tsx";
import { patientOutcome, type PatientOutcome } from "./outcome.ts";
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
        title="Not sent. What you typed is still here."
        actions={<Button onPress={editing.submit}>Try again</Button>}
      />
    );
  }
  return phase.kind === "settled" ? (
    <Settled item={phase.item} editing={editing} renderDoneActions={renderDoneActions} />
  ) : null;
}

function Settled({ item, editing, renderDoneActions }: Props & { readonly item: PatientItem }): ReactNode {
  const asKept = useKeptWords();
  const outcome = patientOutcome(item);
  switch (outcome.kind) {
    case "created":
    case "used":
      return (
        <Notice
          tone={outcome.kind === "created" ? "success" : "info"}
          live="polite"
          title={
            outcome.kind === "created"
              ? `Created: ${unfinishedName(item.form)} is patient #${outcome.patientId}.`
              : `Patient #${outcome.patientId} is used.`
          }
          actions={renderDoneActions?.(outcome.recordId)}
        >
          {outcome.caution !== null && <p>{outcome.caution}</p>}
        </Notice>
      );
    case "exists":
      return <ExistsNotice editing={editing} item={item} outcome={outcome} />;
    case "refused":
      return (
        <FailureNotice
          failure={outcome.failure}
          title={
            outcome.mayBeMade
              ? "Refused this time. An earlier try may have created this patient. What you typed is still here."
              : "Not created. What you typed is still here."
          }
        />
      );
    case "saved":
      return (
        <Notice
          tone={outcome.token === null ? "info" : "warning"}
          live="polite"
          title={asKept(outcome.token?.title ?? outcome.title)}
          actions={
            <>
              {outcome.token !== null && <NewTokenButton />}
              {renderDoneActions?.(outcome.recordId)}
            </>
          }
        >
          <p>
            {outcome.token === null
              ? `${outcome.reason ?? ""} It is sent by itself as soon as possible.`
              : asKept(outcome.token.text)}{" "}
            A booking can be made for this patient now.
          </p>
        </Notice>
      );
    case "unclear":
      return <UnclearNotice item={item} reason={outcome.reason} />;
    case "open":
      return null;
  }
}

function UnclearNotice({
  item,
  reason,
}: {
  readonly item: PatientItem;
  readonly reason: string | null;
}): ReactNode {
  const { go } = useNavigation();
  const seen = lastSeen(item);
  return (
    <Notice
      tone="warning"
      live="assertive"
      title="It is not known whether the patient was created."
      actions={
        <Button onPress={() => go({ screen: "outbox", itemId: item.id })}>Show it in the outbox</Button>
      }
    >
      <p>{reason ?? "The service's answer could not be read."}</p>
      {seen !== null && <AnswerSeen words={seen} />}
    </Notice>
  );
}

type ExistsProps = {
  readonly editing: PatientEditing;
  readonly item: PatientItem;
  readonly outcome: Extract<PatientOutcome, { kind: "exists" }>;
};

/** The two ways out of a 409. The app chooses neither. */
function ExistsNotice({ editing, item, outcome }: ExistsProps): ReactNode {
  const { existingPatientId: id, mayBeOurs } = outcome;
  return (
    <Notice
      tone="warning"
      live="assertive"
      title={outcome.message}
      actions={
        <>
          {id !== null && (
            <Button
              variant={mayBeOurs ? "primary" : "secondary"}
              onPress={() => void editing.acceptExisting(id)}
            >{`Use patient #${id}`}</Button>
          )}
          <Button onPress={() => editing.focus("externalId")}>Change the external ID</Button>
        </>
      }
    >
      <p>
        {mayBeOurs
          ? "Use it, unless the service says that it is somebody else. With another external ID a second patient may be made."
          : "Nothing was created. Check with the person whether this is them before using that patient."}
      </p>
      {id !== null && <ExistingPatient item={item} patientId={id} />}
      {item.problem !== null && <ServiceAnswer failure={item.problem} />}
    </Notice>
  );
}
