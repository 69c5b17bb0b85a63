import type { DeskRecord } from "./desk-rule.ts";
import { type LogAttempt, type LogItem, mergeAttemptStates, mayHaveArrived } from "./item.ts";

/** Of a booking's tries that certainly came to nothing, a desk keeps so many: the last ones. */
const lastKept = 20;

type Shared = Pick<LogItem, "attempts">;

/** What a desk keeps of a claim, and the tries that it keeps no more. */
export type Lighter<S extends Shared> = {
  readonly record: DeskRecord;
  readonly shared: S;
  readonly dropped: readonly string[];
};

/** It came to nothing, nothing was ever decided about it, and the hub has heard all that this desk knows of it. */
function isOver({ outcomes }: DeskRecord, one: LogAttempt): boolean {
  const known = outcomes[one.attempt];
  const isHeard = known === undefined || mergeAttemptStates(one.state, known) === one.state;
  return isHeard && !mayHaveArrived(one) && !one.named && !one.inherited;
}

/**
 * A booking that is refused for days is tried again some hundred times a day, and each try costs as much as there is of those before.
 * One that may have arrived is never dropped. Nor is one kept on one side alone: this desk would tell the hub of it for ever. A hub
 * that is put back to when one of the dropped ones was open has a person look, as if this desk were gone.
 */
export function pruneOldTries<S extends Shared>(record: DeskRecord, shared: S): Lighter<S> {
  const over = shared.attempts.filter((one) => isOver(record, one)).slice(0, -lastKept);
  if (over.length === 0) return { record, shared, dropped: [] };
  const dropped = new Set(over.map(({ attempt }) => attempt));
  const outcomes = Object.entries(record.outcomes).filter(([attempt]) => !dropped.has(attempt));
  return {
    record: { ...record, outcomes: Object.fromEntries(outcomes) },
    shared: { ...shared, attempts: shared.attempts.filter(({ attempt }) => !dropped.has(attempt)) },
    dropped: [...dropped],
  };
}
