import { actGroups, auditMore } from "../../contract/records/audit.ts";
import { itemKinds, itemStatuses } from "../../contract/records/item.ts";
import { beginning, walkOn } from "../../main/adapters/log-check.ts";
import type { Store } from "../../main/store/types.ts";

const itemActs = new Set<string>(actGroups.items);

/**
 * What is wrong with the activity log of records that are open: places where the chain is broken, and items that do not stand
 * where their entries say. Each entry goes on from where the one before it left the item.
 */
export function logProblems(store: Store): string[] {
  return store.read(({ audit, accounts, items }) => {
    const entries = audit.after(-1_000_000, 10_000_000);
    const { first, places } = walkOn(beginning(audit.start()), entries);
    const problems = first === null ? [] : [`the chain is broken at ${places} places, first at ${first}`];
    const said = new Map<string, string | null>();
    for (const { entry } of entries) {
      const { n, act, record, more } = entry;
      const { from, to } = auditMore.parse(JSON.parse(more));
      if (record === null || !itemActs.has(act) || act === "opened") continue;
      const before = said.get(record);
      if (before !== undefined && before !== (from ?? null))
        problems.push(`entry ${n} goes on from ${from}, and the item was ${before}`);
      said.set(record, to ?? null);
    }
    const everything = { kinds: [...itemKinds], statuses: [...itemStatuses], limit: 1_000_000, offset: 0 };
    for (const { id: accountId } of accounts.list())
      for (const { item } of items.list({ ...everything, accountId }).items) {
        if (said.get(item.id) !== item.status)
          problems.push(`an item is ${item.status}, and its last entry says ${said.get(item.id)}`);
        said.delete(item.id);
      }
    for (const [id, to] of said) if (to !== null) problems.push(`${id} has entries and is gone`);
    return problems;
  });
}
