import type { Entry, Query } from "./text.ts";

/** Something that finds people; each is built over the same entries and asked the same. */
export type Engine = {
  /** At most 20 identifiers, best first. */
  readonly find: (query: Query) => readonly string[];
};

export type EngineName =
  | "MiniSearch"
  | "FlexSearch"
  | "Fuse.js"
  | "uFuzzy"
  | "FTS5 with rank"
  | "FTS5 trigram";

export type MakeEngine = (
  entries: readonly Entry[],
  options: {
    /** Typing errors are to be forgiven. */
    readonly fuzzy: boolean;
    /** For what keeps its index in a file. */
    readonly directory: string;
  },
) => Promise<Engine>;

/** How many an answer has at most. */
export const most = 20;
