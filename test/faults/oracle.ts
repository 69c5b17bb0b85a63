import { isDeepStrictEqual } from "node:util";
import type { Attempt, Item } from "../../shared/outbox/item.ts";
import type { LedgerEntry } from "../../mock/ledger.ts";
import { wasUncertain } from "../../main/features/outbox/attempts.ts";
import { madeOf, parsedBody } from "./made-of.ts";
import type { FaultRow } from "./row.ts";
import { falseWords } from "./words.ts";

export type Evidence = {
  /** What the service made, by its own account, of these items and of no others. */
  readonly ledger: readonly LedgerEntry[];
  /** Every item that the store holds after the fault. */
  readonly items: readonly Item[];
  /** Ids of all items that were acknowledged as saved. */
  readonly expected: readonly string[];
  /** The service honours Idempotency-Key, so that a booking may be repeated. False when left out. */
  readonly trustsIdempotencyKey?: boolean;
  /** Ids of patients whose number a person took over from the service's answer. */
  readonly takenByPerson?: readonly string[];
};

export type Verdict = Pick<
  FaultRow,
  "lost" | "doubled" | "undecided" | "falseWords" | "requestsASecond" | "problems"
>;

/** Nothing lost, nothing twice, nothing undecided, no false word. */
export const spotless: Verdict = {
  lost: 0,
  doubled: 0,
  undecided: 0,
  falseWords: 0,
  requestsASecond: null,
  problems: [],
};

/** A verdict and the case that it is on. */
export type NamedVerdict = Verdict & { readonly name: string };

type Trouble = { readonly kind: "lost" | "problem"; readonly says: string };
const lost = (says: string): Trouble => ({ kind: "lost", says });
const problem = (says: string): Trouble => ({ kind: "problem", says });

/** `isListed`: the service has this registration, whichever item asked for it. */
type DoneFacts = { readonly taken: readonly string[]; readonly isListed: boolean };

function judgeDone(item: Item, made: readonly LedgerEntry[], { taken, isListed }: DoneFacts): Trouble[] {
  const byPerson = item.kind === "booking" && item.result?.markedByPerson === true;
  if (byPerson || taken.includes(item.id)) return [];
  if (made.length === 0 && !isListed) return [lost("is done, and the service never made it")];
  if (item.kind !== "patient") return [];
  const id = item.result?.patientId;
  return made.some((entry) => entry.id === id)
    ? []
    : [lost(`is done as patient #${id}, which is another one`)];
}

/** A webhook that the service's list shows is registered, also when it was another item that asked for it. */
const isListed = (item: Item, ledger: readonly LedgerEntry[]): boolean =>
  item.kind === "webhook" && ledger.some(({ kind, id }) => kind === "webhook" && id === item.result?.id);

/** Whether an item that the service made stands as something that does not deny it. */
function judgeMade(item: Item, trusts: boolean): Trouble[] {
  switch (item.status) {
    case "done":
    case "sending":
    case "needs-checking":
    // A person threw it away, or edited it into a linked draft.
    case "discarded":
    // Another desk says what became of it.
    case "elsewhere":
      return [];
    case "ready":
    case "saved-for-later":
      // A repeat is recognised by its external ID, its key or the service's list.
      return item.kind !== "booking" || trusts
        ? []
        : [problem("was made, and is to be sent again by itself")];
    case "needs-editing":
      // "The service already has this" is so, and the person chooses. Of a patient and a webhook an earlier try
      // may have come, and their draft is recognised: whether the words say so is held against the ledger as well.
      return item.problem?.code === "patient-exists" ||
        item.problem?.code === "redirected" ||
        (item.kind !== "booking" && wasUncertain(item.attempts))
        ? []
        : [lost("needs editing as though nothing was created, and the service made it")];
    case "draft":
    case "on-hold":
    case "needs-card":
    case "waiting-for-patient":
      return [lost(`stands as ${item.status}, and the service made it`)];
  }
}

/** A restored backup leaves a mark like an attempt, which has no length: nothing was sent with it. */
const isTry = ({ startedAt, endedAt, status }: Attempt): boolean => status !== null || startedAt !== endedAt;

function judgeRecord(item: Item, made: readonly LedgerEntry[]): Trouble[] {
  const found: Trouble[] = [];
  const body = parsedBody(item.payload);
  const own = made.filter((entry) => entry.idempotencyKey === item.idempotencyKey);
  if (own.some((entry) => !isDeepStrictEqual(entry.body, body)))
    found.push(problem("was sent with another content than is recorded"));
  if (own.length > 0 && item.attempts.length === 0)
    found.push(problem("was sent without a recorded attempt"));
  if (item.attempts.some(isTry) && item.payload === null)
    found.push(problem("was tried without a frozen body"));
  if (item.status !== "sending" && item.attempts.some((attempt) => attempt.endedAt === null))
    found.push(problem(`has an attempt without an end, and stands as ${item.status}`));
  const needsReason = item.status === "needs-editing" || item.status === "needs-checking";
  if (needsReason && item.problem === null) found.push(problem(`stands as ${item.status} without a reason`));
  return found;
}

/** The service's own ledger against the records alone, whatever the window says of them. */
export function judgeRecords(evidence: Evidence): Verdict {
  const { ledger, items, expected, trustsIdempotencyKey = false, takenByPerson = [] } = evidence;
  const byId = new Map(items.map((item) => [item.id, item]));
  const gone = expected.filter((id) => !byId.has(id));
  const problems = gone.map((id) => `${id} was saved and is gone`);
  const known = new Set<LedgerEntry>();
  const lostItems = new Set(gone);
  let doubled = 0;
  for (const item of items) {
    const made = madeOf(item, ledger);
    for (const entry of made) known.add(entry);
    const name = `${item.kind} ${item.id}`;
    if (made.length > 1 + item.resends) {
      doubled += 1;
      problems.push(`${name} was made ${made.length} times, with ${item.resends} resends by a person`);
    }
    const troubles = [
      ...(item.status === "done"
        ? judgeDone(item, made, { taken: takenByPerson, isListed: isListed(item, ledger) })
        : []),
      ...(made.length > 0 ? judgeMade(item, trustsIdempotencyKey) : []),
      ...judgeRecord(item, made),
    ];
    if (troubles.some(({ kind }) => kind === "lost")) lostItems.add(item.id);
    for (const { says } of troubles) problems.push(`${name} ${says}`);
  }
  for (const entry of ledger)
    if (!known.has(entry))
      problems.push(`the service made ${entry.kind} #${entry.id}, which no item asked for`);
  const undecided = items.filter((item) => item.status === "needs-checking").length;
  return { ...spotless, lost: lostItems.size, doubled, undecided, problems };
}

/**
 * The one oracle of all faults: the service's own ledger against the store. Says what was lost, what was
 * made twice, what waits for a person, what the window would say that is not so, and what else is not as it was
 * promised. Pure.
 */
export function judge(evidence: Evidence): Verdict {
  const verdict = judgeRecords(evidence);
  const untrue = falseWords(evidence);
  const said = untrue.map(({ item, says }) => `${item.kind} ${item.id} ${says}`);
  return { ...verdict, falseWords: untrue.length, problems: [...verdict.problems, ...said] };
}

const fastest = (rates: readonly (number | null)[]): number | null => {
  const measured = rates.filter((rate) => rate !== null);
  return measured.length === 0 ? null : Math.max(...measured);
};

/** The verdicts of many cases as one; each problem begins with the name of its case. */
export function addUp(verdicts: readonly NamedVerdict[]): Verdict {
  const sum = (of: (verdict: Verdict) => number): number =>
    verdicts.reduce((total, one) => total + of(one), 0);
  return {
    lost: sum((one) => one.lost),
    doubled: sum((one) => one.doubled),
    undecided: sum((one) => one.undecided),
    falseWords: sum((one) => one.falseWords),
    requestsASecond: fastest(verdicts.map((one) => one.requestsASecond)),
    problems: verdicts.flatMap(({ name, problems }) => problems.map((said) => `${name}: ${said}`)),
  };
}
