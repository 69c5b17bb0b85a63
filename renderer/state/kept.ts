import type { RouteOutput } from "../../contract/routes.ts";

/** Where records are kept: without a keychain in memory alone, and gone when the program quits. */
export type RecordsKept = RouteOutput<"app.info">["recordsKept"];

/** What the sentences say of the disk, and what of that is true in memory. */
const inMemory: readonly (readonly [saved: string, kept: string])[] = [
  ["Saved on this computer", "Kept while Front Desk is open"],
  ["saved on this computer", "kept while Front Desk is open"],
  ["Saved as typed", "Kept as typed while Front Desk is open"],
  ["It is saved and", "It is kept while Front Desk is open, and"],
  ["Saved for later", "Kept for later"],
  [", also after a restart", ""],
];
/** Said of a setting. */
const savedAlone = "Saved";

/** The words, as true as they are here: where nothing is written to disk, nothing is called saved. */
export const asKept = (words: string, kept: RecordsKept): string =>
  kept === "disk"
    ? words
    : words === savedAlone
      ? "Kept while Front Desk is open"
      : inMemory.reduce((text, [saved, is]) => text.replaceAll(saved, is), words);
