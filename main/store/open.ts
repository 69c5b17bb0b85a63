import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { fail, failed, ok, type Result } from "../../contract/failure.ts";
import type { SecretStore } from "../account/secret-store.ts";
import type { Clock, RandomIds } from "../platform/ports.ts";
import { connect, connectReadOnly, SettingRefused } from "./connection.ts";
import { createKey, findKey, saltLength, type DatabaseKey } from "./key.ts";
import { migrate, migrations, schemaVersion, type Migration, type MigrationStep } from "./migrations.ts";
import { openFailure, sqliteCode } from "./problems.ts";
import { sqliteStore } from "./sqlite-store.ts";
import type { OpenResult, StoreOrigin, StoreProblem } from "./types.ts";

const fileName = "front-desk.db";
/** A database is made under this name and gets its own when it is whole: so one that is empty was damaged. */
const unfinishedName = "front-desk.db.new";
const plainHeader = Buffer.from("SQLite format 3\0", "latin1");
/** Files up to this size (bytes) are checked whole at every start; larger ones after an unclean end. */
const alwaysChecked = 64 * 1024 * 1024;

type Options = {
  /** The folder of the database; made when it is not there. */
  readonly directory: string;
  readonly secrets: SecretStore;
  readonly random: Pick<RandomIds, "bytes">;
  /** For tests of migrations. */
  readonly schema?: {
    readonly migrations: readonly Migration[];
    readonly onStep?: (step: MigrationStep) => void;
  };
};
type Schema = NonNullable<Options["schema"]>;

class Unopened extends Error {
  readonly problem: Exclude<StoreProblem, "keychain">;
  constructor(problem: Exclude<StoreProblem, "keychain">) {
    super(`The store did not open: ${problem}.`);
    this.problem = problem;
  }
}

/** The files of the store that are there. */
export const storeFiles = (directory: string): string[] =>
  ["", "-wal", "-shm"].map((end) => join(directory, fileName + end)).filter((file) => existsSync(file));

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

function firstBytes(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const handle = openSync(file, "r");
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, length, 0));
  } finally {
    closeSync(handle);
  }
}

/** Makes a rename durable. Windows does not sync folders, and does not need it: its journal does. */
function syncFolder(directory: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(directory, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

async function createFile(directory: string, key: DatabaseKey, schema: Schema): Promise<void> {
  const unfinished = join(directory, unfinishedName);
  for (const end of ["", "-wal", "-shm"]) rmSync(unfinished + end, { force: true });
  const db = await connect(unfinished, key);
  try {
    migrate(db, schema.migrations, schema.onStep);
  } finally {
    db.close();
  }
  renameSync(unfinished, join(directory, fileName));
  syncFolder(directory);
}

/** Looks at a file without changing it or its log. Throws why it is not to be opened. */
async function inspect(file: string, key: DatabaseKey, schema: Schema): Promise<void> {
  const endedUncleanly = sizeOf(`${file}-wal`) > 0;
  const absent = [`${file}-wal`, `${file}-shm`].filter((name) => !existsSync(name));
  const db = await connectReadOnly(file, key);
  try {
    if (schemaVersion(db) > (schema.migrations.at(-1)?.version ?? 0)) throw new Unopened("newer");
    if (!endedUncleanly && sizeOf(file) > alwaysChecked) return;
    if (db.pragma("quick_check(1)", { simple: true }) !== "ok") throw new Unopened("damaged");
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
function tryWriting(db: Database): void {
  db.transaction(() =>
    db.exec(`insert into meta (key, value) values ('opened', '1')
      on conflict (key) do update set value = cast(value as integer) + 1`),
  ).immediate();
}

async function openFile(file: string, key: DatabaseKey, schema: Schema): Promise<Database> {
  await inspect(file, key, schema);
  const db = await connect(file, key);
  try {
    migrate(db, schema.migrations, schema.onStep);
    tryWriting(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The salt at the beginning of a file that may be ours. */
function saltOf(file: string): Buffer {
  if (!existsSync(file)) throw new Unopened("damaged"); // its log is there without it
  const salt = firstBytes(file, saltLength);
  if (salt.length < saltLength || salt.equals(plainHeader)) throw new Unopened("damaged");
  return salt;
}

/** What kept the store from opening, from what was thrown on the way. */
function problemOf(error: unknown): Exclude<StoreProblem, "keychain"> | null {
  if (error instanceof Unopened) return error.problem;
  const code = sqliteCode(error);
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
  const { directory, secrets, random, schema = { migrations } } = options;
  const file = join(directory, fileName);
  const refuse = (problem: Exclude<StoreProblem, "keychain">): OpenResult => ({
    ok: false,
    problem,
    failure: openFailure(problem, directory),
    files: storeFiles(directory),
  });

  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const origin: StoreOrigin = storeFiles(directory).length === 0 ? "created" : "opened";
    const found = await (origin === "created" ? createKey(secrets, random) : findKey(secrets, saltOf(file)));
    if (!found.ok) {
      return { ok: false, problem: "keychain", failure: found.failure, files: storeFiles(directory) };
    }
    if (found.value === "missing") return refuse("key-missing");
    if (found.value === "wrong") return refuse("wrong-key");
    if (origin === "created") await createFile(directory, found.value, schema);
    return { ok: true, value: sqliteStore(await openFile(file, found.value, schema), origin) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return refuse(problem);
  }
}

/** `20261231T235959Z`, and a number when that name is taken. */
function asideName(directory: string, now: Date): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const taken = (name: string): boolean =>
    ["", "-wal", "-shm"].some((end) => existsSync(join(directory, name + end)));
  const first = `${fileName}.aside-${stamp}`;
  let name = first;
  for (let number = 2; taken(name); number += 1) name = `${first}-${number}`;
  return name;
}

/**
 * Puts the files of a store that does not open aside, under names that say when, so that the next start
 * makes a new one. Only a person decides this. Their key stays in the keychain. Answers the new names.
 */
export function setAsideStore(options: {
  readonly directory: string;
  readonly clock: Pick<Clock, "now">;
}): Result<readonly string[]> {
  const { directory, clock } = options;
  const name = asideName(directory, clock.now());
  const moved: string[] = [];
  try {
    // The file before its log: the other way round, a crash would leave a file that opens, without its end.
    for (const end of ["", "-wal", "-shm"]) {
      const from = join(directory, fileName + end);
      if (!existsSync(from)) continue;
      renameSync(from, join(directory, name + end));
      moved.push(join(directory, name + end));
    }
    syncFolder(directory);
    return ok(moved);
  } catch {
    return failed(fail("store", `The files in ${directory} could not be set aside. Nothing was deleted.`));
  }
}
