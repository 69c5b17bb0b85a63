import type { ReactNode } from "react";
import type { Failure } from "../../shared/core/failure.ts";
import { cleanLine } from "../../shared/text/clean-text.ts";
import { said } from "../../messages/saying.ts";
import { words } from "../../messages/words.ts";
import { formatSeen, hasOwnAnswer } from "./answer-words.ts";
import styles from "./failure-notice.module.css";
import { isolateText, RichText } from "./text.tsx";
import { NoticeBox } from "./notice.tsx";
import type { RouteReading } from "../lib/use-route.ts";
import { Button } from "./button.tsx";
import { LoadingState } from "./states.tsx";

/** Waiting and asking are no faults of the person; the rest stands out more. */
const isCalm = (failure: Failure): boolean =>
  failure.next === "wait" || failure.code === "not-reached" || failure.code === "account-question";

const messageAtMost = 1_000;

type Props = {
  /** By which a field is described. */
  readonly id?: string;
  readonly failure: Failure;
  readonly title?: string;
  readonly actions?: ReactNode;
  /** What to do next, where that is known better than the failure says it. */
  readonly next?: string | undefined;
  /** False where it was there when the screen opened. */
  readonly isNews?: boolean;
  /** What was seen of the answer, where more is known than the failure itself says. */
  readonly seen?: string | null;
};

/** A failure: what happened and what was kept, the next step, and what the service itself said. */
export const FailureNotice = ({
  id,
  failure,
  title,
  actions,
  next,
  isNews = true,
  seen = null,
}: Props): ReactNode => (
  <NoticeBox
    tone={isCalm(failure) ? "warning" : "danger"}
    {...(id === undefined ? {} : { id })}
    {...(title === undefined ? {} : { title })}
    actions={actions}
    {...(isNews ? { live: "assertive" as const } : {})}
  >
    <p>
      <bdi>{cleanLine(said(failure.why), messageAtMost)}</bdi>
    </p>
    {actions === undefined && failure.next !== "none" && <p>{next ?? words.ui.next[failure.next]}</p>}
    <ServiceAnswer failure={failure} seen={seen} />
  </NoticeBox>
);

type AnswerProps = { readonly failure: Failure; readonly seen?: string | null };

/** What answered, as one plain line; nothing when the message above has said it already. */
export function ServiceAnswer({ failure, seen = null }: AnswerProps): ReactNode {
  const { status, answer, contentType } = failure.details;
  if (seen !== null) return <AnswerSeen words={seen} />;
  if (status === undefined && answer === undefined) return null;
  if (hasOwnAnswer(failure)) return null;
  // Whether that was the service is what nobody knows.
  if (failure.code === "unreadable-answer" || contentType !== undefined) {
    const found = {
      status: status ?? null,
      contentType: contentType ?? null,
      firstWords: answer ?? null,
    };
    return <AnswerSeen words={formatSeen(found)} />;
  }
  const known = { status: status === undefined ? "none" : String(status), answer: cleanLine(answer ?? "") };
  return (
    <p className={styles["answer"]}>
      {known.answer === "" ? (
        words.ui.answered(known)
      ) : (
        <RichText text={words.ui.answeredWith(known)} tags={{ said: isolateText }} />
      )}
    </p>
  );
}

/** What was seen, as one line of plain text. */
export const AnswerSeen = ({ words: seen }: { readonly words: string }): ReactNode => (
  <p>
    <RichText text={words.ui.whatAnswered({ seen })} tags={{ seen: isolateText }} />
  </p>
);

export type UnreadProps = {
  readonly reading: Exclude<RouteReading<unknown>, { state: "ready" }> & { readonly reload: () => void };
  /** The words on the button that reads again. */
  readonly again: string;
  readonly title?: string;
  /** Said while it is being read. */
  readonly waiting?: string;
};

/** In place of what is being read, or could not be. */
export const Unread = ({ reading, again, waiting, ...notice }: UnreadProps): ReactNode =>
  reading.state === "loading" ? (
    <LoadingState>{waiting}</LoadingState>
  ) : (
    <FailureNotice
      {...notice}
      failure={reading.failure}
      actions={<Button onPress={reading.reload}>{again}</Button>}
    />
  );
