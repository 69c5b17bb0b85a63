import { phoneWarning } from "../patient/contact.ts";
import { readPatientText } from "../patient/patient-query.ts";
import {
  capitalised,
  isSureSplit,
  namesTwo,
  splitName,
  withoutCredentials,
  type PersonName,
} from "../patient/person-name.ts";
import { plainText, type DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";

const title =
  /^(?:(?:mr|mrs|ms|miss|mx|dra?|sr|sra|srta|doña|prof|rev|sgt|ssgt|cpl|pfc|capt|cpt|ltc?)\.?|(?:col|maj|gen|hon|lic|ing)\.) +(?=\S)/i;
/** Written otherwise it is a first name: "Don Smith". */
const don = /^don +(?=\p{Lu})/u;
/** "(she/her)" */
const pronouns = /\([^()]*\/[^()]*\)/g;

/** "Doe, John, Jr.": it belongs to the surname. */
const suffixBehind = /^([^,]+),([^,]+), *((?:jr|sr|ii|iii|iv)\.?)$/i;
/** "Jane Roe (née Doe)", "Jane Roe, formerly Doe" */
const formerly = /(?<![ ,(])[ ,(]{1,9}(?:n[ée]e|formerly|f\/?k\/?a|a\/?k\/?a)[.:]? +\p{L}[^()]{0,80}\)?$/iu;

const nobody: PersonName = { firstName: "", lastName: "" };

/**
 * A whole name as first and last name: "Jane Doe", "Doe, Jane", "Dr. Jane Doe", "Jane Doe, RN". Nobody's where it is two people's,
 * and where nobody can say which word is the surname ("DOE JANE Q").
 */
export function readName(text: string, context: DateContext): PersonName {
  if (namesTwo(text)) return nobody;
  const own = withoutCredentials(text.replace(pronouns, " ").trim().replace(title, "").replace(don, ""));
  const ordered = own.replace(suffixBehind, "$1 $3,$2").replace(/["()]/g, " ");
  const { words, surnameWords } = readPatientText(ordered, context);
  const name = splitName(capitalised(words.join(" ")).split(" "), surnameWords);
  return surnameWords !== null || isSureSplit(name) ? name : nobody;
}

const bornWord = /^(?:dob|d\.o\.b\.?|born|nacid[oa]):?$/i;
const phoneWord = /^(?:phone|tel\.?|cell|mobile|ph|tel[eé]fono|cel|m[oó]vil)$/i;

/** What stands where a name is expected, as the name, and what else stands there: "Jane Doe DOB 3/5/84", "Jane Doe - 217 555 0199". */
export function nameApart(
  text: string,
  context: DateContext,
): { readonly name: string; readonly others: readonly string[] } {
  const [former] = formerly.exec(text) ?? [];
  if (former !== undefined) return { name: text.replace(former, ""), others: [former.trim()] };
  if (!/[\d@]/.test(text)) return { name: text, others: [] };
  const { words, surnameWords, dob, number } = readPatientText(text.replace(/[()]/g, " "), context);
  const isOwn = (word: string): boolean =>
    /\p{L}/u.test(word) && !/[\d@]/.test(word) && !bornWord.test(word) && !phoneWord.test(word);
  const surname = words.slice(0, surnameWords ?? 0).filter(isOwn);
  const names = words.slice(surnameWords ?? 0).filter(isOwn);
  const isBorn = dob !== null && words.some((word) => bornWord.test(word));
  return {
    // A comma behind all of it parts no surname: "Jane Doe, 3/5/84".
    name: [surname, names].flatMap((some) => (some.length === 0 ? [] : some.join(" "))).join(", "),
    others: [
      ...(dob === null ? [] : [isBorn ? `DOB ${dob.typed}` : dob.typed]),
      ...(number === null ? [] : [number.typed]),
      ...words.filter((word) => /[\d@]/.test(word)),
    ],
  };
}

/** Spreadsheets and databases write a day as its first moment; another time of the day is somebody's to look at. */
const withoutMidnight = (text: string): string =>
  text.replace(
    /(?<=\d)(?:T|,? +)(?:0{1,2}:00(?::00)?(?:\.0{1,9})?(?: ?am)?|12:00(?::00)? ?a\.?m\.?)(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/i,
    "",
  );

const longestDate = 100;

/** A date as the form takes it: `YYYY-MM-DD` where it begins so, else as written; "" where it is none. */
export function asDob(text: string, context: DateContext): string {
  if (text.length > longestDate) return "";
  const written = withoutMidnight(text.trim());
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|T|\d{4})/.exec(written);
  const isDate = (date: string): boolean => readDateOfBirth(date, context).kind === "read";
  // Of eight digits the year may also stand last.
  const dates = iso === null ? [written] : [`${iso[1]}-${iso[2]}-${iso[3]}`, written];
  return dates.find(isDate) ?? "";
}

const genderWords: ReadonlyMap<string, string> = new Map([
  ..."m male man masculino hombre varon masc".split(" ").map((word) => [word, "Male"] as const),
  ..."f female woman femenino mujer femenina fem".split(" ").map((word) => [word, "Female"] as const),
]);

/** One of the form's choices; "" for all else, which the person then chooses. */
export const asGender = (text: string): string => genderWords.get(plainText(text)) ?? "";

/** Spanish calls a man H and a woman M: a letter alone is read by the label beside it. */
export const asGenderOf = (text: string, isSpanish: boolean): string => {
  const letter = text.trim().toUpperCase();
  if (!isSpanish || letter.length !== 1) return asGender(text);
  return letter === "H" ? "Male" : letter === "F" ? "Female" : "";
};

export const isEmail = (text: string): boolean =>
  /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:.]+$/.test(text);

/** Of ten digits or more, with the punctuation of a phone number alone. */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s().\-/\u2010-\u2015]{10,25}(?:(?:x|ext\.?)\s*\d{1,6})?$/i.test(text) &&
  phoneWarning(text) === null;

/** Letters, and no more words than a name has. */
export const isNameLike = (line: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}.,'’\- ]{0,79}$/u.test(line) && line.split(/\s+/).length <= 5;
