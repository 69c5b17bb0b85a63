import { useEffect } from "react";
import type { Item } from "../../contract/records/item.ts";
import { useDesk, useItems } from "./hooks.ts";
import { useLatest } from "./use-latest.ts";

/** Reads an item again whenever main says that it changed, while `id` is given. */
export function useLiveItem(id: string | null, onItem: (item: Item) => void): void {
  const { bridge } = useDesk();
  const changedIds = useItems((state) => state.changedIds);
  const latest = useLatest(onItem);
  useEffect(() => {
    if (id === null || !changedIds.includes(id)) return;
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const answer = await bridge.call("items.get", { id });
      if (isCurrent && answer.ok) latest.current(answer.value);
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [bridge, id, changedIds, latest]);
}
