import type { Database } from "better-sqlite3-multiple-ciphers";
import { failed, ok, type Result } from "../../contract/failure.ts";
import { sqliteAccounts } from "./accounts.ts";
import { sqliteCards } from "./cards.ts";
import { sqliteItems } from "./items.ts";
import { sqliteMeta } from "./meta.ts";
import { sqlitePatients } from "./patients.ts";
import { failureInUse, storeClosed } from "./problems.ts";
import { sqliteSettings } from "./settings.ts";
import type { Repositories, Store, StoreOrigin } from "./types.ts";
import { sqliteWebhookLists } from "./webhook-lists.ts";

/** Carries a failure out of a transaction, so that it is undone. */
class Undo extends Error {
  readonly result: Result<never>;
  constructor(result: Result<never>) {
    super("The transaction is undone.");
    this.result = result;
  }
}

/** The store over an open database of the newest schema. Takes the connection over. */
export function sqliteStore(db: Database, origin: StoreOrigin): Store {
  const repositories: Repositories = {
    items: sqliteItems(db),
    patients: sqlitePatients(db),
    settings: sqliteSettings(db),
    accounts: sqliteAccounts(db),
    webhookLists: sqliteWebhookLists(db),
    cards: sqliteCards(db),
    meta: sqliteMeta(db),
  };

  /** Turns what SQLite throws into a failure; a fault of the program itself goes on. */
  function guarded<T>(work: () => Result<T>): Result<T> {
    if (!db.open) return failed(storeClosed());
    try {
      return work();
    } catch (error) {
      if (error instanceof Undo) return error.result;
      const failure = failureInUse(error);
      if (failure === null) throw error;
      return failed(failure);
    }
  }

  return {
    origin,
    read: (work) => guarded(() => ok(work(repositories))),
    transaction: <T>(work: (repositories: Repositories) => Result<T>) =>
      guarded(() =>
        db
          .transaction((): Result<T> => {
            const result = work(repositories);
            if (!result.ok) throw new Undo(result);
            return result;
          })
          .immediate(),
      ),
    close: () => void db.close(),
  };
}
