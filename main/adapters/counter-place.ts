import { ok } from "../../contract/failure.ts";
import type { SecretStore } from "../account/secret-store.ts";
import type { CounterPlace } from "../outbox/send-counter.ts";
import type { RandomIds } from "../platform/ports.ts";
import type { Store } from "../store/types.ts";
import { must } from "./records.ts";

/** The database's own name, made once: a copy of it has the same. */
function databaseName(store: Store, random: RandomIds): string {
  return must(
    store.transaction(({ meta }) => {
      const name = meta.get("name") ?? random.uuid();
      meta.set("name", name);
      return ok(name);
    }),
  );
}

/** The keychain's entry for the number of attempts made from this database. */
export function counterPlace(secrets: SecretStore, store: Store, random: RandomIds): CounterPlace {
  const name = `send-counter/${databaseName(store, random)}`;
  return {
    read: async () => {
      const kept = await secrets.get(name);
      if (!kept.ok) return "unreadable";
      return kept.value === null || !/^\d{1,15}$/.test(kept.value) ? null : Number(kept.value);
    },
    write: async (count) => (await secrets.set(name, String(count))).ok,
  };
}
