import { z } from "zod";
import { backupReasons } from "../../../shared/backup/backup.ts";

/** Under which key `meta` has it. */
export const recordKey = "backup";

const keptRecord = z.object({
  /** The last that was written whole: RFC 3339 instant, and its path. */
  good: z.object({ at: z.string(), file: z.string() }).nullable(),
  /** Why the tries since then failed, how many, and when the last one was. */
  problem: z.object({ reason: z.enum(backupReasons), at: z.string(), failures: z.int().min(1) }).nullable(),
});
/** What became of the backups of these records. */
export type BackupRecord = z.infer<typeof keptRecord>;

const none: BackupRecord = { good: null, problem: null };

/** From the text in `meta`; none where there is none, or it cannot be read. */
export function parseBackupRecord(text: string | null): BackupRecord {
  try {
    return keptRecord.safeParse(JSON.parse(text ?? "null")).data ?? none;
  } catch {
    return none;
  }
}
