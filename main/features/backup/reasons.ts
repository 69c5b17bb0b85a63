import type { BackupReason } from "../../../shared/backup/backup.ts";

/** Thrown where a backup is written. */
export class NotWritten extends Error {
  readonly reason: BackupReason | "stopped";
  constructor(reason: BackupReason | "stopped") {
    super(`The backup was not written: ${reason}.`);
    this.reason = reason;
  }
}

const full = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const forbidden = new Set(["EACCES", "EPERM", "EROFS"]);

export const getErrorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

/** What the folder's disk says, in a word. A share that is gone says it in many ways. */
export function toBackupReason(error: unknown): BackupReason | "stopped" {
  if (error instanceof NotWritten) return error.reason;
  const code = getErrorCode(error);
  if (full.has(code)) return "disk-full";
  return forbidden.has(code) ? "no-permission" : "folder-away";
}

export const isFull = (error: unknown): boolean => full.has(getErrorCode(error));
/** Whether the system said it, and not the program itself. */
export const isSystems = (error: unknown): boolean => error instanceof Error && "syscall" in error;
