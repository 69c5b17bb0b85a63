import { itemCounts, itemStatuses, type ItemCounts, type ItemStatus } from "../../shared/outbox/item.ts";

/** Counts by status: those given, and none of the others. */
export const countsOf = (some: Partial<Record<ItemStatus, number>>): ItemCounts =>
  itemCounts.parse({ ...Object.fromEntries(itemStatuses.map((status) => [status, 0])), ...some });
