import { createStore, type StoreApi } from "zustand/vanilla";
import type { Moment } from "../../shared/outbox/moment.ts";
import type { Bridge } from "./ipc.ts";

/** `until`: on the clock of `performance.now()`, for showing. Main alone knows when it is over. */
export type ShownMoment = Omit<Moment, "left"> & { readonly until: number };

/** The bookings that are about to be sent and can be taken back, as main last said. */
export type MomentsState = {
  readonly moments: readonly ShownMoment[];
  /** That of the booking on the screen, which shows it where "Book" was pressed; a line over the screen the others. */
  readonly onScreen: string | null;
};

export const createMomentsStore = (): StoreApi<MomentsState> =>
  createStore(() => ({ moments: [], onScreen: null }));

/** Whether that item is about to be sent. */
export const isAboutToGo = ({ moments }: MomentsState, id: string | null): boolean =>
  moments.some(({ itemId }) => itemId === id);

/** Keeps them fresh. Answers how to stop. */
export function subscribeMoments(store: StoreApi<MomentsState>, bridge: Bridge): () => void {
  const take = (moments: readonly Moment[]): void =>
    store.setState({
      moments: moments.map(({ left, ...moment }) => ({ ...moment, until: performance.now() + left })),
    });
  const read = async (): Promise<void> => {
    const answer = await bridge.call("items.moments", {});
    if (answer.ok) take(answer.value.moments);
  };
  const stop = bridge.listen("moments.changed", ({ moments }) => take(moments));
  void read();
  return stop;
}
