import type { DeskItem } from "../../../shared/clinic/log/desk-rule.ts";
import { createClaimEntries } from "../../../shared/clinic/log/desk-words.ts";
import type { Asked, Hub } from "./hub-stand-in.ts";

/** The hub hears all that the desk knows of an item, and of one that it did not know at once what it is told then. */
export function tell(hub: Hub, desk: string, { record }: DeskItem): void {
  for (let time = 0; time < 2; time++) {
    const { items, generation } = hub.state();
    for (const entry of createClaimEntries(record, items[record.item] ?? null, generation))
      if ("item" in entry && entry.type !== "without-hub") hub.ask(desk, entry satisfies Asked);
  }
}
