export * from "../../hub/rules/item.ts";
import { mayBeIncomplete, unnamed, type Item } from "../../hub/rules/item.ts";
export const whatBlocks = (item: Item, generation: number): "needs-checking" | "history-incomplete" | null =>
  mayBeIncomplete(item, { desk: "", generation, awaited: [] })
    ? "history-incomplete"
    : unnamed(item).length > 0 || item.mustDecide
      ? "needs-checking"
      : null;
