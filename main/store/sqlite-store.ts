import type { Database } from "better-sqlite3-multiple-ciphers";
import { sqliteAccounts } from "./accounts.ts";
import { sqliteCards } from "./cards.ts";
import { sqliteItems } from "./items.ts";
import { sqliteMeta } from "./meta.ts";
import { sqlitePatients } from "./patients.ts";
import { sqliteSettings } from "./settings.ts";
import { inUse, storeError } from "./store-error.ts";
import type { Repositories, Store, StoreOrigin } from "./types.ts";
import { sqliteWebhookLists } from "./webhook-lists.ts";

/** The store over an open database of the newest schema. Takes the connection over. */
export function sqliteStore(db: Database, origin: StoreOrigin): Store {
  const settings = sqliteSettings(db);
  const patients = sqlitePatients(db);
  const repositories: Repositories = {
    items: sqliteItems(db, { patients, settings }),
    patients,
    settings,
    accounts: sqliteAccounts(db),
    webhookLists: sqliteWebhookLists(db),
    cards: sqliteCards(db),
    meta: sqliteMeta(db),
  };

  /** Turns what SQLite throws into the store's own error; a fault of the program itself goes on. */
  function guarded<T>(work: () => T): T {
    if (!db.open) throw storeError("closed");
    try {
      return work();
    } catch (error) {
      throw inUse(error);
    }
  }

  return {
    origin,
    read: (work) => guarded(() => work(repositories)),
    transaction: (work) => guarded(() => db.transaction(() => work(repositories)).immediate()),
    close: () => void db.close(),
  };
}
