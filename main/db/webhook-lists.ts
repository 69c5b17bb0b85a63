import type { Database } from "better-sqlite3-multiple-ciphers";
import { stampVersion, getVersion } from "../../shared/core/stored.ts";
import { keptWebhookList as schema, webhookListUpgrades } from "../../shared/webhooks/webhook-list.ts";
import { isNewer, parseRow } from "./rows.ts";
import type { WebhookListRepository } from "./record-types.ts";

const shape = { schema, upgrades: webhookListUpgrades };

/** The last list of registrations of each account, in the database. */
export function createWebhookListRepository(db: Database): WebhookListRepository {
  const get = db.prepare<unknown[], { asOf: string; json: string }>(
    "select as_of as asOf, json from webhook_lists where account_id = ?",
  );
  const set =
    db.prepare(`insert into webhook_lists (account_id, as_of, json) values (:accountId, :asOf, :json)
    on conflict (account_id) do update set as_of = excluded.as_of, json = excluded.json
    where not (${isNewer})`);
  return {
    get: (accountId) => {
      const row = get.get(accountId);
      if (row === undefined) return null;
      const kept = parseRow(shape, row.json);
      return typeof kept === "string" ? null : { ...kept, asOf: row.asOf };
    },
    set: (accountId, { webhooks, asOf }) => {
      const json = JSON.stringify(stampVersion(shape, { webhooks }));
      set.run({ accountId, asOf, json, version: getVersion(shape) });
    },
  };
}
