import type { Database } from "better-sqlite3-multiple-ciphers";
import type { Later } from "./chores.ts";
import { createAccountSigns, getPrefixEnd, toSignedWord } from "./search-words.ts";
import { createSortedNames, type SortedNames } from "./sorted-names.ts";

/** The distinct surnames and first names of an account. */
export type Names = { readonly l: SortedNames; readonly f: SortedNames };

export type KnownNames = {
  readonly of: (accountId: string) => Names;
  /** A patient of this name may be there from now on; one that is not is looked for in vain. */
  readonly add: (accountId: string, name: { readonly last: string; readonly first: string }) => void;
};

/** How many names are read at once. */
const readAtOnce = 300;

/**
 * The names of each account that is searched, read from the index bit by bit: until all are there, fewer typing errors
 * are understood. 110,000 surnames take about 4 MB.
 */
export function createNameIndex(db: Database, later: Later): KnownNames {
  const signOf = createAccountSigns();
  const next = db
    .prepare<unknown[], string>(
      `select term from patient_name_terms where term > ? and term < ? limit ${readAtOnce}`,
    )
    .pluck();
  const known = new Map<string, Names>();

  function read(sign: string, tag: keyof Names, names: SortedNames): void {
    const tagged = toSignedWord(sign, tag, "");
    let last = tagged;
    later(() => {
      if (!db.open) return false;
      const terms = next.all(last, getPrefixEnd(tagged));
      names.append(terms.map((term) => term.slice(tagged.length)));
      last = terms.at(-1) ?? last;
      return terms.length === readAtOnce;
    });
  }

  function of(accountId: string): Names {
    const sign = signOf(accountId);
    let names = known.get(sign);
    if (names === undefined) {
      names = { l: createSortedNames(), f: createSortedNames() };
      known.set(sign, names);
      read(sign, "l", names.l);
      read(sign, "f", names.f);
    }
    return names;
  }

  return {
    of,
    add: (accountId, { last, first }) => {
      const names = known.get(signOf(accountId));
      names?.l.add(last);
      names?.f.add(first);
    },
  };
}
