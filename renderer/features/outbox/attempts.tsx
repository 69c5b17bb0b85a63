import type { ReactNode } from "react";
import { cleanLine } from "../../../shared/text/clean-text.ts";
import { countAttempts, isSupposed, isUncertain } from "../../../shared/outbox/attempts.ts";
import type { Attempt } from "../../../shared/outbox/item.ts";
import { isMadeWith, said, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { formatSeenIn } from "../../ui/answer-words.ts";
import { AnswerSeen } from "../../ui/failure-notice.tsx";
import { formatPreciseMoment } from "../../ui/format.ts";
import styles from "./outbox.module.css";
import { describeAttempt } from "./words.ts";

type AttemptsProps = {
  readonly attempts: readonly Attempt[];
  /** What stands above already. */
  readonly told: Saying | null;
  readonly timeZone: string | undefined;
};

/** Every try at sending it, the last first; of an item that was tried for days, those that are kept and how many are not. */
export function Attempts({ attempts, told, timeZone }: AttemptsProps): ReactNode {
  if (attempts.length === 0) return null;
  const known = countAttempts(attempts.filter((attempt) => !isSupposed(attempt)));
  return (
    <section aria-label={words.outbox.attempts}>
      <h3 className={styles["small"]}>
        {known === 0 ? words.outbox.attempts : words.outbox.attemptCount({ count: known })}
      </h3>
      <ol className={styles["attempts"]}>
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.startedAt}>
            {!isSupposed(attempt) && (
              <p>
                <time dateTime={attempt.startedAt}>{formatPreciseMoment(attempt.startedAt, timeZone)}</time>
              </p>
            )}
            <p className={styles["strong"]}>{describeAttempt(attempt)}</p>
            {attempt.outcome !== null && !(told !== null && isMadeWith(told, attempt.outcome)) && (
              <p>
                <bdi>{cleanLine(said(attempt.outcome))}</bdi>
              </p>
            )}
            <Seen attempt={attempt} />
            {attempt.more !== undefined && (
              <p>
                {words.outbox.moreAttempts({
                  count: attempt.more.count,
                  until: formatPreciseMoment(attempt.more.until, timeZone),
                  doubt: isUncertain(attempt) ? "maybe" : "none",
                })}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Seen({ attempt }: { readonly attempt: Attempt }): ReactNode {
  const seen = formatSeenIn(attempt);
  return seen === null ? null : <AnswerSeen words={seen} />;
}
