import type { Attempt, ListedItem } from "./item.ts";

/** True when bytes of that attempt may have left this computer and no answer said what became of them. */
export function isUncertain({ phase, status }: Pick<Attempt, "phase" | "status">): boolean {
  if (phase === "none" || phase === "connecting") return false;
  if (status === null || status < 400 || status === 408 || status >= 500) return true;
  // A refusal that broke off may be a gateway's; of these two the status alone says that nothing was made.
  return phase !== "answered" && status !== 401 && status !== 429;
}

/** What is said of a try that may have left from other records than these, or just when the program ended. */
const unseen: ReadonlySet<string> = new Set([
  "failures.outbox.restored",
  "failures.outbox.putBack",
  "failures.outbox.otherCopy",
  "failures.outbox.leftClinic",
  "failures.clinic.started",
]);

/**
 * True when nothing here says that there was such a try, nor when: it stands for one that may have left unseen, so that nobody sends
 * the item again without a decision.
 */
export const isSupposed = ({ phase, outcome }: Pick<Attempt, "phase" | "outcome">): boolean =>
  phase === "sending" && outcome !== null && unseen.has(outcome.id);

/** When the last try that is known began; null: none is. */
export const lastTriedAt = ({ attempts }: Pick<ListedItem, "attempts">): string | null =>
  attempts.findLast((attempt) => !isSupposed(attempt))?.startedAt ?? null;

/** True when one of these attempts may have reached the service. */
export const wasUncertain = (attempts: readonly Attempt[]): boolean => attempts.some(isUncertain);

/**
 * True when more attempts may have reached the service than a person has settled: each "Book again" says
 * that the one before was not made.
 */
export const isUnsettled = ({ attempts, resends }: Pick<ListedItem, "attempts" | "resends">): boolean =>
  attempts.filter(isUncertain).length > resends;

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
