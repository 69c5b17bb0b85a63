import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, Result } from "../../shared/core/failure.ts";
import type { StretchOfRows } from "../../shared/core/place.ts";
import {
  mergeAnswer,
  createList,
  planNextRead,
  getRowAt,
  type ListPart,
  type LongList,
  type Range,
} from "./long-list.ts";

export type LongListState<R, P> = {
  readonly list: LongList<R>;
  /** What main answered last. */
  readonly latest: P | null;
  readonly failure: Failure | null;
};

export type LongListStore<R, P> = {
  readonly store: StoreApi<LongListState<R, P>>;
  /** Those rows are wanted; the one at `anchor` is to keep its place on the screen. */
  readonly see: (range: Range, anchor: number) => void;
  /** Tab enters the list at that row; held, it stays drawn. */
  readonly stopAt: (place: number, isHeld: boolean) => void;
  /** What is there may have changed: it is read again. */
  readonly refresh: () => void;
  /** Reads what is wanted and not there. */
  readonly readOn: () => void;
};

/** Reads a long list as it is scrolled: one part at a time, what is in view first. `id`: the row to begin with. */
export function createLongList<R extends { readonly id: string }, P extends ListPart<R>>(
  read: (part: StretchOfRows) => Promise<Result<P>>,
  id: string | null = null,
): LongListStore<R, P> {
  const store = createStore<LongListState<R, P>>(() => ({
    list: createList(id),
    latest: null,
    failure: null,
  }));
  let isReading = false;
  let seen = store.getState().list.anchor;
  const change = (list: Partial<LongList<R>>): void =>
    store.setState((state) => ({ list: { ...state.list, ...list } }));

  async function readOn(): Promise<void> {
    if (isReading || store.getState().failure !== null) return;
    const ask = planNextRead({ ...store.getState().list, anchor: seen });
    if (ask === null) return;
    isReading = true;
    const { from, limit, anchor } = ask;
    const answer = await read({ from, limit, anchor });
    isReading = false;
    store.setState(({ list: before, latest }) => {
      const list = { ...before, anchor: seen };
      return answer.ok
        ? {
            list: mergeAnswer(list, ask, answer.value),
            latest: ask.isStop ? latest : answer.value,
            failure: null,
          }
        : { failure: answer.failure };
    });
    seen = store.getState().list.anchor;
    await readOn();
  }

  return {
    store,
    see: (range, anchor) => {
      const { list } = store.getState();
      const row = getRowAt(list, anchor);
      seen = row === null ? null : { place: anchor, id: row.id };
      // Which row is the first in view changes with every frame, and nothing is drawn of it.
      if (range.from === list.range.from && range.to === list.range.to) return;
      change({ range, anchor: seen });
      void readOn();
    },
    stopAt: (place, isHeld) => {
      const { list } = store.getState();
      const row = getRowAt(list, place);
      const { stop } = list;
      if (row === null || (stop?.id === row.id && stop.isHeld === isHeld)) return;
      change({ stop: { place, id: row.id, isHeld } });
    },
    readOn: () => void readOn(),
    refresh: () => {
      const { list } = store.getState();
      store.setState({ failure: null, list: { ...list, round: list.round + 1 } });
      void readOn();
    },
  };
}
