import type { Database } from "better-sqlite3-multiple-ciphers";
import type {
  AccountRecord,
  AccountRepository,
  WebhookListRepository,
  SettingsRepository,
  MetaRepository,
} from "./record-types.ts";
import { stampVersion, getVersion, type Unreadable } from "../../shared/core/stored.ts";
import { keptWebhookList, webhookListUpgrades } from "../../shared/webhooks/webhook-list.ts";
import { isNewer, parseRow } from "./rows.ts";
import {
  settings as settingsSchema,
  settingsUpgrades,
  type Settings,
} from "../../shared/settings/settings.ts";
import { createStoreError } from "./store-error.ts";

const accountColumns = `id, service_address as serviceAddress, issuer, subject,
  created_at as createdAt, last_used_at as lastUsedAt`;

/** The accounts that were signed in to, in the database. */
export function createAccountRepository(db: Database): AccountRepository {
  const remember = db.prepare(`insert into accounts
    (id, service_address, issuer, subject, created_at, last_used_at)
    values (:id, :serviceAddress, :issuer, :subject, :createdAt, :lastUsedAt)
    on conflict (id) do update set last_used_at = excluded.last_used_at`);
  const get = db.prepare<unknown[], AccountRecord>(`select ${accountColumns} from accounts where id = ?`);
  const list = db.prepare<unknown[], AccountRecord>(
    `select ${accountColumns} from accounts order by sequence`,
  );
  return {
    remember: (account) => void remember.run(account),
    get: (id) => get.get(id) ?? null,
    list: () => list.all(),
  };
}

const listShape = { schema: keptWebhookList, upgrades: webhookListUpgrades };

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
      const kept = parseRow(listShape, row.json);
      return typeof kept === "string" ? null : { ...kept, asOf: row.asOf };
    },
    set: (accountId, { webhooks, asOf }) => {
      const json = JSON.stringify(stampVersion(listShape, { webhooks }));
      set.run({ accountId, asOf, json, version: getVersion(listShape) });
    },
  };
}

const settingsShape = { schema: settingsSchema, upgrades: settingsUpgrades };

/** Settings in the database, a row for each scope. */
export function createSettingsRepository(db: Database): SettingsRepository {
  const get = db.prepare<unknown[], { json: string }>("select json from settings where scope = ?");
  const set = db.prepare(
    "insert into settings (scope, json) values (?, ?) on conflict (scope) do update set json = excluded.json",
  );
  const insert = db.prepare("insert or ignore into settings (scope, json) values (?, ?)");

  /** Every step of every item asks for them: a row that still says the same is not parsed again. */
  const known = new Map<string, { readonly json: string; readonly settings: Settings | Unreadable }>();
  const read = (scope: string): Settings | Unreadable | null => {
    const row = get.get(scope);
    if (row === undefined) return null;
    const before = known.get(scope);
    if (before?.json === row.json) return before.settings;
    const settings = parseRow(settingsShape, row.json);
    known.set(scope, { json: row.json, settings });
    return settings;
  };

  /** Settings that cannot be read are not written over: they stay under a scope that nobody asks for. */
  function keepDamaged(scope: string): void {
    const { json } = get.get(scope) ?? {};
    for (let number = 1; ; number += 1) {
      const isKept = insert.run(`${scope} damaged ${number}`, json).changes === 1;
      if (isKept) return;
    }
  }

  return {
    get: read,
    set: (scope, settings) => {
      const before = read(scope);
      if (before === "newer") throw createStoreError("newer");
      if (before === "damaged") keepDamaged(scope);
      set.run(scope, JSON.stringify(stampVersion(settingsShape, settings)));
    },
  };
}

/** What a database and its copies are called outside of them. */
export const databaseNameKey = "name";
export const sendCounterKey = "send-counter";

/** Small facts of the database itself, by key. */
export function createMetaRepository(db: Database): MetaRepository {
  const read = db.prepare<unknown[], { value: string }>("select value from meta where key = ?");
  const write = db.prepare(
    "insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value",
  );
  const get = (key: string): string | null => read.get(key)?.value ?? null;
  const sendCounter = (): number => Number(get(sendCounterKey) ?? 0);
  return {
    get,
    set: (key, value) => void write.run(key, value),
    sendCounter,
    raiseSendCounter: (count) => {
      if (count > sendCounter()) write.run(sendCounterKey, String(count));
    },
    countSend: () => {
      const next = sendCounter() + 1;
      write.run(sendCounterKey, String(next));
      return next;
    },
  };
}
