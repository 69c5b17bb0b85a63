import type Sqlite from "better-sqlite3-multiple-ciphers";
import { join } from "node:path";
import { peer } from "../peers.ts";
import { most, type EngineName, type MakeEngine } from "./engine.ts";
import type { Entry } from "./text.ts";

/** The peers of search, each as its own documentation sets it up for search as one types. */

const fields = ["last", "first", "dob", "phone", "email"] as const;
const textOf = (entry: Entry): string => fields.map((field) => entry[field]).join(" ");

type MiniSearch = new (options: object) => {
  readonly addAll: (documents: readonly Entry[]) => void;
  readonly search: (text: string, options: object) => readonly { readonly id: string }[];
};

/** Its guide: `prefix: true`, `fuzzy: 0.2`, and `combineWith: "AND"` to narrow with each word. */
const miniSearch: MakeEngine = async (entries, { fuzzy }) => {
  const MiniSearch = await peer<MiniSearch>("minisearch");
  const index = new MiniSearch({ fields: [...fields] });
  index.addAll(entries);
  const options = { prefix: true, combineWith: "AND", ...(fuzzy ? { fuzzy: 0.2 } : {}) };
  return {
    find: ({ plain }) =>
      index
        .search(plain, options)
        .slice(0, most)
        .map(({ id }) => id),
  };
};

type FlexSearch = {
  readonly Index: new (options: object) => {
    readonly add: (id: number, text: string) => void;
    readonly search: (text: string, options: object) => readonly number[];
  };
};

/** Its readme: `tokenize: "forward"` for beginnings of words. */
const flexSearch: MakeEngine = async (entries) => {
  const { Index } = await peer<FlexSearch>("flexsearch");
  const index = new Index({ tokenize: "forward" });
  entries.forEach((entry, at) => index.add(at, textOf(entry)));
  return { find: ({ plain }) => index.search(plain, { limit: most }).map((at) => entries[at]?.id ?? "") };
};

type Fuse = new (
  entries: readonly Entry[],
  options: object,
) => { readonly search: (text: string, options: object) => readonly { readonly item: Entry }[] };

/** Its documentation: keys, and a limit. It reads every entry at each search. */
const fuse: MakeEngine = async (entries) => {
  const Fuse = await peer<Fuse>("fuse.js");
  const index = new Fuse(entries, { keys: [...fields], threshold: 0.2 });
  return { find: ({ plain }) => index.search(plain, { limit: most }).map(({ item }) => item.id) };
};

type UFuzzy = new (options: object) => {
  readonly search: (
    haystack: readonly string[],
    needle: string,
    outOfOrder: number,
    infoThreshold: number,
  ) => readonly [
    readonly number[] | null,
    { readonly idx: readonly number[] } | null,
    readonly number[] | null,
  ];
};

/** Its readme: out of order for several words, `intraMode: 1` for typing errors, ranking of at most 1,000. */
const uFuzzy: MakeEngine = async (entries, { fuzzy }) => {
  const UFuzzy = await peer<UFuzzy>("@leeoniya/ufuzzy");
  const index = new UFuzzy(fuzzy ? { intraMode: 1 } : {});
  const haystack = entries.map(textOf);
  return {
    find: ({ plain }) => {
      const [found, info, order] = index.search(haystack, plain, 1, 1_000);
      const ranked = info !== null && order !== null ? order.map((at) => info.idx[at] ?? -1) : (found ?? []);
      return ranked.slice(0, most).map((at) => entries[at]?.id ?? "");
    },
  };
};

/** FTS5 in a file, unencrypted; with `tokenize` and the query's words written as it wants them. */
const fts5 =
  (name: string, settings: string, match: (words: readonly string[]) => string): MakeEngine =>
  async (entries, { directory }) => {
    const Database = await peer<typeof Sqlite>("better-sqlite3-multiple-ciphers");
    const db = new Database(join(directory, `${name}.db`));
    db.pragma("journal_mode = off");
    db.pragma("synchronous = off");
    db.exec(`create virtual table people using fts5(id unindexed, ${fields.join(", ")}, ${settings})`);
    const insert = db.prepare("insert into people values (?, ?, ?, ?, ?, ?)");
    db.transaction(() => {
      for (const entry of entries) insert.run(entry.id, ...fields.map((field) => entry[field]));
    })();
    const find = db
      .prepare<[string], string>(`select id from people where people match ? order by rank limit ${most}`)
      .pluck();
    return {
      find: ({ plain }) => {
        const query = match(plain.split(/[^a-z0-9]+/).filter(Boolean));
        return query === "" ? [] : find.all(query);
      },
    };
  };

const beginnings = (words: readonly string[]): string => words.map((word) => `"${word}"*`).join(" AND ");

/** Any three letters in a row that the words have; rank puts those with most of them first. */
const trigrams = (words: readonly string[]): string =>
  words
    .flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - 2) }, (_, at) => word.slice(at, at + 3)),
    )
    .map((three) => `"${three}"`)
    .join(" OR ");

export const engines: Readonly<Record<EngineName, MakeEngine>> = {
  MiniSearch: miniSearch,
  FlexSearch: flexSearch,
  "Fuse.js": fuse,
  uFuzzy,
  "FTS5 with rank": fts5("rank", "prefix='1 2 3'", beginnings),
  "FTS5 trigram": fts5("trigram", "tokenize='trigram'", trigrams),
};
