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

/** What `memoryStore` gives, where many are made: its tables are made once, and each store begins with a copy of them. */
export async function blankStore(): Promise<Store> {
  return sqliteStore(await connectInMemory(await (image ??= migrated())), "memory");
}
