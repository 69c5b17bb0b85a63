import { itemStatuses, type Item } from "../../../shared/outbox/item.ts";
import type { SecretStore } from "../../../main/platform/secret-store.ts";
import { systemRandom } from "../../../main/platform/system.ts";
import { logProblems } from "../../support/log-oracle.ts";
import { openStore } from "../../../main/db/open.ts";

/** Every item of every account in the records of a desk that is not running. */
export async function storedItems(directory: string, secrets: SecretStore): Promise<Item[]> {
  const opened = await openStore({ directory, secrets, random: systemRandom });
  if (!opened.ok) throw new Error(`The records do not open: ${opened.problem}.`);
  const everything = { kinds: [], statuses: [...itemStatuses], limit: 1_000_000, offset: 0 };
  const found = opened.value.read(({ accounts, items }) =>
    accounts.list().flatMap(({ id }) => {
      const page = items.list({ ...everything, accountId: id });
      if (page.damaged.length > 0) throw new Error(`${page.damaged.length} records are damaged.`);
      return page.items.flatMap(({ item }) => items.get(item.id) ?? []);
    }),
  );
  const log = logProblems(opened.value);
  opened.value.close();
  if (log.length > 0) throw new Error(`The activity log does not agree with the records: ${log.join("; ")}`);
  return found;
}
