import { failed, ok, type Result } from "../../contract/failure.ts";
import type { Settings } from "../../contract/records/settings.ts";
import { sendCounterKey } from "./meta.ts";
import { failureInUse, storeClosed } from "./problems.ts";
import type {
  AccountRecord,
  AccountRepository,
  KnownWebhooks,
  MetaRepository,
  Repositories,
  SettingsRepository,
  Store,
  WebhookListRepository,
} from "./types.ts";
import { memoryCards } from "./memory/cards.ts";
import { memoryItems } from "./memory/items.ts";
import { memoryPatients } from "./memory/patients.ts";
import { createJournal, type Table } from "./memory/table.ts";

const memorySettings = (table: Table<Settings>): SettingsRepository => ({
  get: (scope) => ok(table.get(scope) ?? null),
  set: (scope, settings) => table.put(scope, settings),
});

const memoryAccounts = (table: Table<AccountRecord>): AccountRepository => ({
  remember: (account) => {
    const known = table.get(account.id) ?? account;
    table.put(account.id, { ...known, lastUsedAt: account.lastUsedAt });
  },
  get: (id) => table.get(id) ?? null,
  list: () => table.all(),
});

const memoryWebhookLists = (table: Table<KnownWebhooks>): WebhookListRepository => ({
  get: (accountId) => table.get(accountId) ?? null,
  set: (accountId, known) => table.put(accountId, known),
});

function memoryMeta(table: Table<string>): MetaRepository {
  const sendCounter = (): number => Number(table.get(sendCounterKey) ?? 0);
  return {
    get: (key) => table.get(key) ?? null,
    set: (key, value) => table.put(key, value),
    sendCounter,
    raiseSendCounter: (count) => {
      if (count > sendCounter()) table.put(sendCounterKey, String(count));
    },
    countSend: () => {
      const next = sendCounter() + 1;
      table.put(sendCounterKey, String(next));
      return next;
    },
  };
}

/** A store that forgets everything with the process: for tests, and where there is no keychain. */
export function memoryStore(): Store {
  const journal = createJournal();
  const repositories: Repositories = {
    items: memoryItems(journal.table()),
    patients: memoryPatients(journal.table()),
    settings: memorySettings(journal.table()),
    accounts: memoryAccounts(journal.table()),
    webhookLists: memoryWebhookLists(journal.table()),
    cards: memoryCards(journal.table(), journal.table()),
    meta: memoryMeta(journal.table()),
  };
  let open = true;

  function guarded<T>(work: () => Result<T>): Result<T> {
    if (!open) return failed(storeClosed());
    try {
      return journal.undoable(work);
    } catch (error) {
      const failure = failureInUse(error);
      if (failure === null) throw error;
      return failed(failure);
    }
  }

  return {
    origin: "memory",
    read: (work) => guarded(() => ok(work(repositories))),
    transaction: (work) => guarded(() => work(repositories)),
    close: () => {
      open = false;
    },
  };
}
