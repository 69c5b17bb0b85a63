import type { Database, Statement } from "better-sqlite3-multiple-ciphers";
import { connectInMemory } from "../../main/db/connection.ts";
import { migrateDatabase, migrations } from "../../main/db/migrations.ts";
import { createSqliteStore } from "../../main/db/sqlite-store.ts";
import type { Store } from "../../main/db/types.ts";

async function migrated(): Promise<Buffer> {
  const db = await connectInMemory();
  migrateDatabase(db, migrations);
  const image = db.serialize();
  db.close();
  return image;
}

let image: Promise<Buffer> | null = null;

/** A database in memory with its tables, which are made once: each begins with a copy of them. */
export const blankDatabase = async (): Promise<Database> => connectInMemory(await (image ??= migrated()));

/** Makes each statement when it is first used: a store has some two hundred, and a short run uses few of them. */
function withLateStatements(db: Database): Database {
  const prepare = db.prepare.bind(db);
  const late = (sql: string): Statement => {
    let made: Statement | null = null;
    let isPlucked = false;
    const statement = (): Statement => {
      made ??= isPlucked ? prepare(sql).pluck() : prepare(sql);
      return made;
    };
    const own = {
      run: (...of: unknown[]) => statement().run(...of),
      get: (...of: unknown[]) => statement().get(...of),
      all: (...of: unknown[]) => statement().all(...of),
      iterate: (...of: unknown[]) => statement().iterate(...of),
      pluck: () => {
        isPlucked = true;
        return own;
      },
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a store asks of a statement, and no more
    return own as unknown as Statement;
  };
  return Object.assign(db, { prepare: late });
}

/** What `createMemoryStore` gives, where many are made. */
export const blankStore = async (): Promise<Store> =>
  createSqliteStore(withLateStatements(await blankDatabase()), "memory");
