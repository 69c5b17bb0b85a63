import type { StoreApi } from "zustand/vanilla";
import type { EventPayload } from "../../shared/events.ts";
import type { ItemCounts, ItemStatus } from "../../shared/outbox/item.ts";
import { urgentStatuses } from "../../shared/outbox/urgent.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

export type Progress = EventPayload<"items.changed">["progress"];

/** What main last said of the items. Views read their own rows again when `version` changes. */
export type ItemsState = {
  readonly counts: ItemCounts | null;
  readonly progress: Progress;
  /** Counts up with every change of any item. */
  readonly version: number;
  /** The items that the last change touched. */
  readonly changedIds: readonly string[];
  /** How many items were sent from this window by a person who waits for the answer. */
  readonly watched: number;
  /** Counts up with every item whose form was left while it was still to be sent: its end is told as of any other. */
  readonly abandoned: number;
};

export { urgentStatuses };
/** Those in which it goes out by itself. */
export const automaticStatuses = [
  "sending",
  "ready",
  "waiting-for-patient",
] as const satisfies readonly ItemStatus[];
/** Those in which it waits for the service or for a person, most urgent first. */
export const outboxStatuses = [
  ...urgentStatuses,
  ...automaticStatuses,
  "saved-for-later",
] as const satisfies readonly ItemStatus[];

const none = { counts: null, progress: null, changedIds: [] };

/** Another account has other items. */
export const createItemsStore = (desk: MainDesk): MainStore<ItemsState, ItemCounts> =>
  createMainStore<ItemsState, ItemCounts>(desk, {
    empty: { ...none, version: 0, watched: 0, abandoned: 0 },
    ask: () => desk.bridge.call("items.counts", {}),
    show: (counts, before) => ({ ...before, counts, version: before.version + 1, changedIds: [] }),
    hear: (on) => [
      on("items.changed", ({ ids, counts, progress }, before) => ({
        ...before,
        counts,
        progress,
        version: before.version + 1,
        changedIds: ids,
      })),
    ],
    clear: (before) => ({ ...before, ...none }),
  });

/** Notes that somebody waits for this answer, and hears it from it. */
export async function watchAnswer<T>(store: StoreApi<ItemsState>, answer: Promise<T>): Promise<T> {
  const count = (by: number): void => store.setState(({ watched }) => ({ watched: watched + by }));
  count(1);
  try {
    return await answer;
  } finally {
    count(-1);
  }
}

/** Notes that nobody waits at its form any more for what becomes of an item that is still to be sent. */
export const leaveAnswer = (store: StoreApi<ItemsState>): void =>
  store.setState(({ abandoned }) => ({ abandoned: abandoned + 1 }));
