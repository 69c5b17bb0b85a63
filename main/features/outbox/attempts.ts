import { countAttempts, isUncertain, isUnread } from "../../../shared/outbox/attempts.ts";
import type { Attempt, Item } from "../../../shared/outbox/item.ts";
import type { Outcome } from "../../http/classify.ts";
import type { DecidedOutcome } from "./decide.ts";

export { isUnsettled, wasUncertain } from "../../../shared/outbox/attempts.ts";

/** `resends` after "Book again": none of the attempts so far was made, however many a trusted key allowed. */
export const countResendsAfterAgain = ({ attempts, resends }: Item): number =>
  Math.max(resends + 1, countAttempts(attempts.filter(isUncertain)));

/** How many attempts got a 2xx that does not show the thing made. */
export const countUnreadable = (attempts: readonly Attempt[]): number =>
  countAttempts(attempts.filter(isUnread));

/** The service client's outcome as the decision takes it. */
export function toAttemptOutcome(outcome: Outcome<unknown>): DecidedOutcome {
  switch (outcome.kind) {
    case "success":
      return { kind: "accepted" };
    case "unreadable":
      return { kind: "unreadable", problem: outcome.failure };
    case "failure":
      return { kind: "failed", failure: outcome.failure, foreign: outcome.foreign === true };
  }
}

/** The item with its last attempt changed. */
export function withLastAttempt<T extends Item>(item: T, change: Partial<Attempt>): T {
  const last = item.attempts.at(-1);
  if (last === undefined) return item;
  return { ...item, attempts: [...item.attempts.slice(0, -1), { ...last, ...change }] };
}
