import { createStore, type StoreApi } from "zustand/vanilla";
import type { EventPayload } from "../../shared/events.ts";
import type { ItemCounts, ItemStatus } from "../../shared/outbox/item.ts";
import { urgentStatuses } from "../../shared/outbox/urgent.ts";
import type { Bridge } from "./ipc.ts";

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

export const createItemsStore = (): StoreApi<ItemsState> =>
  createStore(() => ({ counts: null, progress: null, version: 0, changedIds: [], watched: 0, abandoned: 0 }));

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

/** Keeps counts and progress fresh; another account has other items. */
export function subscribeItems(store: StoreApi<ItemsState>, bridge: Bridge): () => void {
  const changed = (ids: readonly string[]): Partial<ItemsState> => ({
    version: store.getState().version + 1,
    changedIds: ids,
  });
  const read = async (): Promise<void> => {
    const answer = await bridge.call("items.counts", {});
    if (answer.ok) store.setState({ counts: answer.value, ...changed([]) });
  };
  const stops = [
    bridge.listen("items.changed", ({ ids, counts, progress }) =>
      store.setState({ counts, progress, ...changed(ids) }),
    ),
    bridge.listen("session.changed", () => void read()),
  ];
  void read();
  return () => stops.forEach((stop) => stop());
}
