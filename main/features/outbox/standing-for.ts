import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { ItemRepository } from "../../db/item-types.ts";

/**
 * What stands for an item now: itself, or, where it was attempted and then edited, the draft that took its place, and so on.
 * What others say of it by its id, as a series and a correction do, is said of that one.
 */
export function resolveReplacement(
  id: RecordId,
  items: Pick<ItemRepository, "find" | "madeFrom">,
): Item | null {
  let stands = items.find(id);
  const seen = new Set<RecordId>();
  // Records of another desk could name each other.
  while (stands?.status === "discarded" && !seen.has(stands.id)) {
    seen.add(stands.id);
    stands = items.madeFrom(stands.id) ?? stands;
  }
  return stands;
}
