import { withPlainLetters } from "../../shared/text/letters.ts";

/** Most text is nothing but this, and is folded and taken apart the short way: a million patients are. */
const plainText = /^[ -~]*$/;
const plainWord = /^[a-z0-9]*$/;

/** Text as it is compared: no accents, no case, compatibility forms resolved, one blank between words. */
export const normalizeForSearch = (text: string): string =>
  plainText.test(text)
    ? text.toLowerCase().replace(/ {2,}/g, " ").trim()
    : text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

/** Letters and digits of folded text alone. */
const lettersOf = (folded: string): string =>
  plainWord.test(folded) ? folded : withPlainLetters(folded.replace(/[^\p{L}\p{N}]/gu, ""));

/** Folded text with letters and digits alone: `O'Brien` is `obrien`, `Łukasz` is `lukasz`. */
export const toLettersAndDigits = (text: string): string => lettersOf(normalizeForSearch(text));

/** Every word that a search may begin with: `Anne-Marie` gives `annemarie`, `anne` and `marie`. */
export function listSearchWords(text: string): string[] {
  const words = new Set<string>();
  for (const word of normalizeForSearch(text).split(" ")) {
    words.add(lettersOf(word));
    if (!plainWord.test(word)) for (const part of word.split(/[^\p{L}\p{N}]+/u)) words.add(lettersOf(part));
  }
  words.delete("");
  return [...words];
}

/** A surname without what only tells a son from his father: `Smith, Jr.` is `smith`. */
export function toSurnameKey(lastName: string): string {
  const words = normalizeForSearch(lastName).replaceAll(",", " ").split(" ").filter(Boolean);
  const named = words.filter((word, at) => at === 0 || !/^(?:jr|sr|ii|iii|iv)\.?$/.test(word));
  return lettersOf(named.join(""));
}

/** The digits of a telephone number, without North America's leading 1, so that both ways of writing it meet. */
export function toPhoneDigits(text: string): string {
  const digits = text.normalize("NFKD").replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

export const reverseDigits = (digits: string): string => digits.split("").toReversed().join("");
