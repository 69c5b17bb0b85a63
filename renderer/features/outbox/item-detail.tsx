import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Attempt, Item } from "../../../contract/records/item.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useItemWords } from "./item-name.tsx";
import { phoneWords } from "./item-words.ts";
import styles from "./outbox.module.css";
import { useItemActions } from "./use-item-actions.ts";
import {
  actionLabel,
  actionsFor,
  attemptWords,
  discardWords,
  groupOf,
  groupTitles,
  type ItemAction,
} from "./words.ts";

const Dialog = lazy(async () => ({ default: (await import("../../ui/dialog.tsx")).Dialog }));

/** One item: what it is, why it stands where it stands, every attempt, and what can be done. */
export function ItemDetail({ item }: { readonly item: Item }): ReactNode {
  const { title, detail, phone } = useItemWords(item);
  const [asks, setAsks] = useState<"discard" | "book-again" | null>(null);
  const { pending, failure, run } = useItemActions();
  const group = groupOf(item);
  const choose = (action: ItemAction): void => {
    if (action === "discard" || action === "book-again") setAsks(action);
    else void run(action, item);
  };
  return (
    <div className={styles["detail"]}>
      <header className={styles["detailHeader"]}>
        <div>
          <h2>{title}</h2>
          <p>{detail}</p>
          {item.status === "needs-card" && <p className={styles["phone"]}>{phoneWords(phone)}</p>}
        </div>
        <StatusBadge status={item.status} kind={item.kind} />
      </header>
      {item.problem === null ? (
        group !== null && <p className={styles["reason"]}>{groupTitles[group].sentence}</p>
      ) : (
        <FailureNotice failure={item.problem} isNews={false} actions={null} />
      )}
      {item.status === "needs-checking" && <CheckingHelp />}
      <div className={styles["buttons"]}>
        {actionsFor(item).map((action, index) => (
          <Button
            key={action}
            variant={
              action === "discard"
                ? "quiet"
                : index === 0 && item.status !== "needs-checking"
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
      <Attempts attempts={item.attempts} />
      <p className={styles["times"]}>
        Begun {moment(item.createdAt)}. Last changed {moment(item.updatedAt)}.
        {item.resends > 0 && ` Sent again on a person's word: ${String(item.resends)} ×.`}
      </p>
      {asks !== null && (
        <Suspense fallback={null}>
          <Question
            asks={asks}
            item={item}
            title={title}
            onClose={() => setAsks(null)}
            onYes={() => {
              setAsks(null);
              void run(asks, item);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What a person can do to find out; nothing can be read back from the service by this program. */
const CheckingHelp = (): ReactNode => (
  <p className={styles["reason"]}>
    Look in the service&apos;s own schedule, or call, for this patient at this time. If it is there, mark it;
    if it is not there, it is safe to send it again.
  </p>
);

type QuestionProps = {
  readonly asks: "discard" | "book-again";
  readonly item: Item;
  readonly title: string;
  readonly onClose: () => void;
  readonly onYes: () => void;
};

function Question({ asks, item, title, onClose, onYes }: QuestionProps): ReactNode {
  const isDiscard = asks === "discard";
  const again = actionLabel("book-again", item);
  return (
    <Dialog
      title={isDiscard ? `Discard “${title}”?` : `${again}: have you asked the service?`}
      isOpen
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{isDiscard ? "Keep it" : "Not yet"}</Button>
          <Button variant="danger" onPress={onYes}>
            {isDiscard ? "Discard" : again}
          </Button>
        </>
      }
    >
      <p>
        {isDiscard
          ? discardWords[item.kind]
          : "If the first one did arrive, the service then has it twice. Send it again only when you know that it is not there."}
      </p>
      {isDiscard && item.status === "needs-checking" && (
        <p>It may have been made all the same: discarding here does not cancel it at the service.</p>
      )}
    </Dialog>
  );
}

const formatter = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });
const moment = (instant: string): string => formatter.format(new Date(instant));
const precise = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium" });

function Attempts({ attempts }: { readonly attempts: readonly Attempt[] }): ReactNode {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts">
      <h3 className={styles["small"]}>
        {attempts.length === 1 ? "1 attempt" : `${String(attempts.length)} attempts`}
      </h3>
      <ol className={styles["attempts"]}>
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.startedAt}>
            <p>
              <time dateTime={attempt.startedAt}>{precise.format(new Date(attempt.startedAt))}</time>
            </p>
            <p className={styles["strong"]}>{attemptWords(attempt)}</p>
            {attempt.outcome !== null && <p>{attempt.outcome}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
