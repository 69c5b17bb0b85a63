/** A person's name as the form has it. */
export type PersonName = { readonly firstName: string; readonly lastName: string };

/** They belong to the surname that follows: "de la Cruz", "van Dyke", "St. John". */
const particle =
  /^(?:del?|dela|dell[ao]|delos|delas|la|las|los|das?|dos?|di|du|van|von|vom|der|den|ter|zu|zum|al|el|bin|ibn|abu|st\.?|ste\.?|saint|san|santa|santo)$/i;
/** Of these the ones that are written with a small letter inside a name. */
const smallInside = /^(?:del?|la|las|los|das?|dos?|di|du|van|von|vom|der|den|ter|zu|zum|al|bin|ibn)$/;
/** Inside the name of a place: "Fond du Lac", "King of Prussia"; but "North Las Vegas". */
const smallInPlaces = /^(?:del?|du|of|by|the|on|in|and|or|at)$/;
/** They belong to the surname before them. */
const suffix = /^(?:jr|sr|ii|iii|iv|junior|senior)\.?$/i;

/** One blank between words, none around them. */
export const normalizeName = (typed: string): string => typed.trim().replace(/\s+/g, " ");

const isParticle = (word: string): boolean => particle.test(word);

/** Of a profession or a degree; behind a name they are no part of it, also where no comma stands before them. */
const withoutComma =
  /^(?:rn|md|phd|dds|dmd|lpn|lvn|lcsw|lmft|lmhc|lpc|aprn|arnp|crna|cnm|cnp|fnp|dnp|dpm|dpt|psyd|pharmd|esq|fac[ps]|faap)$/i;
/** Those that may be initials or a name of somebody as well: only behind a comma. */
const behindComma =
  /^(?:do|np|pa|(?:pa|np|fnp)-b?c|dc|od|pt|otr?|rd|rph|jd|m[as]|mba|b[as]|bsn|msn|msw|lm?sw|mph|cpa|cf[ap]|pmp|mha|lmt|slp|[cr]ma|cna|emt|edd)$/i;
/** Names in Vietnam, Bangladesh and elsewhere, as they are written there. */
const nameLikeOne = /^(?:Do|Ma|Md|Pa)\.?$/;

const isBareCredential = (word: string): boolean =>
  !nameLikeOne.test(word) && withoutComma.test(word.replaceAll(".", ""));
export const isCredential = (word: string): boolean =>
  isBareCredential(word) || (!nameLikeOne.test(word) && behindComma.test(word.replaceAll(".", "")));

/** A name without what its owner may put behind it: "Jane Doe, RN, MSN", "Doe, Jane, Ph.D.", "Jane Doe MD". */
export function stripCredentials(text: string): string {
  const parts = text.split(",").map((part) => part.trim().split(/\s+/));
  while (parts.length > 1 && parts.at(-1)?.every(isCredential) === true) parts.pop();
  const last = parts.at(-1) ?? [];
  // "RN" alone is called so.
  const fewest = parts.length > 1 ? 1 : 2;
  while (last.length > fewest && isBareCredential(last.at(-1) ?? "")) last.pop();
  return parts.map((words) => words.join(" ")).join(", ");
}

/** Where the surname begins among the words of a name that is written first name first. */
function surnameStart(words: readonly string[]): number {
  let start = words.length - 1;
  while (start > 1 && suffix.test(words[start] ?? "")) start -= 1;
  while (start > 1 && isParticle(words[start - 1] ?? "")) start -= 1;
  // "Ramón y Cajal", "Costa e Silva"
  return start > 2 && /^[ye]$/.test(words[start - 1] ?? "") ? start - 2 : start;
}

/**
 * A name of several words as first and last name: "Jane Doe", "Doe, Jane" (`surnameWords` is how many stand before the
 * comma, null where there is none), "Mary Ann de la Cruz". Of one word alone it is the surname, by which people are asked for.
 */
export function splitName(words: readonly string[], surnameWords: number | null = null): PersonName {
  const name = (from: number, to?: number): string => words.slice(from, to).join(" ");
  const before = surnameWords ?? 0;
  if (before > 0) {
    // "Smith, Jr., John"
    const own = words.slice(before).findIndex((word) => !suffix.test(word));
    const isSurname = words.slice(0, before - 1).every(isParticle);
    // "Jane Doe, Jr.": no first name stands behind the comma.
    if (own === -1 && words.length > before && !isSurname) return splitName(words);
    const end = own === -1 ? words.length : before + own;
    return { firstName: name(end), lastName: name(0, end) };
  }
  const start = surnameStart(words);
  return { firstName: name(0, start), lastName: name(start) };
}

/** Whether words name more than one person: "John & Jane Doe", "Mr. and Mrs. Sam Roe", "Juan y María Pérez"; not "Ortega y Gasset". */
export function hasTwoNames(text: string): boolean {
  if (/[&+]|\p{L}\s*\/\s*\p{L}|(?:^|\s)and\s/iu.test(text.replace(/\([^()]*\)/g, " "))) return true;
  // Behind a comma stands a first name: "Ortega y Gasset, José".
  const names = (text.split(",").at(-1) ?? "").trim().split(/\s+/);
  const at = names.findIndex((word) => /^[ye]$/i.test(word));
  if (at <= 0 || at === names.length - 1) return false;
  // An initial: "Jane Y Roe".
  if (names.length === 3 && /^[YE]$/.test(names[at] ?? "")) return false;
  return at === 1 || names.length - at > 2;
}

/** Whether each word begins as names do: with no small letter, but for particles. */
export const isWrittenAsName = (words: readonly string[]): boolean =>
  words.every((word) => isParticle(word) || /^(?:[ye]$|\P{Ll})/u.test(word));

/** An initial is nobody's surname: in "Doe Jane Q" another word is it, and "J.R." is no name. */
export const isSureSplit = ({ firstName, lastName }: PersonName): boolean =>
  firstName === "" ? !/^(?:\p{L}\.){2,9}\p{L}?$/u.test(lastName) : !/^\p{L}\.?$/u.test(lastName);

const raised = (part: string): string => {
  const [first = "", ...rest] = part;
  // McDonald
  const isMc = /^mc\p{L}\p{L}/u.test(part);
  return isMc ? `Mc${raised(part.slice("mc".length))}` : first.toLocaleUpperCase() + rest.join("");
};

/** Of a word in small letters: "o'brien" is "O'Brien", "anne-marie" is "Anne-Marie", "lee's" is "Lee's", "iii" is "III". */
function capitalWord(word: string, isSmall: boolean): string {
  if (isSmall) return word;
  if (/^(?:ii|iii|iv)$/.test(word)) return word.toUpperCase();
  return word
    .split(/(['\u2019]s$|[-'\u2019])/)
    .map(raised)
    .join("");
}

/**
 * A name that was typed without capitals, or in capitals alone, as it is usually written; any other as it is. Capitals of
 * three letters may be initials: they stay.
 */
export function capitalizeName(typed: string): string {
  const lower = typed.toLocaleLowerCase();
  const isUpper = typed === typed.toLocaleUpperCase() && typed.replace(/\P{L}/gu, "").length > 3;
  if (typed !== lower && !isUpper) return typed;
  const words = lower.split(" ");
  return capitalWords(words, smallInside);
}

// Van may be a first name: only inside a name is it none.
const capitalWords = (words: readonly string[], small: RegExp): string =>
  words.map((word, at) => capitalWord(word, at > 0 && at < words.length - 1 && small.test(word))).join(" ");

/** The name of a city in capitals alone, as it is usually written; "Carmel-by-the-Sea", "Coeur d'Alene". */
export const capitalizePlace = (name: string): string =>
  capitalWords(name.toLocaleLowerCase().split(" "), smallInPlaces).replace(
    /(?<=-)\p{L}+(?=-)|(?<= )D(?=['\u2019])/gu,
    (word) => {
      const small = word.toLowerCase();
      return small === "d" || smallInPlaces.test(small) ? small : word;
    },
  );
