import type { Database } from "better-sqlite3-multiple-ciphers";
import { connectInMemory } from "../../main/store/connection.ts";
import { migrate, migrations } from "../../main/store/migrations.ts";
import { sqliteStore } from "../../main/store/sqlite-store.ts";
import type { Store } from "../../main/store/types.ts";

async function migrated(): Promise<Buffer> {
  const db = await connectInMemory();
  migrate(db, migrations);
  const image = db.serialize();
  db.close();
  return image;
}

let image: Promise<Buffer> | null = null;

/** A database in memory with its tables, which are made once: each begins with a copy of them. */
export const blankDatabase = async (): Promise<Database> => connectInMemory(await (image ??= migrated()));

/** What `memoryStore` gives, where many are made. */
export const blankStore = async (): Promise<Store> => sqliteStore(await blankDatabase(), "memory");
