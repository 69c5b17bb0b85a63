import { useState } from "react";
import type { Failure } from "../../../contract/failure.ts";
import { itemKinds, type ItemCounts, type ListedItem } from "../../../contract/records/item.ts";
import { useItems, useNavigation } from "../../state/hooks.ts";
import { sumOf } from "../../state/items.ts";
import { useRoute } from "../../state/use-route.ts";
import { tabNames, tabOf, tabs, type Tab } from "./words.ts";

/** The tab with which the outbox opens: that of the item asked for, else the first that holds anything. */
export function firstTab(wanted: ListedItem | null, counts: ItemCounts): Tab {
  const own = wanted === null ? null : tabOf(wanted);
  return own ?? tabNames.find((tab) => sumOf(counts, tabs[tab]) > 0) ?? "needsYou";
}

/** Whether the outbox opened at a tab for what was on its way, and that needs a person now: nothing is left there. */
export const hasMoved = (tab: Tab, counts: ItemCounts): boolean =>
  tab !== "needsYou" && sumOf(counts, tabs[tab]) === 0 && sumOf(counts, tabs.needsYou) > 0;

type Outbox = {
  /**
   * Null until it is known which. One that a person chose stays for the whole visit, whatever is sent meanwhile; one that
   * nobody chose is left for what needs a person, once it is empty.
   */
  readonly tab: Tab | null;
  readonly choose: (tab: Tab) => void;
  readonly items: readonly ListedItem[];
  readonly isRead: boolean;
  readonly failure: Failure | null;
  /** How many there are beyond those that were read, and how many cannot be read, or were saved by a newer version. */
  readonly hidden: number;
  readonly damaged: number;
  readonly newer: number;
  readonly reload: () => void;
  /** The item that was asked for, listed or at its end; null when none was, or it is not here. */
  readonly wanted: ListedItem | null;
};

const pageSize = 200;

/** `isChosen`: by a person. */
type Open = { readonly visit: number; readonly tab: Tab; readonly isChosen: boolean };

/** One tab of the outbox, read again as items change, and the item that was asked for. */
export function useOutbox(): Outbox {
  const version = useItems((items) => items.version);
  const counts = useItems((items) => items.counts);
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
    setOpen({ visit, tab: firstTab(item, counts), isChosen: false });
  else if (open?.isChosen === false && counts !== null && hasMoved(open.tab, counts))
    setOpen({ ...open, tab: "needsYou" });
  const tab = open?.visit === visit ? open.tab : null;
  const statuses = [...tabs[tab ?? "needsYou"]];
  const page = { kinds: [...itemKinds], statuses, limit: pageSize, offset: 0 };
  const list = useRoute("items.list", page, { refresh: version, enabled: tab !== null, clears: true });
  const { items = [], total = 0, damaged = 0, newer = 0 } = list.value ?? {};
  return {
    tab,
    choose: (next) => {
      setOpen({ visit, tab: next, isChosen: true });
      replace({ screen: "outbox" });
    },
    items,
    isRead: tab !== null && list.state === "ready",
    failure: list.failure,
    hidden: Math.max(0, total - damaged - newer - items.length),
    damaged,
    newer,
    reload: list.reload,
    // As the list has it, with its patient, where it is listed.
    wanted: items.find((listed) => listed.id === id) ?? item,
  };
}
