import type { BackupReason } from "../../../shared/backup/backup.ts";

/** Milliseconds from one look at whether a backup is due to the next. */
export const backupCheckInterval = 30_000;
const minute = 60_000;
/** Waits after the first, second, … try that failed. */
const waits = [1, 5, 15, 30, 60].map((minutes) => minutes * minute);

/** Milliseconds until the next try after so many that failed in a row. */
export const getRetryDelay = (failures: number): number =>
  waits[Math.min(failures, waits.length) - 1] ?? waits[0] ?? minute;

type Lacking = { readonly folder: string | null; readonly passphrase: string | null };

/** The plan still lacks what the last try failed for: until a person sets it, another try is of no use. */
export const needsPersonToAct = (reason: BackupReason, { folder, passphrase }: Lacking): boolean =>
  (reason === "no-passphrase" && passphrase === null) || (reason === "no-folder" && folder === null);

/** `YYYY-MM-DD` on the clinic's clock; `last` is null while there was none. Once on each day, whatever the clock did. */
export const isDue = (today: string, last: string | null): boolean => last !== today;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / (24 * 60 * minute));

/**
 * Whole days since the last backup, or since they are wanted, on which there was none. Today is not over: it does not
 * count. A clock that was put back counts nothing.
 */
export const countMissedDays = (today: string, since: string): number =>
  Math.max(0, dayNumber(today) - dayNumber(since) - 1);
