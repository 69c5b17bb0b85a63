import { actGroups, auditMore } from "../../shared/activity-log/audit.ts";
import { itemKinds, itemStatuses } from "../../shared/outbox/item.ts";
import { startWalkAt, extendWalk } from "../../main/features/activity-log/log-check.ts";
import type { Store } from "../../main/db/types.ts";

const itemActs = new Set<string>(actGroups.items);

/** The last entry of an item: what was done, and the status that it left. */
type Said = { readonly act: string; readonly to: string | null };

const mayStandAs = (status: string | null, { act, to }: Said): boolean =>
  status === to || (act === "waits" && status === "sending");

/**
 * What is wrong with the activity log of records that are open: places where the chain is broken, and items that do not stand
 * where their entries say. Each entry goes on from where the one before it left the item; of one that waits for a further try,
 * such a try has no entry of its own, nor its end where it waits again.
 */
export function logProblems(store: Store): string[] {
  return store.read(({ audit, accounts, items }) => {
    const entries = audit.after(-1_000_000, 10_000_000);
    const { first, places } = extendWalk(startWalkAt(audit.start()), entries);
    const problems = first === null ? [] : [`the chain is broken at ${places} places, first at ${first}`];
    const said = new Map<string, Said>();
    for (const { entry } of entries) {
      const { n, act, record, more } = entry;
      const { from, to } = auditMore.parse(JSON.parse(more));
      if (record === null || !itemActs.has(act) || act === "opened") continue;
      const before = said.get(record);
      if (before !== undefined && !mayStandAs(from ?? null, before))
        problems.push(`entry ${n} goes on from ${from}, and the item was ${before.to}`);
      said.set(record, { act, to: to ?? null });
    }
    const everything = { kinds: [...itemKinds], statuses: [...itemStatuses], limit: 1_000_000, offset: 0 };
    for (const { id: accountId } of accounts.list())
      for (const { item } of items.list({ ...everything, accountId }).items) {
        const last = said.get(item.id);
        if (last === undefined || !mayStandAs(item.status, last))
          problems.push(`an item is ${item.status}, and its last entry says ${last?.to}`);
        said.delete(item.id);
      }
    for (const [id, { to }] of said) if (to !== null) problems.push(`${id} has entries and is gone`);
    return problems;
  });
}
