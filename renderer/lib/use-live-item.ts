import { useEffect, useRef } from "react";
import type { Item } from "../../shared/outbox/item.ts";
import { useDesk, useItems } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

/**
 * Reads an item again whenever main says that it changed, while `id` is given. A reading is told unless a newer one of
 * that item was begun, or it is left: what is said of others meanwhile changes nothing.
 */
export function useLiveItem(id: string | null, onItem: (item: Item) => void): void {
  const { bridge } = useDesk();
  const changedIds = useItems((state) => state.changedIds);
  const latest = useLatest(onItem);
  const readings = useRef(0);
  useEffect(
    () => () => {
      readings.current += 1;
    },
    [bridge, id],
  );
  useEffect(() => {
    if (id === null || !changedIds.includes(id)) return;
    const own = ++readings.current;
    void bridge.call("items.get", { id }).then((answer) => {
      if (own === readings.current && answer.ok) latest.current(answer.value);
    });
  }, [bridge, id, changedIds, latest]);
}
