import type { Database } from "better-sqlite3-multiple-ciphers";
import { webhookList } from "../../contract/service/webhook.ts";
import { parseRow } from "./rows.ts";
import type { WebhookListRepository } from "./types.ts";

/** The last list of registrations of each account, in the database. */
export function sqliteWebhookLists(db: Database): WebhookListRepository {
  const get = db.prepare<unknown[], { asOf: string; json: string }>(
    "select as_of as asOf, json from webhook_lists where account_id = ?",
  );
  const set = db.prepare(`insert into webhook_lists (account_id, as_of, json) values (?, ?, ?)
    on conflict (account_id) do update set as_of = excluded.as_of, json = excluded.json`);
  return {
    get: (accountId) => {
      const row = get.get(accountId);
      const webhooks = row === undefined ? null : parseRow(webhookList, row.json);
      return row === undefined || webhooks === null ? null : { webhooks, asOf: row.asOf };
    },
    set: (accountId, { webhooks, asOf }) => void set.run(accountId, asOf, JSON.stringify(webhooks)),
  };
}
