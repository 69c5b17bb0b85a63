import type { ReactNode } from "react";
import type { Failure, NextAction } from "../../contract/failure.ts";
import styles from "./failure-notice.module.css";
import { Notice } from "./notice.tsx";

const nextSentences: Record<NextAction, string | null> = {
  none: null,
  edit: "Next: correct it, then send it again.",
  retry: "Next: try again.",
  wait: "Next: nothing. It is tried again by itself.",
  "sign-in": "Next: connect with a token that the service accepts.",
  check: "Next: ask the service, then choose.",
  "choose-patient": "Next: use that patient, or change the external ID.",
};

/** Waiting and asking are no faults of the person; the rest stands out more. */
const isCalm = (failure: Failure): boolean =>
  failure.next === "wait" || failure.code === "not-reached" || failure.code === "account-question";

type Props = {
  readonly failure: Failure;
  readonly title?: string;
  readonly actions?: ReactNode;
  /** False where it was there when the screen opened. */
  readonly isNews?: boolean;
};

/** A failure: what happened and what was kept, the next step, and what the service itself said. */
export const FailureNotice = ({ failure, title, actions, isNews = true }: Props): ReactNode => (
  <Notice
    tone={isCalm(failure) ? "warning" : "danger"}
    {...(title === undefined ? {} : { title })}
    actions={actions}
    {...(isNews ? { live: "assertive" as const } : {})}
  >
    <p>{failure.message}</p>
    {actions === undefined && nextSentences[failure.next] !== null && <p>{nextSentences[failure.next]}</p>}
    <ServiceAnswer failure={failure} />
  </Notice>
);

/** The service's own words, as one plain line; nothing when the message above has said them already. */
export function ServiceAnswer({ failure }: { readonly failure: Failure }): ReactNode {
  const { status, answer } = failure.details;
  if (status === undefined && answer === undefined) return null;
  if (failure.message.includes(answer === undefined ? `answer ${String(status)}` : answer)) return null;
  return (
    <p className={styles["answer"]}>
      The service answered{status === undefined ? "" : ` ${String(status)}`}
      {answer === undefined || answer === "" ? "." : <>: “{answer}”</>}
    </p>
  );
}
