import { type ReactNode } from "react";
import type { PatientItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation, useRecordsKept } from "../../lib/hooks.ts";
import { useIsStopped } from "../../lib/use-tally.ts";
import { AnswerSeen, FailureNotice, ServiceAnswer } from "../../ui/failure-notice.tsx";
import { formatLastSeen } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { NewTokenButton } from "../new-token/index.ts";
import { formatUnfinishedName } from "./describe.ts";
import { ExistingPatient } from "./existing-patient.tsx";
import { toPatientOutcome, formatPatientTitle, type PatientOutcome } from "./outcome.ts";
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
        title={words.patients.end.notSent}
        actions={<Button onPress={editing.submit}>{words.patients.tryAgain}</Button>}
      />
    );
  }
  return phase.kind === "settled" ? (
    <Settled item={phase.item} editing={editing} renderDoneActions={renderDoneActions} />
  ) : null;
}

function Settled({ item, editing, renderDoneActions }: Props & { readonly item: PatientItem }): ReactNode {
  const kept = useRecordsKept();
  const isStopped = useIsStopped();
  const outcome = toPatientOutcome(item);
  const title = formatPatientTitle(outcome, { name: formatUnfinishedName(item.form), kept }) ?? "";
  switch (outcome.kind) {
    case "created":
    case "used":
      return (
        <NoticeBox
          tone={outcome.kind === "created" ? "success" : "info"}
          title={title}
          actions={renderDoneActions?.(outcome.recordId)}
        >
          {outcome.caution !== null && <p>{outcome.caution}</p>}
        </NoticeBox>
      );
    case "exists":
      return <ExistsNotice editing={editing} item={item} outcome={outcome} />;
    case "refused":
      return <FailureNotice failure={outcome.failure} title={title} />;
    case "saved":
      return (
        <NoticeBox
          tone={outcome.token === null ? "info" : "warning"}
          // Else it is announced, like that they are created.
          {...(outcome.token === null ? {} : { live: "polite" as const })}
          title={title}
          actions={
            <>
              {outcome.token !== null && <NewTokenButton />}
              {renderDoneActions?.(outcome.recordId)}
            </>
          }
        >
          {outcome.token === null && outcome.reason !== null && <p>{outcome.reason}</p>}
          <p>
            {outcome.token === null
              ? isStopped
                ? words.outbox.groupStopped.ready
                : words.patients.saved.sendsItself
              : words.items.tokenRefused.text({ kept })}
          </p>
          <p>{words.patients.saved.bookNow}</p>
        </NoticeBox>
      );
    case "sending":
      return (
        <NoticeBox tone="info" title={title} actions={renderDoneActions?.(outcome.recordId)}>
          <p>{words.patients.saved.bookNow}</p>
        </NoticeBox>
      );
    case "unclear":
      return <UnclearNotice item={item} title={title} reason={outcome.reason} />;
    case "open":
      return null;
  }
}

function UnclearNotice({
  item,
  title,
  reason,
}: {
  readonly item: PatientItem;
  readonly title: string;
  readonly reason: string | null;
}): ReactNode {
  const { go } = useNavigation();
  const seen = formatLastSeen(item);
  return (
    <NoticeBox
      tone="warning"
      live="assertive"
      title={title}
      actions={
        <Button onPress={() => go({ screen: "outbox", itemId: item.id })}>
          {words.patients.showInOutbox}
        </Button>
      }
    >
      <p>{reason ?? words.patients.end.unread}</p>
      {seen !== null && <AnswerSeen words={seen} />}
    </NoticeBox>
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
    <NoticeBox
      tone="warning"
      live="assertive"
      title={outcome.message}
      more={id === null ? undefined : <ExistingPatient item={item} patientId={id} />}
      actions={
        <>
          {id !== null && (
            <Button
              variant={mayBeOurs ? "primary" : "secondary"}
              onPress={() => void editing.acceptExisting(id)}
            >
              {words.patients.acceptPatient({ id })}
            </Button>
          )}
          <Button onPress={() => editing.focus("externalId")}>{words.patients.changeExternalId}</Button>
        </>
      }
    >
      <p>{mayBeOurs ? words.patients.exists.oursHelp : words.patients.exists.help}</p>
      {item.problem !== null && <ServiceAnswer failure={item.problem} />}
    </NoticeBox>
  );
}
