/** An entry of the activity log as it is kept, but for its hash. */
export type KeptEntry = {
  /** Counted from 1, without gaps. */
  readonly n: number;
  /** RFC 3339 instant. */
  readonly at: string;
  readonly account: string | null;
  readonly person: string | null;
  readonly byProgram: boolean;
  readonly act: string;
  readonly record: string | null;
  /** JSON, as it was written. */
  readonly more: string;
};

/** What the first entry has in place of the hash of the one before. */
export const noHash = "0".repeat(64);

/**
 * The text whose SHA-256, over its UTF-8, is the entry's hash: a JSON object with its parts in this order, and the hash of
 * the entry before as the last. It is what docs/security.md tells others, and is never changed.
 */
export function serializeEntry(entry: KeptEntry, previous: string): string {
  const { n, at, account, person, byProgram, act, record, more } = entry;
  const head = JSON.stringify({ n, at, account, person, byProgram, act, record }).slice(0, -1);
  return `${head},"more":${more},"previous":"${previous}"}`;
}

/** The entry as one line of an exported log: its text, with its hash behind it. */
export const formatEntryLine = (text: string, hash: string): string =>
  `${text.slice(0, -1)},"hash":"${hash}"}`;
