import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { makePrivate } from "../platform/private-files.ts";

export const fileName = "front-desk.db";
/** The database and what SQLite keeps beside it. */
export const fileEnds = ["", "-wal", "-shm"] as const;

/** Where the records of a folder are. */
export const getStoreFile = (directory: string): string => join(directory, fileName);

/** The files of the store that are there. */
export const listStoreFiles = (directory: string): string[] =>
  fileEnds.map((end) => getStoreFile(directory) + end).filter((file) => existsSync(file));

/** The end of the name of a log whose database was taken away: nobody may find it beside another one. */
export const logWord = ".log";

/** Copies that were kept when the database was taken away under the program that had it open. */
export function listKeptCopies(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.startsWith(`${fileName}.kept-`) && !name.endsWith(logWord))
    .map((name) => join(directory, name));
}

export const getFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

export function readFirstBytes(file: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const handle = openSync(file, "r");
  try {
    return bytes.subarray(0, readSync(handle, bytes, 0, length, 0));
  } finally {
    closeSync(handle);
  }
}

/** Takes the files from everybody but this user. */
export function makeStorePrivate(file: string): void {
  for (const end of fileEnds) makePrivate(file + end, 0o600);
}

/** A name beside the database that nothing has yet: `front-desk.db.aside-20261231T235959Z`, or with a number. */
export function findFreeName(directory: string, word: "aside" | "kept", now: Date): string {
  const stamp = `${now.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
  const taken = (name: string): boolean => fileEnds.some((end) => existsSync(join(directory, name + end)));
  const first = `${fileName}.${word}-${stamp}`;
  let name = first;
  for (let number = 2; taken(name); number += 1) name = `${first}-${number}`;
  return name;
}
