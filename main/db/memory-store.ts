import { connectInMemory } from "./connection.ts";
import { migrate, migrations } from "./migrations.ts";
import { sqliteStore } from "./sqlite-store.ts";
import type { Store } from "./types.ts";

/** A store that forgets everything with the process: for tests, and where there is no keychain. */
export async function memoryStore(): Promise<Store> {
  const db = await connectInMemory();
  migrate(db, migrations);
  return sqliteStore(db, "memory");
}
