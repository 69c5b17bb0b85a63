import type { PatientRecord } from "../shared/patients/patient.ts";
import { entryOf, type Entry, type Query } from "./engines/text.ts";
import { people, seeded, type Random } from "./people.ts";

/** What a person at the desk types, key by key, to find people who are there. */

/** Names of plain letters: how others are folded is what unit tests show. */
const isPlain = ({ first, last }: Entry): boolean => /^[a-z]{3,}$/.test(first) && /^[a-z]{3,}$/.test(last);

/** So many people, from all over the records. */
function drawn(
  count: number,
  many: number,
): readonly { readonly record: PatientRecord; readonly entry: Entry }[] {
  const every = Math.max(1, Math.floor(count / (many * 2)));
  const found = [];
  let number = 0;
  for (const record of people({ count })) {
    number += 1;
    if (number % every !== 0) continue;
    const entry = entryOf(record);
    if (isPlain(entry) && entry.phone !== "") found.push({ record, entry });
    if (found.length === many) break;
  }
  return found;
}

/** Every beginning of a text that ends in a letter or digit, from so many letters on. */
const keyByKey = (text: string, from: number): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - from + 1) }, (_, at) => text.slice(0, from + at)).filter(
    (typed) => /[a-z0-9]$/.test(typed),
  );

const asTyped = (kind: string, typed: string): Query => ({ kind, typed, plain: typed.replace(",", "") });

/** `1984-03-05` as an American types it. */
function typedDate(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${month}/${day}/${year}`;
}

/** What is typed one key after another: the queries of a text from its first letters to the last. */
export function texts(queries: readonly Query[]): readonly (readonly Query[])[] {
  const all: Query[][] = [];
  for (const query of queries) {
    const before = all.at(-1)?.at(-1);
    const goesOn = before?.kind === query.kind && query.typed.startsWith(before.typed);
    if (goesOn) all.at(-1)?.push(query);
    else all.push([query]);
  }
  return all;
}

/** By kind: the surname, both names in either order, the beginnings of both, date of birth, phone, email, nothing. */
export function prefixQueries(count: number, many: number): readonly Query[] {
  const queries = drawn(count, many).flatMap(({ entry }) => {
    const { first, last, dob, phone, email } = entry;
    return [
      ...keyByKey(last, 1).map((typed) => asTyped("surname", typed)),
      ...keyByKey(`${first} ${last}`, first.length + 2).map((typed) => asTyped("first last", typed)),
      ...keyByKey(`${last}, ${first}`, last.length + 3).map((typed) => asTyped("last, first", typed)),
      asTyped("three letters of both", `${first.slice(0, 3)} ${last.slice(0, 3)}`),
      { kind: "date of birth", typed: typedDate(dob), plain: dob },
      ...keyByKey(phone, 3).map((typed) => asTyped("phone", typed)),
      ...keyByKey(email.split("@")[0] ?? "", 3).map((typed) => asTyped("email", typed)),
    ];
  });
  const unique = new Map(queries.map((query) => [`${query.kind} ${query.typed}`, query]));
  return [...unique.values(), { kind: "nothing typed", typed: "", plain: "" }];
}

/** A letter too many, too few, another one, or two that changed places; the first letter stands. */
function mistyped(random: Random, name: string): string {
  const at = 1 + random.below(name.length - 2);
  const letter = random.oneOf([..."abcdefghijklmnopqrstuvwxyz"]);
  const [before, here, next, after] = [
    name.slice(0, at),
    name[at] ?? "",
    name[at + 1] ?? "",
    name.slice(at + 2),
  ];
  const wrong = random.oneOf([
    before + letter + here + next + after,
    before + next + after,
    before + letter + next + after,
    before + next + here + after,
  ]);
  return wrong === name ? mistyped(random, name) : wrong;
}

/** First name and surname of people whose name nobody else has, with one typing error in the surname. */
export function mistypedQueries(count: number, many: number): readonly Query[] {
  const random = seeded(7);
  const chosen = drawn(count, many * 4).filter(({ entry }) => entry.last.length >= 5);
  const named = new Map(chosen.map(({ entry }) => [`${entry.first} ${entry.last}`, 0]));
  for (const record of people({ count })) {
    const { first, last } = entryOf(record);
    const before = named.get(`${first} ${last}`);
    if (before !== undefined) named.set(`${first} ${last}`, before + 1);
  }
  return chosen
    .filter(({ entry }) => named.get(`${entry.first} ${entry.last}`) === 1)
    .slice(0, many)
    .map(({ entry }) => {
      const typed = `${entry.first} ${mistyped(random, entry.last)}`;
      return { kind: "one typing error", typed, plain: typed, meant: entry.id };
    });
}
