import type { Connection } from "../../../shared/session/account.ts";
import type { ItemCounts } from "../../../shared/outbox/item.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";

/** Whether something waits for the line, and how many items were done by then. */
export type Waited = { readonly kind: "no" } | { readonly kind: "waits"; readonly done: number };

type Seen = { readonly state: Connection["state"]; readonly counts: ItemCounts };

/** What waits while the line is down. Once that is sent it is over: `hasSent` then says so. */
export function updateWaited(before: Waited, { state, counts }: Seen): Waited {
  const waiting = countItemsIn(counts, ["ready", "waiting-for-patient"]);
  if (state === "offline" && waiting > 0) return { kind: "waits", done: counts.done };
  return before.kind === "waits" && hasSent(before, { state, counts }) ? { kind: "no" } : before;
}

/** What waited without a connection went out since the line is back. */
export const hasSent = (before: Waited, { state, counts }: Seen): boolean =>
  before.kind === "waits" && state === "online" && counts.done > before.done;
