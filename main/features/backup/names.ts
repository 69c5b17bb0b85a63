/**
 * The name of a backup: the computer's name for people, the desk's own word for the program, and when. Files of another
 * desk in the same folder have another word.
 */
const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

/** A computer's name as a part of a file's: what any disk takes. */
function slug(name: string): string {
  const plain = name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 40) || "desk"
  );
}

export type DeskNames = {
  /** Eight hexadecimal digits, made once for this profile. */
  readonly word: string;
  /** The computer's name. */
  readonly name: string;
};

export const formatBackupName = ({ word, name }: DeskNames, at: Date): string =>
  `front-desk-backup-${slug(name)}-${word}-${stampOf(at)}.age`;

/** One at a time is written, under this name until it is whole. A later one replaces what a crash left. */
export const getUnfinishedFileName = (word: string): string => `.front-desk-backup-${word}.part`;

/** The stamp in the name of a backup of that desk, or null. */
export function readBackupStamp(file: string, word: string): string | null {
  const [, found, stamp] =
    /^front-desk-backup-[a-z0-9-]+-([0-9a-f]{8})-(\d{8}T\d{6}Z)\.age$/.exec(file) ?? [];
  return found === word && stamp !== undefined ? stamp : null;
}

/**
 * Of the files in a folder, those of that desk beyond the last `keep`; `written`, which has just been made, never. What is
 * dated after it was made while the clock was ahead, or this one while the clock is behind: nobody knows which, and it counts as
 * older than what is not. Among such the earlier date is the older.
 */
export function findExcessBackups(
  files: readonly string[],
  { word, keep, written }: { readonly word: string; readonly keep: number; readonly written: string },
): readonly string[] {
  const now = readBackupStamp(written, word) ?? "";
  const own = files
    .filter((file) => file !== written)
    .flatMap((file) => {
      const stamp = readBackupStamp(file, word);
      return stamp === null ? [] : [{ file, stamp, age: stamp > now ? "" : stamp }];
    })
    .toSorted((a, b) => b.age.localeCompare(a.age) || b.stamp.localeCompare(a.stamp));
  return own.slice(Math.max(0, keep - 1)).map(({ file }) => file);
}
