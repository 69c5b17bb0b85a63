import type { Attempt } from "./attempt-schema.ts";

/** True when bytes of that attempt may have left this computer and no answer said what became of them. */
export function isUncertain({ phase, status }: Pick<Attempt, "phase" | "status">): boolean {
  if (phase === "none" || phase === "connecting") return false;
  if (status === null || status < 400 || status === 408 || status >= 500) return true;
  // A refusal that broke off may be a gateway's; of these two the status alone says that nothing was made.
  return phase !== "answered" && status !== 401 && status !== 429;
}

/** How many tries these are, with those that are not kept one by one. */
export const countAttempts = (attempts: readonly Attempt[]): number =>
  attempts.reduce((count, { more }) => count + 1 + (more?.count ?? 0), 0);

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

/** True when it got a 2xx: one that is not done by it does not show the thing made. */
export const isUnread = ({ status }: Pick<Attempt, "status">): boolean =>
  status !== null && status >= 200 && status < 300;

/** So many last ones are kept one by one; of those before, the first that may have arrived, and the first of each other kind. */
const lastKept = 16;
const mostUncertain = 16;
const mostOthers = 8;

/** Whether what must be known of both is the same: nothing that is decided about an item depends on more. */
const sayAlike = (one: Attempt, other: Attempt): boolean =>
  isUncertain(one) === isUncertain(other) &&
  isUnread(one) === isUnread(other) &&
  isSupposed(one) === isSupposed(other);

/** The kept one that a further attempt is counted with; undefined: it is kept itself. */
function countedWith(kept: readonly Attempt[], attempt: Attempt): Attempt | undefined {
  const mayHaveArrived = isUncertain(attempt);
  const alike = kept.filter((one) => sayAlike(one, attempt));
  const same = alike.findLast(({ phase, status }) => phase === attempt.phase && status === attempt.status);
  const count = kept.filter((one) => isUncertain(one) === mayHaveArrived).length;
  if (mayHaveArrived) return count < mostUncertain ? undefined : (same ?? alike.at(-1));
  return same ?? (count < mostOthers ? undefined : alike.at(-1));
}

/**
 * The attempts with a number in place of many between. An item that is tried for weeks would grow with each, and cost more each time.
 * One that may have arrived is kept itself among many that did not; where it is one of dozens, it is counted among them: whether any
 * may have arrived, and how many, is never forgotten.
 */
export function pruneAttempts(attempts: readonly Attempt[]): Attempt[] {
  const before: Attempt[] = [];
  for (const attempt of attempts.slice(0, -lastKept)) {
    const first = countedWith(before, attempt);
    if (first === undefined) before.push(attempt);
    else before[before.indexOf(first)] = { ...first, more: both(first, attempt) };
  }
  return [...before, ...attempts.slice(-lastKept)];
}

const both = (first: Attempt, next: Attempt): NonNullable<Attempt["more"]> => ({
  count: countAttempts([first, next]) - 1,
  until: [first.more?.until ?? "", next.more?.until ?? next.startedAt].toSorted().at(-1) ?? next.startedAt,
});
