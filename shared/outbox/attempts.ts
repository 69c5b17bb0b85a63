import type { Attempt } from "./attempt-schema.ts";
import { countAttempts, isSupposed, isUncertain } from "./attempt.ts";
import type { ListedItem } from "./item.ts";

export { countAttempts, isSupposed, isUncertain, isUnread, pruneAttempts } from "./attempt.ts";

/** When the last try that is known began; null: none is. */
export function getLastTriedAt({ attempts }: Pick<ListedItem, "attempts">): string | null {
  const last = attempts.findLast((attempt) => !isSupposed(attempt));
  return last?.more?.until ?? last?.startedAt ?? null;
}

/** True when one of these attempts may have reached the service. */
export const wasUncertain = (attempts: readonly Attempt[]): boolean => attempts.some(isUncertain);

/**
 * True when more attempts may have reached the service than a person has settled: each "Book again" says
 * that the one before was not made.
 */
export const isUnsettled = ({ attempts, resends }: Pick<ListedItem, "attempts" | "resends">): boolean =>
  countAttempts(attempts.filter(isUncertain)) > resends;

/**
 * True when the item, or the one it was edited from, may have been made by an earlier try: nobody may be told that
 * nothing was. "Send again" settles nothing of a patient, whose external ID makes a repeat recognisable.
 */
export function mayHaveBeenMade(item: ListedItem): boolean {
  const { problem } = item;
  // Under way, or over and not yet on the disk.
  if (item.status === "sending") return true;
  if (problem?.code === "unclear" || problem?.details.mayBeOurs === true) return true;
  if (item.kind === "booking") return isUnsettled(item);
  if (item.kind === "webhook") return item.mayExist === true || isUnsettled(item);
  return item.heldExternalId !== undefined || wasUncertain(item.attempts);
}
