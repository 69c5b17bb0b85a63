import type { ReactNode } from "react";
import { cleanLine } from "../../../domain/clean-text.ts";
import { isSupposed } from "../../../contract/records/attempts.ts";
import type { Attempt } from "../../../contract/records/item.ts";
import { isMadeWith, said, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { seenIn } from "../../ui/answer-words.ts";
import { AnswerSeen } from "../../ui/failure-notice.tsx";
import { preciseMoment } from "../../ui/format.ts";
import styles from "./outbox.module.css";
import { attemptWords } from "./words.ts";

type AttemptsProps = {
  readonly attempts: readonly Attempt[];
  /** What stands above already. */
  readonly told: Saying | null;
  readonly timeZone: string | undefined;
};

/** An item that is tried again by itself may have been tried for days. */
const lastAttempts = 20;

/** Every try at sending it, the last first. */
export function Attempts({ attempts, told, timeZone }: AttemptsProps): ReactNode {
  if (attempts.length === 0) return null;
  const known = attempts.filter((attempt) => !isSupposed(attempt)).length;
  return (
    <section aria-label={words.outbox.attempts}>
      <h3 className={styles["small"]}>
        {known === 0 ? words.outbox.attempts : words.outbox.attemptCount({ count: known })}
      </h3>
      <ol className={styles["attempts"]}>
        {attempts
          .slice(-lastAttempts)
          .toReversed()
          .map((attempt) => (
            <li key={attempt.startedAt}>
              {!isSupposed(attempt) && (
                <p>
                  <time dateTime={attempt.startedAt}>{preciseMoment(attempt.startedAt, timeZone)}</time>
                </p>
              )}
              <p className={styles["strong"]}>{attemptWords(attempt)}</p>
              {attempt.outcome !== null && !(told !== null && isMadeWith(told, attempt.outcome)) && (
                <p>
                  <bdi>{cleanLine(said(attempt.outcome))}</bdi>
                </p>
              )}
              <Seen attempt={attempt} />
            </li>
          ))}
      </ol>
      {attempts.length > lastAttempts && (
        <p className={styles["times"]}>
          {words.outbox.lastAttempts({
            count: lastAttempts,
            first: preciseMoment(attempts[0]?.startedAt ?? "", timeZone),
          })}
        </p>
      )}
    </section>
  );
}

function Seen({ attempt }: { readonly attempt: Attempt }): ReactNode {
  const seen = seenIn(attempt);
  return seen === null ? null : <AnswerSeen words={seen} />;
}
