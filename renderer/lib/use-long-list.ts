import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Result } from "../../shared/core/failure.ts";
import type { StretchOfRows } from "../../shared/core/place.ts";
import { createLongList, type LongListState, type LongListStore } from "./long-list-store.ts";
import type { ListPart } from "./long-list.ts";
import { useLatest } from "./use-latest.ts";

type Options<P> = {
  /** Another one is another list, which is read from its beginning. */
  readonly key: string;
  readonly read: (part: StretchOfRows) => Promise<Result<P>>;
  /** Read again whenever this changes, such as the items' version. */
  readonly refresh: unknown;
  /** True: another list starts from nothing instead of showing the one before meanwhile. */
  readonly clears?: boolean;
  /** False: do not read yet. */
  readonly isEnabled?: boolean;
  /** The row to begin with, when the list is read for the first time. */
  readonly begin?: string | null;
};

/** A long list, read as it is scrolled and again as items change. */
export function useLongList<R extends { readonly id: string }, P extends ListPart<R>>({
  key,
  read,
  refresh,
  begin = null,
  isEnabled = true,
  clears = false,
}: Options<P>): LongListState<R, P> &
  Omit<LongListStore<R, P>, "store" | "readOn"> & { readonly key: string } {
  const reader = useLatest(read);
  const long = useMemo(
    () => createLongList<R, P>((part) => reader.current(part), begin),
    // oxlint-disable-next-line react/exhaustive-deps -- another key is another list
    [key, reader],
  );
  const { list, failure } = useStore(long.store);
  const [shown, setShown] = useState({ key, long });
  // Of another list nothing is there for a moment: until then the one before stays.
  if (shown.long !== long && (clears || list.total !== null || failure !== null)) setShown({ key, long });
  const state = useStore((clears ? long : shown.long).store);
  const round = useRef<{ readonly long: unknown; readonly refresh: unknown }>(null);
  useEffect(() => {
    if (!isEnabled) return;
    const isFirst = round.current?.long !== long;
    round.current = { long, refresh };
    if (isFirst) long.readOn();
    else long.refresh();
  }, [long, refresh, isEnabled]);
  const { see, stopAt, refresh: reload } = clears ? long : shown.long;
  return { ...state, key: clears ? key : shown.key, see, stopAt, refresh: reload };
}
