import type { Database } from "better-sqlite3-multiple-ciphers";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { reverseDigits } from "./fold.ts";
import type { KnownNames } from "./known-names.ts";
import { patientShape, type SequencedRow } from "./patient-index.ts";
import { dedupeById, parseRows } from "./rows.ts";
import { toPatientKeys, isMatch, hasTerm, shortestPart, type PatientQuery } from "./search-query.ts";
import { createSearchSteps, type SearchScope, type SearchStep } from "./search-steps.ts";
import {
  createAccountSigns,
  joinWithAnd,
  toPrefixQuery,
  joinWithOr,
  toExactQuery,
  joinWords,
  toSignedWord,
} from "./search-words.ts";
import type { PatientSearchPage, PatientRepository } from "./record-types.ts";

/** How many patients of one day of birth, or with one beginning of a number, are compared with the rest of a query. */
const mostCompared = 1_000;
/** Beginnings of names up to this length have an index; of longer ones few names have each. */
const indexedLength = 6;
/** So many names are looked up one by one. */
const fewNames = 64;
/** A shorter name is another name with every letter that changes. */
const shortestMistyped = 4;
const mostMistyped = 24;
/** Of more who may be meant nobody reads each. */
const mostNear = 5;
const addressLike = /[a-z].*[.@_]/;

type Wanted = Parameters<PatientRepository["search"]>[0];
type Number = NonNullable<PatientQuery["number"]>;

/** Finds known patients by what a person types. Each step is one look-up that stops when enough are found. */
export function createPatientSearch(
  db: Database,
  {
    names,
    personOf,
  }: { readonly names: KnownNames; readonly personOf: (patient: PatientRecord) => PatientRecord },
): (wanted: Wanted) => PatientSearchPage {
  const signOf = createAccountSigns();
  const { matching, inOrder, pairs, numbered, isRare } = createSearchSteps(db);

  function of(accountId: string) {
    const sign = signOf(accountId);
    const known = names.of(accountId);
    const tagged = (tag: Parameters<typeof toSignedWord>[1], text: string): string =>
      toSignedWord(sign, tag, text);
    const from = (tag: Parameters<typeof toSignedWord>[1], text: string): SearchStep =>
      inOrder(tagged(tag, text));
    const bornOn = (dob: string): string => toExactQuery(tagged("d", dob));

    /** Names of one kind that begin like this; long ones by way of the list of names. */
    function named(tag: "l" | "f", typed: string): string {
      const few = typed.length > indexedLength ? known[tag].beginning(typed, fewNames) : null;
      return few === null || few.length === 0
        ? toPrefixQuery(tagged(tag, typed))
        : joinWithOr(few.map((name) => toExactQuery(tagged(tag, name))));
    }
    const anyName = (typed: string): string =>
      joinWithOr([named("l", typed), named("f", typed), toPrefixQuery(tagged("p", typed))]);

    /** The steps of one word: whole names before beginnings, surnames before first names. */
    function* ofWord({ typed, squeezed }: PatientQuery["terms"][number]): Generator<SearchStep> {
      yield matching("whole", toExactQuery(tagged("x", typed)));
      // "jane.d" is the beginning of an address before it is one of "Jane Denise" written without a space.
      if (addressLike.test(typed)) yield from("e", typed);
      yield matching("names", toExactQuery(tagged("l", squeezed)));
      yield matching("names", toExactQuery(tagged("f", squeezed)));
      yield matching("names", named("l", squeezed));
      yield matching("names", named("f", squeezed));
      yield matching("names", toPrefixQuery(tagged("p", squeezed)));
      yield from("e", typed);
      yield from("x", typed);
    }

    /** Of what many names begin with, nobody needs to count who has them. */
    const isRareName = (typed: string): boolean =>
      (["l", "f"] as const).every((tag) => known[tag].beginning(typed, fewNames) !== null) &&
      isRare(anyName(typed.slice(0, indexedLength)));

    /** Two words that begin like this: by way of the pairs of the rarer one, or both, should both be common. */
    function bothBegin(one: string, other: string): SearchStep {
      const alike = one.startsWith(other) || other.startsWith(one);
      if (!alike && isRareName(one)) return pairs(tagged("n", one), other);
      if (!alike && isRareName(other)) return pairs(tagged("n", other), one);
      return matching("names", joinWithAnd([anyName(one), anyName(other)]));
    }

    function* ofTwo(one: string, other: string): Generator<SearchStep> {
      yield matching("whole", toExactQuery(tagged("n", joinWords(one, other))));
      yield pairs(tagged("n", joinWords(one, other)), "");
      yield pairs(tagged("n", joinWords(other, one)), "");
      yield (found) => bothBegin(one, other)(found);
      yield matching("names", named("l", one + other));
    }

    const near = (tag: "l" | "f", typed: string): readonly string[] =>
      typed.length < shortestMistyped ? [] : known[tag].near(typed, mostMistyped);

    /** One typing error in one of the names. */
    function* mistyped(words: readonly string[]): Generator<SearchStep> {
      const [one = "", other] = words;
      if (other === undefined) {
        for (const tag of ["l", "f"] as const) {
          const similar = near(tag, one);
          if (similar.length > 0)
            yield matching("names", joinWithOr(similar.map((name) => toExactQuery(tagged(tag, name)))));
        }
        return;
      }
      const both = (["l", "f"] as const).flatMap((tag) => [
        ...near(tag, one).map((name) => joinWords(name, other)),
        ...near(tag, other).map((name) => joinWords(name, one)),
      ]);
      if (both.length === 0) return;
      const similar = [...new Set(both)].map((text) => tagged("n", text));
      yield matching("whole", joinWithOr(similar.map(toExactQuery)));
      yield matching("whole", joinWithOr(similar.map(toPrefixQuery)));
    }

    function* ofNumber({ typed, digits, isPatientNumber, orBorn }: Number): Generator<SearchStep> {
      if (/^\d{1,15}$/.test(typed)) yield numbered(Number(typed));
      if (isPatientNumber) return;
      yield matching(
        "whole",
        joinWithOr([toExactQuery(tagged("x", typed)), toExactQuery(tagged("h", digits))]),
      );
      if (orBorn !== null) yield matching("whole", bornOn(orBorn));
      if (digits.length < shortestPart) return;
      yield from("h", digits);
      yield from("r", reverseDigits(digits));
      yield from("x", typed);
    }

    /** Whether one of the words is a name of theirs, or was meant for one. */
    function isNamedLike(words: PatientQuery["terms"]): (patient: PatientRecord) => boolean {
      const similar = new Set(
        words.flatMap(({ squeezed }) => [...near("l", squeezed), ...near("f", squeezed)]),
      );
      return (patient) => {
        const keys = toPatientKeys(patient);
        return words.some((term) => hasTerm(keys, term)) || similar.has(keys.last) || similar.has(keys.first);
      };
    }

    return { bornOn, ofWord, ofTwo, bothBegin, mistyped, ofNumber, isNamedLike };
  }

  /** Takes steps until enough are found. */
  function take(steps: Iterable<SearchStep>, found: SearchScope): SequencedRow[] {
    const rows = new Map<number, SequencedRow>();
    for (const step of steps) {
      // One that is there already keeps its place.
      for (const row of step(found)) rows.set(row.sequence, row);
      if (rows.size >= found.limit) break;
    }
    return [...rows.values()].slice(0, found.limit);
  }

  /** Who those records are, each person once. */
  const people = (records: readonly PatientRecord[]): readonly PatientRecord[] =>
    dedupeById(records.map(personOf));

  function page(rows: readonly SequencedRow[], limit: number): PatientSearchPage {
    const { items: records, ...unread } = parseRows(patientShape, rows);
    const items = people(records);
    const isAll = rows.length < limit;
    return { items, ...unread, total: isAll ? rows.length - records.length + items.length : null, near: [] };
  }

  /** What one part of the query finds, compared with all of it. */
  function compared(rows: readonly SequencedRow[], { query, limit }: Wanted): PatientSearchPage {
    const { items, ...unread } = parseRows(patientShape, rows);
    const met = people(items.filter((patient) => isMatch(toPatientKeys(patient), query)));
    const total = rows.length < mostCompared ? met.length : null;
    return { items: met.slice(0, limit), ...unread, total, near: [] };
  }

  /** With those who may be meant, as far as there is room, and none who is found. */
  function withNear(
    found: PatientSearchPage,
    near: readonly PatientRecord[],
    limit: number,
  ): PatientSearchPage {
    const ids = new Set(found.items.map(({ id }) => id));
    const others = people(near).filter(({ id }) => !ids.has(id));
    return { ...found, near: others.slice(0, Math.min(mostNear, limit - found.items.length)) };
  }

  return (wanted) => {
    const { accountId, query, limit } = wanted;
    const { terms, dob, number } = query;
    const found = { accountId, limit };
    const ways = of(accountId);
    const words = terms.map(({ squeezed }) => squeezed);
    const [one, two, ...more] = terms;
    function* byName(): Generator<SearchStep> {
      if (one !== undefined && two !== undefined) yield* ways.ofTwo(one.squeezed, two.squeezed);
      else if (one !== undefined) yield* ways.ofWord(one);
    }
    const byDetail = (): Iterable<SearchStep> =>
      dob !== null ? [matching("whole", ways.bornOn(dob))] : number !== null ? ways.ofNumber(number) : [];
    const isMixed = [terms.length > 0, dob !== null, number !== null].filter(Boolean).length > 1;
    if (isMixed) {
      const rows = take(byDetail(), { accountId, limit: mostCompared });
      const page = compared(rows, wanted);
      if (page.items.length > 0) return page;
      // The name or the other detail may be wrong: a slip of the pen is found by what is right.
      const named = take(byName(), { accountId, limit: mostNear });
      const sameDetail = parseRows(patientShape, rows).items.filter(ways.isNamedLike(terms));
      return withNear(page, [...sameDetail, ...parseRows(patientShape, named).items], limit);
    }
    if (dob !== null || number !== null) return page(take(byDetail(), found), limit);
    if (more.length > 0) {
      const [longest = "", next = ""] = words.toSorted((a, b) => b.length - a.length);
      return compared(take([ways.bothBegin(longest, next)], { accountId, limit: mostCompared }), wanted);
    }
    const exact = page(take(byName(), found), limit);
    if (exact.items.length >= limit) return exact;
    // Some of them may be among those who were found as it is typed.
    const mistyped = take(ways.mistyped(words), { accountId, limit: 2 * mostNear });
    const near = parseRows(patientShape, mistyped).items;
    return withNear(exact, near, limit);
  };
}
