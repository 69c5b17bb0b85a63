import { createHash } from "node:crypto";
import { reverseDigits } from "./fold.ts";
import type { PatientKeys } from "./search-query.ts";

/**
 * The words by which a patient stands in the full-text index. Each begins with a sign of its account and a letter that
 * says what it is, so that one look-up gives the surnames of one account and nothing else:
 *
 * | letter | word                             | looked up by                 |
 * | ------ | -------------------------------- | ---------------------------- |
 * | l, f   | whole surname, whole first name  | whole or beginning           |
 * | p      | other words of a name            | whole or beginning           |
 * | a      | nothing: every patient has it    | whole                        |
 * | d      | date of birth                    | whole                        |
 * | n      | two of l, f and p, in each order | whole or beginning, in order |
 * | h, r   | phone number, and from its end   | whole or beginning, in order |
 * | e, x   | email address, external ID       | whole or beginning, in order |
 *
 * The first three stand in a table with an index for each length of a beginning, the rest in one without. A change of
 * these words needs a migration that builds both anew: a patient is taken out by the same words as it was put in.
 */
export type NameTag = "l" | "f" | "p";
export type WholeTag = "a" | "n" | "d" | "h" | "r" | "e" | "x";

export type IndexWords = { readonly names: readonly string[]; readonly whole: readonly string[] };

/** Of so many words of a name each pair is kept: longer names are a few in a million. */
const mostPaired = 8;
const firstSign = 0x4e00;
const signCount = 20_000;

/** Two accounts may get the same sign: what is found is compared with the account itself. */
function signOf(accountId: string): string {
  const number = createHash("sha256").update(accountId).digest().readUInt32BE(0);
  return String.fromCharCode(firstSign + (number % signCount));
}

/** The signs of accounts, each computed once. */
export function createAccountSigns(): (accountId: string) => string {
  const signsByAccount = new Map<string, string>();
  return (accountId) => {
    const sign = signsByAccount.get(accountId) ?? signOf(accountId);
    signsByAccount.set(accountId, sign);
    return sign;
  };
}

/** What stands in the text in place of one of ASCII's signs. */
const letterFor = (sign: string): string => String.fromCharCode(0xe000 + sign.charCodeAt(0));
/** Between the two words of a pair: no word has it. */
const between = letterFor("|");

/** The tokenizer parts words at ASCII's blanks and signs: those become letters of the private use area. */
const joined = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the tokenizer parts at those too
  text.replace(/[\0-/:-@[-`{-\x7f]/g, letterFor);

export const toSignedWord = (sign: string, tag: NameTag | WholeTag, text: string): string =>
  sign + tag + joined(text);

export const joinWords = (one: string, other: string): string => one + between + other;
/** What stands in a pair whose second word begins like this. */
export const toSecondWord = (other: string): string => between + other;

/** All words of a patient of the account with this sign, each once. */
export function listIndexWords(sign: string, keys: PatientKeys): IndexWords {
  const { first, last } = keys;
  const parts = keys.words.filter((part) => part !== last && part !== first);
  const names = [toSignedWord(sign, "l", last), toSignedWord(sign, "f", first)];
  const whole = [
    toSignedWord(sign, "a", ""),
    toSignedWord(sign, "d", keys.dob),
    toSignedWord(sign, "e", keys.email),
  ];
  for (const part of parts) names.push(toSignedWord(sign, "p", part));
  const paired = [...new Set([last, first, ...parts])].slice(0, mostPaired);
  for (const one of paired)
    for (const other of paired) if (one !== other) whole.push(toSignedWord(sign, "n", joinWords(one, other)));
  if (keys.phone !== "")
    whole.push(toSignedWord(sign, "h", keys.phone), toSignedWord(sign, "r", reverseDigits(keys.phone)));
  if (keys.externalId !== "") whole.push(toSignedWord(sign, "x", keys.externalId));
  return { names, whole };
}

/** FTS5's query language: words that are this, or begin with it. */
export const toExactQuery = (wanted: string): string => `"${wanted}"`;
export const toPrefixQuery = (wanted: string): string => `"${wanted}"*`;
export const joinWithOr = (clauses: readonly string[]): string => `(${clauses.join(" OR ")})`;
export const joinWithAnd = (clauses: readonly string[]): string => clauses.join(" AND ");

/** What comes right after all words that begin with this one. */
export const getPrefixEnd = (wanted: string): string => `${wanted}\u{10ffff}`;
