import type { Entry, EntryOf } from "../../hub-api/entries.ts";
import { hubLimits } from "../../hub-api/limits.ts";
import { getFirstEpoch } from "./claim-epoch.ts";
import type { DeskRecord } from "./desk-rule.ts";
import { type AttemptState, type LogItem, mergeAttemptStates } from "./item.ts";

/**
 * What a desk has to tell of a claim and its attempts, before it believes what it reads: nothing where the hub has heard it all.
 * Said again after each restore; nothing changes by a repeat. `shared`: as the hub has it; null: it has not heard of it.
 */
export function createClaimEntries(
  record: DeskRecord,
  shared: Pick<LogItem, "attempts"> | null,
  generation: number,
): readonly Entry[] {
  const { item, status } = record;
  if (status === "direct" || status === "sending") return [];
  if (shared !== null) return untold(record, shared.attempts);
  const attempts = Object.entries(record.outcomes).flatMap(([id, outcome]) =>
    outcome === "unclear" ? [id] : [],
  );
  const known = attempts.map((attempt) => ({ attempt, state: "unclear" as const }));
  const outcomes = untold(record, known);
  const isTold = outcomes.some((entry) => entry.type === "outcome" && entry.outcome === "booked");
  // A person had said so.
  const ends: readonly Entry[] =
    status === "booked" && !isTold ? [{ type: "mark-booked", item, epoch: getFirstEpoch(generation) }] : [];
  const madeIn = Math.min(record.madeIn, generation);
  return [
    { type: "share", item, generation: madeIn, attempts, needsChecking: status !== "waiting" },
    ...outcomes,
    ...ends,
  ];
}

type Known = { readonly attempt: string; readonly state: AttemptState };

const untold = ({ item, outcomes }: DeskRecord, known: readonly Known[]): readonly Entry[] =>
  Object.entries(outcomes).flatMap(([attempt, outcome]) => {
    const state = known.find((one) => one.attempt === attempt)?.state;
    return state !== undefined && mergeAttemptStates(state, outcome) === state
      ? []
      : [{ type: "outcome", item, attempt, outcome }];
  });

type Decided = Pick<EntryOf<"book-again">, "attempts" | "historyIncomplete">;

/** That a person decided to book again: an entry for each part of the attempts that one may name, all for one push. */
export function createBookAgainEntries(
  { item, epoch }: Pick<LogItem, "item" | "epoch">,
  { attempts, historyIncomplete }: Decided,
): readonly EntryOf<"book-again">[] {
  const most = hubLimits.attempts;
  const parts = Math.max(1, Math.ceil(attempts.length / most));
  return Array.from({ length: parts }, (_none, nth) => ({
    type: "book-again",
    item,
    epoch,
    attempts: attempts.slice(nth * most, (nth + 1) * most),
    historyIncomplete,
  }));
}
