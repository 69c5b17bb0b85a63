import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { failed, fail, ok, type Result } from "../../shared/core/failure.ts";
import { say } from "../../messages/saying.ts";
import type { SecretResult, SecretStore } from "../platform/secret-store.ts";
import type { Clock, RandomIds } from "../platform/ports.ts";
import { ensurePrivateFile, ensurePrivateFolder } from "../platform/private-files.ts";
import { syncFolder } from "../platform/sync-folder.ts";
import { areSmallTablesWhole, readCheckMark, setCheckMark, type CheckMark } from "./background-check.ts";
import { connect, connectReadOnly, SettingRefused, connectInMemory } from "./connection.ts";
import {
  fileEnds,
  fileName,
  readFirstBytes,
  findFreeName,
  makeStorePrivate,
  getFileSize,
  getStoreFile,
  listStoreFiles,
} from "./files.ts";
import { createKey, findKey, saltLength, type DatabaseKey } from "./key.ts";
import { createKnownRecords } from "./known-records.ts";
import { databaseNameKey } from "./small-tables.ts";
import {
  migrateDatabase,
  migrations,
  readSchemaVersion,
  type Migration,
  type MigrationStep,
} from "./migrations.ts";
import { toOpenFailure } from "./problems.ts";
import { finishPutBack, type OnPutBack } from "./put-back.ts";
import { createSqliteStore } from "./sqlite-store.ts";
import { getSqliteCode } from "./store-error.ts";
import type { OpenResult, StoreOrigin, StoreErrorKind, Store } from "./types.ts";
import { createWatchedStore, type StoreWatch } from "./watched-store.ts";

/** A database is made under this name and gets its own when it is whole: so one that is empty was damaged. */
const unfinishedName = `${fileName}.new`;
const plainHeader = Buffer.from("SQLite format 3\0", "latin1");
/**
 * Files up to this size (bytes) are checked whole at every start, which takes a tenth of a second. Larger ones are checked
 * after an unclean end alone: what is sent before anything else, the rest in the background.
 */
const alwaysChecked = 16 * 1024 * 1024;
/** SQLite takes no longer path, in bytes, outside of Windows; its log's name is a little longer. */
const longestPath = 500;

type Options = {
  /** The folder of the database; made when it is not there. */
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly random: Pick<RandomIds, "bytes">;
  /** Looks after the files while they are open; left out, nobody does. */
  readonly watch?: StoreWatch;
  /** Told of each step of putting a backup in the place of the records. */
  readonly onPutBack?: OnPutBack;
  /** For tests of migrations. */
  readonly schema?: {
    readonly migrations: readonly Migration[];
    readonly onStep?: (step: MigrationStep) => void;
  };
};
type Schema = NonNullable<Options["schema"]>;

class Unopened extends Error {
  readonly problem: Exclude<StoreErrorKind, "keychain">;
  constructor(problem: Exclude<StoreErrorKind, "keychain">) {
    super(`The store did not open: ${problem}.`);
    this.problem = problem;
  }
}

async function createFile(directory: string, key: DatabaseKey, schema: Schema): Promise<void> {
  const unfinished = join(directory, unfinishedName);
  for (const end of fileEnds) rmSync(unfinished + end, { force: true });
  // Its log gets the same rights from SQLite.
  ensurePrivateFile(unfinished);
  const db = await connect(unfinished, key);
  try {
    migrateDatabase(db, schema.migrations, schema.onStep);
    // Its own name, by which the keychain counts for it: in the file from the beginning, not in its log.
    const name = db.prepare("insert or ignore into meta (key, value) values (?, ?)");
    name.run(databaseNameKey, key.salt.toString("hex"));
  } finally {
    db.close();
  }
  renameSync(unfinished, join(directory, fileName));
  syncFolder(directory);
}

/**
 * Looks at a file without changing it or its log. Throws why it is not to be opened; answers what is left to be done.
 */
async function inspect(file: string, key: DatabaseKey, schema: Schema): Promise<CheckMark | null> {
  const endedUncleanly = getFileSize(`${file}-wal`) > 0;
  const absent = [`${file}-wal`, `${file}-shm`].filter((name) => !existsSync(name));
  const db = await connectReadOnly(file, key);
  try {
    if (readSchemaVersion(db) > (schema.migrations.at(-1)?.version ?? 0)) throw new Unopened("newer");
    const mark = readCheckMark(db);
    if (getFileSize(file) <= alwaysChecked || mark === "damaged") {
      if (db.pragma("quick_check(1)", { simple: true }) !== "ok") throw new Unopened("damaged");
      return null;
    }
    if (!endedUncleanly && mark === null) return null;
    if (!areSmallTablesWhole(db)) throw new Unopened("damaged");
    return "unchecked";
  } finally {
    db.close();
    // Looking makes an empty log and its index, and closing does not take them away again.
    for (const name of absent) rmSync(name, { force: true });
  }
}

/**
 * A disk that is full, or records that another program holds, would refuse the first thing that is saved:
 * that is found out before anybody types.
 */
function tryWriting(db: Database, mark: CheckMark | null): void {
  db.transaction(() => {
    db.exec(`insert into meta (key, value) values ('opened', '1')
      on conflict (key) do update set value = cast(value as integer) + 1`);
    setCheckMark(db, mark);
  }).immediate();
}

type Opened = { readonly db: Database; readonly isUnchecked: boolean };

async function openFile(file: string, key: DatabaseKey, schema: Schema): Promise<Opened> {
  makeStorePrivate(file);
  const mark = await inspect(file, key, schema);
  const db = await connect(file, key);
  try {
    migrateDatabase(db, schema.migrations, schema.onStep);
    tryWriting(db, mark);
    return { db, isUnchecked: mark !== null };
  } catch (error) {
    db.close();
    throw error;
  }
}

type Opening = {
  readonly file: string;
  readonly directory: string;
  readonly schema: Schema;
  readonly origin: StoreOrigin;
};

/** Opens the file, made first where there was none. From then on the library alone has the key, and drops it at closing. */
async function openWith(key: DatabaseKey, { file, directory, schema, origin }: Opening): Promise<Opened> {
  try {
    if (origin === "created") await createFile(directory, key, schema);
    return await openFile(file, key, schema);
  } finally {
    key.bytes.fill(0);
  }
}

/** The index of a log holds nothing by itself, and neither does a log that is empty. */
const holdsRecords = (file: string): boolean => existsSync(file) || getFileSize(`${file}-wal`) > 0;

/** The salt at the beginning of a file that may be ours. */
function saltOf(file: string): Buffer {
  if (!existsSync(file)) throw new Unopened("damaged"); // its log is there without it
  const salt = readFirstBytes(file, saltLength);
  if (salt.length < saltLength || salt.equals(plainHeader)) throw new Unopened("damaged");
  return salt;
}

/** What kept the store from opening, from what was thrown on the way. */
function problemOf(error: unknown): Exclude<StoreErrorKind, "keychain"> | null {
  if (error instanceof Unopened) return error.problem;
  const code = getSqliteCode(error);
  if (code !== null) return /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? "damaged" : "unwritable";
  if (!(error instanceof Error)) return null;
  if (error instanceof SettingRefused || "syscall" in error) return "unwritable";
  return /native|binding|\.node\b|ERR_MODULE_NOT_FOUND|ERR_DLOPEN_FAILED/.test(error.message)
    ? "unsupported"
    : null;
}

/**
 * Opens the store, or makes it at the first start: the key is in the keychain before the file exists, and
 * nowhere else. Never replaces or changes files that it cannot open; each reason is a failure of its own.
 * A throw is a fault of the program.
 */
export async function openStore(options: Options): Promise<OpenResult> {
  const { directory, secrets, schema = { migrations }, watch } = options;
  const file = getStoreFile(directory);
  const refuse = (problem: Exclude<StoreErrorKind, "keychain">): OpenResult => ({
    ok: false,
    problem,
    failure: toOpenFailure(problem, directory),
    files: listStoreFiles(directory),
  });

  try {
    if (process.platform !== "win32" && Buffer.byteLength(file) > longestPath) return refuse("too-long");
    finishPutBack(directory, options.onPutBack);
    const origin: StoreOrigin = holdsRecords(file) ? "opened" : "created";
    const known = createKnownRecords(secrets, directory);
    const found = await (origin === "created" ? firstKey(options) : findKey(secrets, saltOf(file)));
    if (!found.ok) {
      return { ok: false, problem: "keychain", failure: found.failure, files: listStoreFiles(directory) };
    }
    const key = found.value;
    if (key === "gone") return refuse("missing");
    if (key === "missing") return refuse("key-missing");
    if (key === "wrong") return refuse("wrong-key");
    ensurePrivateFolder(directory);
    const { db, isUnchecked } = await openWith(key, { file, directory, schema, origin });
    // After the file is there: a crash in between must not leave a note of records that never were.
    await known.remember(key.salt);
    return {
      ok: true,
      value:
        watch === undefined
          ? createSqliteStore(db, origin)
          : createWatchedStore({ db, origin, directory, watch, isUnchecked }),
    };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return refuse(problem);
  }
}

/** Opens a store that forgets everything with the process, for where there is no keychain to keep a key in. */
export async function openMemoryStore(directory: string): Promise<OpenResult> {
  try {
    return { ok: true, value: await createMemoryStore() };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { ok: false, problem, failure: toOpenFailure(problem, directory), files: [] };
  }
}

/** The key of records that are to be made. `gone`: there were some, so a person decides. */
async function firstKey({
  directory,
  secrets,
  random,
}: Options): Promise<SecretResult<DatabaseKey | "gone">> {
  const known = await createKnownRecords(secrets, directory).areKnown();
  if (!known.ok) return known;
  if (known.value) return { ok: true, value: "gone" };
  ensurePrivateFolder(directory);
  return createKey(secrets, random);
}

/**
 * Puts the files of a store that does not open aside, under names that say when, so that the next start
 * makes a new one; of records that are missing, only the note that there were any goes. Only a person decides
 * this. Their key stays in the keychain. Answers the new names.
 */
export async function setAsideStore(options: {
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly clock: Pick<Clock, "now">;
}): Promise<Result<readonly string[]>> {
  const { directory, secrets, clock } = options;
  // Before the files: the other way round, a crash would have the next start look for them.
  const forgotten = await createKnownRecords(secrets, directory).forget();
  if (!forgotten.ok) return failed(forgotten.failure);
  const name = findFreeName(directory, "aside", clock.now());
  const moved: string[] = [];
  try {
    // The file before its log: the other way round, a crash would leave a file that opens, without its end.
    for (const end of fileEnds) {
      const from = getStoreFile(directory) + end;
      if (!existsSync(from)) continue;
      renameSync(from, join(directory, name + end));
      moved.push(join(directory, name + end));
    }
    if (moved.length > 0) syncFolder(directory);
    return ok(moved);
  } catch {
    return failed(fail("store", say("failures.store.notSetAside", { directory })));
  }
}

/** A store that forgets everything with the process: for tests, and where there is no keychain. */
async function createMemoryStore(): Promise<Store> {
  const db = await connectInMemory();
  migrateDatabase(db, migrations);
  return createSqliteStore(db, "memory");
}
