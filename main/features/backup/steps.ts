/** Names of the points on the way of making a backup and of restoring one, in their order. */
export const backupSteps = [
  "snapshot-taken",
  "file-begun",
  "half-written",
  "written",
  "synced",
  "renamed",
  "recorded",
  "pruned",
  "half-staged",
  "staged",
  "key-kept",
  "decided",
  "database-aside",
  "log-aside",
  "put-back",
  "note-gone",
] as const;
export type BackupStep = (typeof backupSteps)[number];

/** Called when a point is reached. The program itself only passes through; tests stop it there. */
export type OnBackupStep = (step: BackupStep) => void;
