import type { ItemStatus } from "./item.ts";

/** The statuses in which an item waits for a person. In a file of its own: the window's first script has no schemas. */
export const urgentStatuses = [
  "needs-checking",
  "needs-editing",
  "needs-card",
] as const satisfies readonly ItemStatus[];
