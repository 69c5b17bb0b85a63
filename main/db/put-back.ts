import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Database } from "better-sqlite3-multiple-ciphers";
import { syncFolder } from "../platform/sync-folder.ts";
import { setCheckMark } from "./background-check.ts";
import { connect, connectInMemory } from "./connection.ts";
import { fileEnds, fileName, readFirstBytes, findFreeName, getStoreFile } from "./files.ts";
import { findDatabaseKey, saltLength, type DatabaseKey } from "./key.ts";
import { migrateDatabase, migrations, readSchemaVersion } from "./migrations.ts";

/** Steps of putting a database in the place of another, in their order. */
export type PutBackStep = "database-aside" | "log-aside" | "put-back" | "note-gone";
export type OnPutBack = (step: PutBackStep) => void;

const stagedName = `${fileName}.restoring`;
const noteName = `${fileName}.restore`;

/** In `meta` of a database that was put back: the moment of its backup, RFC 3339, until what follows is done. */
export const restoredKey = "restored";
/** The same, of the path of the file. */
export const restoredFromKey = "restored-from";

/** Where a database waits that is to be put back. */
export const getStagedFile = (directory: string): string => join(directory, stagedName);

/** Takes away what waits. Nothing else is touched. */
export function dropStaged(directory: string): void {
  for (const end of fileEnds) rmSync(getStagedFile(directory) + end, { force: true });
}

/** `newer`: its layout is a later version's. `damaged`: it does not open with that key, or is not as this program makes it. */
export type StagedProblem = "newer" | "damaged";

/** The staged file's key, if these bytes are it. */
export const findStagedKey = (directory: string, bytes: Buffer): DatabaseKey | null =>
  findDatabaseKey(bytes, readFirstBytes(getStagedFile(directory), saltLength));

/** What acts by itself when something is written, as the database has it. */
const actors = (db: Database): readonly string[] =>
  db
    .prepare<unknown[], string>(
      "select sql from sqlite_schema where type in ('trigger', 'view') order by sql",
    )
    .pluck()
    .all();

/**
 * Whether nothing acts in it but what this program made: whoever has the passphrase of a backup could have put a trigger
 * in it that takes the note back, or sends what nobody booked.
 */
async function hasOwnActors(db: Database, version: number): Promise<boolean> {
  const own = await connectInMemory();
  try {
    migrateDatabase(
      own,
      migrations.filter((step) => step.version <= version),
    );
    return JSON.stringify(actors(db)) === JSON.stringify(actors(own));
  } finally {
    own.close();
  }
}

function noteRestored(db: Database, { at, file }: { readonly at: string; readonly file: string }): void {
  const note = db.prepare("insert or replace into meta (key, value) values (?, ?)");
  note.run(restoredKey, at);
  note.run(restoredFromKey, file);
  setCheckMark(db, "unchecked");
}

/**
 * Opens the database that waits, and notes in it of when it is: whatever becomes of the program from here on, what is
 * unfinished in it is doubted before anything is sent. The next start checks all of its pages. Null: it is ready.
 */
export async function markStaged(
  directory: string,
  { key, at, file }: { readonly key: DatabaseKey; readonly at: string; readonly file: string },
): Promise<StagedProblem | null> {
  const db = await connect(getStagedFile(directory), key).catch(() => null);
  if (db === null) return "damaged";
  try {
    const version = readSchemaVersion(db);
    if (version > (migrations.at(-1)?.version ?? 0)) return "newer";
    if (!(await hasOwnActors(db, version))) return "damaged";
    db.transaction(noteRestored).immediate(db, { at, file });
    const noted = db.prepare<unknown[], unknown>("select value from meta where key = ?").pluck();
    return noted.get(restoredKey) === at ? null : "damaged";
  } catch {
    return "damaged";
  } finally {
    // The last connection merges its log and takes it away.
    db.close();
  }
}

/** Puts a text on the disk, whole or not at all. */
function writeDurably(file: string, text: string): void {
  const unfinished = `${file}.new`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    const handle = openSync(unfinished, "r+");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/**
 * Decides that what waits takes the place of the records: from here on each start goes on with it, and nothing else does.
 * The note says under which name the records that are here are put aside: what is answered.
 */
export function decidePutBack(directory: string, now: Date): string {
  const name = findFreeName(directory, "aside", now);
  writeDurably(join(directory, noteName), name);
  syncFolder(directory);
  return name;
}

export const isPutBackDecided = (directory: string): boolean => existsSync(join(directory, noteName));

/** The name in the note. One that somebody spoilt is written anew: the file and its log get one name, whenever this ends. */
function asideName(directory: string): string {
  const text = readFileSync(join(directory, noteName), "utf8");
  if (text.startsWith(`${fileName}.aside-`) && /^[\w.-]+$/.test(text)) return text;
  return decidePutBack(directory, new Date());
}

/**
 * Before the records are opened: does what was decided, from wherever it was left, or takes away what waits undecided.
 * At each moment either the records of before or those of the backup are there whole, and the next start ends it.
 * Throws what the disk says.
 */
export function finishPutBack(directory: string, onStep: OnPutBack = () => undefined): void {
  if (!isPutBackDecided(directory)) return dropStaged(directory);
  const staged = getStagedFile(directory);
  if (existsSync(staged)) {
    const aside = join(directory, asideName(directory));
    // The file before its log: the other way round, what is put aside would open without its end.
    for (const end of fileEnds) {
      if (existsSync(getStoreFile(directory) + end)) renameSync(getStoreFile(directory) + end, aside + end);
      onStep(end === "" ? "database-aside" : "log-aside");
    }
    syncFolder(directory);
    renameSync(staged, getStoreFile(directory));
    syncFolder(directory);
    onStep("put-back");
  }
  rmSync(join(directory, noteName));
  syncFolder(directory);
  onStep("note-gone");
}
