import { z } from "zod";
import { backupFacts } from "../../../shared/backup/backup.ts";

/** The files in a backup, in their order. */
export const entryNames = {
  manifest: "manifest.json",
  key: "database.key",
  database: "front-desk.db",
} as const;

/** Bytes of a manifest at most. */
export const longestManifest = 16 * 1024;
export const databaseKeyLength = 32;

/** What a backup says of itself and of its database. */
export const manifest = backupFacts.extend({
  format: z.literal("front-desk-backup"),
  /** Of this description. */
  formatVersion: z.literal(1),
  database: z.strictObject({
    bytes: z.int().min(1),
    /** SHA-256 of its encrypted bytes, in hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** Why a file cannot be restored. */
export const badFiles = [
  "unreadable", // the disk did not give it
  "not-backup",
  "passphrase",
  "damaged", // cut off, or changed
  "newer", // a later Front Desk made it
  "no-space", // there is no room beside the records
  "not-written", // the disk beside the records did not take it
] as const;
export type BadFile = (typeof badFiles)[number];

/** Thrown where a backup is read. */
export class BadBackup extends Error {
  readonly why: BadFile;
  constructor(why: BadFile) {
    super(`The backup is not to be restored: ${why}.`);
    this.why = why;
  }
}
