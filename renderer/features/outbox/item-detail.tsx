import { lazy, Suspense, useState, type ReactNode } from "react";
import { cleanLine } from "../../../domain/clean-text.ts";
import type { Attempt, ListedItem } from "../../../contract/records/item.ts";
import { isMadeWith, said, type Saying } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useSession, useSettings } from "../../state/hooks.ts";
import { AnswerSeen } from "../../ui/answer-seen.tsx";
import { seenIn } from "../../ui/answer-words.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { clockMoment, preciseMoment } from "../../ui/moment.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useItemWords } from "./item-name.tsx";
import { ItemReason } from "./item-reason.tsx";
import { phoneWords } from "./item-words.ts";
import styles from "./outbox.module.css";
import { useItemActions } from "./use-item-actions.ts";
import {
  actionLabel,
  actionsFor,
  attemptWords,
  mayBeMadeTwice,
  unsentWords,
  type ItemAction,
} from "./words.ts";

const Question = lazy(async () => ({ default: (await import("./question.tsx")).Question }));

type DetailProps = {
  readonly item: ListedItem;
  /** Before anything is done with it: it is to stay here, also when it then leaves the list. */
  readonly onAct: () => void;
};

/** One item: what it is, why it stands where it stands, every attempt, and what can be done. */
export function ItemDetail({ item, onAct }: DetailProps): ReactNode {
  const { title, detail, phone } = useItemWords(item);
  const [asks, setAsks] = useState<"discard" | "again" | null>(null);
  const { pending, failure, sentNothing, run } = useItemActions();
  const line = useSession().connection?.state;
  const unsent = sentNothing ? unsentWords(item, line) : null;
  const zone = useSettings().settings?.timeZone;
  const act = (action: ItemAction): void => {
    onAct();
    void run(action, item);
  };
  const choose = (action: ItemAction): void => {
    if (action === "discard" || (action === "again" && mayBeMadeTwice(item))) setAsks(action);
    else act(action);
  };
  return (
    <div className={styles["detail"]}>
      <header className={styles["detailHeader"]}>
        <div>
          <h2 tabIndex={-1}>
            <bdi>{title}</bdi>
          </h2>
          <p>
            <bdi>{detail}</bdi>
          </p>
          {item.status === "needs-card" && <p className={styles["phone"]}>{phoneWords(phone)}</p>}
        </div>
        <StatusBadge item={item} />
      </header>
      <ItemReason item={item} />
      <div className={styles["buttons"]}>
        {actionsFor(item).map((action, index) => (
          <Button
            key={action}
            variant={
              action === "discard"
                ? "quiet"
                : index === 0 && !(item.status === "needs-checking" && mayBeMadeTwice(item))
                  ? "primary"
                  : "secondary"
            }
            isPending={pending === action}
            isDisabled={pending !== null && pending !== action}
            onPress={() => choose(action)}
          >
            {actionLabel(action, item)}
          </Button>
        ))}
      </div>
      {failure !== null && <FailureNotice failure={failure} />}
      {unsent !== null && (
        <Notice tone="info" live="polite">
          {unsent}
        </Notice>
      )}
      <Attempts attempts={item.attempts} told={item.problem?.why ?? null} timeZone={zone} />
      <p className={styles["times"]}>
        {words.outbox.times({
          begun: clockMoment(item.createdAt, zone),
          changed: clockMoment(item.updatedAt, zone),
          resends: item.resends,
        })}
      </p>
      {asks !== null && (
        <Suspense fallback={null}>
          <Question
            asks={asks}
            item={item}
            {...{ title, detail }}
            onClose={() => setAsks(null)}
            onYes={() => {
              setAsks(null);
              act(asks);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

type AttemptsProps = {
  readonly attempts: readonly Attempt[];
  /** What stands above already. */
  readonly told: Saying | null;
  readonly timeZone: string | undefined;
};

/** An item that is tried again by itself may have been tried for days. */
const lastAttempts = 20;

function Attempts({ attempts, told, timeZone }: AttemptsProps): ReactNode {
  if (attempts.length === 0) return null;
  return (
    <section aria-label={words.outbox.attempts}>
      <h3 className={styles["small"]}>{words.outbox.attemptCount({ count: attempts.length })}</h3>
      <ol className={styles["attempts"]}>
        {attempts
          .slice(-lastAttempts)
          .toReversed()
          .map((attempt) => (
            <li key={attempt.startedAt}>
              <p>
                <time dateTime={attempt.startedAt}>{preciseMoment(attempt.startedAt, timeZone)}</time>
              </p>
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
