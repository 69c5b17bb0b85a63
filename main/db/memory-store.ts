import { connectInMemory } from "./connection.ts";
import { migrateDatabase, migrations } from "./migrations.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import type { Store } from "./types.ts";

/** A store that forgets everything with the process: for tests, and where there is no keychain. */
export async function createMemoryStore(): Promise<Store> {
  const db = await connectInMemory();
  migrateDatabase(db, migrations);
  return createSqliteStore(db, "memory");
}
