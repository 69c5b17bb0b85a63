import { z } from "zod";
import { recordId } from "../core/record-id.ts";

/** Why a backup was not written. */
export const backupReasons = [
  "folder-away", // it is not there, or does not answer
  "disk-full",
  "no-permission",
  "keychain", // the passphrase or the records' key is not to be had
  "no-passphrase",
  "no-folder",
  "records", // this computer's own records could not be read
] as const;
export type BackupReason = (typeof backupReasons)[number];

/** So many files a desk may keep. */
export const mostKept = 60;
export const usuallyKept = 7;

/** What is to be done, and where. It is this computer's, whoever is signed in. */
export const backupPlan = z.strictObject({
  isDaily: z.boolean(),
  /** An absolute path; null until one was chosen. */
  folder: z.string().nullable(),
  keep: z.int().min(1).max(mostKept),
  hasPassphrase: z.boolean(),
});
export type BackupPlan = z.infer<typeof backupPlan>;

const count = z.int().min(0);
/** How much is in a backup, of all accounts but practice. */
export const backupCounts = z.strictObject({
  patients: count,
  bookings: count,
  /** Items that the service does not have yet, drafts among them. */
  waiting: count,
});
export type BackupCounts = z.infer<typeof backupCounts>;

/** What a backup says of itself. */
export const backupFacts = z.strictObject({
  /** The name of the computer that it was made on. */
  desk: z.string().min(1).max(200),
  /** RFC 3339 instant. */
  at: z.iso.datetime(),
  /** The version of Front Desk that made it. */
  version: z.string().max(100),
  /** Of the layout of its database. */
  layout: z.int().min(1),
  counts: backupCounts,
});
export type BackupFacts = z.infer<typeof backupFacts>;

/** A backup that was chosen to be restored. */
const chosenBackup = z.strictObject({
  id: recordId,
  /** Its name, without the folder. */
  name: z.string(),
  /** From 0 to 1 while it is read; null otherwise. */
  part: z.number().nullable(),
  /** What is in it, once all of it was read and found whole. */
  facts: backupFacts.nullable(),
});

export const backupState = z.strictObject({
  /** `memory`: nothing is kept on this computer. `practice`: practice has nothing to keep. `closed`: the records do not open. */
  isFor: z.enum(["records", "memory", "practice", "closed"]),
  /** Null: the keychain, where it is kept, does not answer. */
  plan: backupPlan.nullable(),
  /** The last that was written whole: when (RFC 3339) and the path of its file. */
  good: z.strictObject({ at: z.string(), file: z.string() }).nullable(),
  /** Why the last try since then failed, and when (RFC 3339) it was and the next one is. */
  problem: z
    .strictObject({ reason: z.enum(backupReasons), at: z.string(), nextAt: z.string().nullable() })
    .nullable(),
  /** Whole days without a backup although there should be one each; 0: none. */
  missed: count,
  /** From 0 to 1 while one is written; null otherwise. */
  part: z.number().nullable(),
  chosen: chosenBackup.nullable(),
  /** It is decided: the next start puts the chosen backup in the place of the records. */
  isRestoring: z.boolean(),
});
export type BackupState = z.infer<typeof backupState>;
