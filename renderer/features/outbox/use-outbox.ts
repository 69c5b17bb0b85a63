import { useState } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import type { ItemCounts, ItemStatus, ListedItem } from "../../../shared/outbox/item.ts";
import { useDesk, useItems, useNavigation } from "../../lib/hooks.ts";
import { countItemsIn } from "../../../shared/outbox/tally.ts";
import { findKeptRow, getRowAt, type ListPart, type LongList } from "../../lib/long-list.ts";
import { useLongList } from "../../lib/use-long-list.ts";
import { useRoute } from "../../lib/use-route.ts";
import { tabNames, findTab, tabs, type Tab } from "./words.ts";

/** The tab with which the outbox opens: that of the item asked for, else the first that holds anything. */
export function chooseFirstTab(wanted: ListedItem | null, counts: ItemCounts): Tab {
  const own = wanted === null ? null : findTab(wanted);
  return own ?? tabNames.find((tab) => countItemsIn(counts, tabs[tab]) > 0) ?? "needsYou";
}

/** Whether the outbox opened at a tab for what was on its way, and that needs a person now: nothing is left there. */
export const hasMoved = (tab: Tab, counts: ItemCounts): boolean =>
  tab !== "needsYou" && countItemsIn(counts, tabs[tab]) === 0 && countItemsIn(counts, tabs.needsYou) > 0;

/** What main answers of a tab. */
type OutboxPart = ListPart<ListedItem> & { readonly counts: readonly number[] };

export type OutboxScreen = Pick<
  ReturnType<typeof useLongList<ListedItem, OutboxPart>>,
  "list" | "see" | "stopAt"
> & {
  /**
   * Null until it is known which. One that a person chose stays for the whole visit, whatever is sent meanwhile; one that
   * nobody chose is left for what needs a person, once it is empty.
   */
  readonly tab: Tab | null;
  readonly choose: (tab: Tab) => void;
  /** How many there are in each group of the tab. */
  readonly counts: ReadonlyMap<ItemStatus, number>;
  readonly isRead: boolean;
  readonly failure: Failure | null;
  readonly reload: () => void;
  /** The item that was asked for, listed or at its end, else the one that was first; null when there is none, or it is not here. */
  readonly shown: ListedItem | null;
  /** The place of the row with which the list was opened; null: its beginning. */
  readonly beginsAt: number | null;
};

/** `isChosen`: by a person. */
type Open = { readonly visit: number; readonly tab: Tab; readonly isChosen: boolean };

/** One tab of the outbox, read again as items change, and the item that was asked for. */
export function useOutbox(): OutboxScreen {
  const version = useItems((items) => items.version);
  const counts = useItems((items) => items.counts);
  const { bridge, places } = useDesk();
  const { target, visit, replace } = useNavigation();
  const [open, setOpen] = useState<Open | null>(null);
  const id = target.screen === "outbox" ? (target.itemId ?? null) : null;
  const wanted = useRoute(
    "items.get",
    { id: id ?? "" },
    { enabled: id !== null, refresh: version, clears: true },
  );
  const item = id === null ? null : wanted.value;
  if (open?.visit !== visit && counts !== null && (id === null || wanted.state !== "loading"))
    setOpen({ visit, tab: chooseFirstTab(item, counts), isChosen: false });
  else if (open?.isChosen === false && counts !== null && hasMoved(open.tab, counts))
    setOpen({ ...open, tab: "needsYou" });
  const tab = open?.visit === visit ? open.tab : null;
  const statuses = [...tabs[tab ?? "needsYou"]];
  const key = `outbox ${visit} ${tab ?? ""}`;
  const long = useLongList<ListedItem, OutboxPart>({
    key,
    refresh: version,
    clears: true,
    isEnabled: tab !== null,
    begin: id ?? places.get(`outbox ${tab ?? ""}`) ?? null,
    read: async (part) => {
      const answer = await bridge.call("items.part", { ...part, statuses });
      return answer.ok
        ? {
            ok: true,
            value: { ...answer.value, total: answer.value.counts.reduce((sum, each) => sum + each, 0) },
          }
        : answer;
    },
  });
  const { list, latest, failure } = long;
  const first = useFirst(list, key, version);
  return {
    list,
    see: (range, anchor) => {
      const row = getRowAt(list, anchor);
      if (row !== null) places.set(`outbox ${tab ?? ""}`, row.id);
      long.see(range, anchor);
    },
    stopAt: long.stopAt,
    beginsAt: list.begins,
    tab,
    choose: (next) => {
      setOpen({ visit, tab: next, isChosen: true });
      replace({ screen: "outbox" });
    },
    counts: new Map(statuses.map((status, at) => [status, latest?.counts[at] ?? 0])),
    isRead: tab !== null && list.total !== null,
    failure,
    reload: long.refresh,
    // As the list has it, with its patient, where it is listed.
    shown: id === null ? first : (findKeptRow(list, id) ?? item),
  };
}

/**
 * What stood first when the list was opened, also when it is scrolled out of what is kept. It keeps its place, whatever
 * comes before it and wherever it goes meanwhile: its buttons would be another item's. Once nothing is listed it goes.
 */
function useFirst(list: LongList<ListedItem>, key: string, version: number): ListedItem | null {
  const [kept, setKept] = useState<{ readonly key: string; readonly item: ListedItem } | null>(null);
  const before = kept?.key === key ? kept.item : null;
  const isEmpty = (list.total ?? 0) === 0;
  const now = before === null ? getRowAt(list, 0) : findKeptRow(list, before.id);
  if (isEmpty && kept !== null) setKept(null);
  else if (!isEmpty && now !== null && now !== before) setKept({ key, item: now });
  const away = useRoute(
    "items.get",
    { id: before?.id ?? "" },
    { enabled: now === null && before !== null && !isEmpty, refresh: version, clears: true },
  );
  if (isEmpty || away.state === "failed") return null;
  return now ?? away.value ?? before;
}
