import type { DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";
import { asDob, asGender, isEmail, isPhone } from "./person.ts";

/** A value of one kind, and what people write behind or around it. */
export type Apart = { readonly value: string; readonly others: readonly string[] };

const whole = (value: string): Apart => ({ value, others: [] });

/** What may follow a date: a bracket, a word, or an age with its unit; no further digits, which may be of the date. */
const behindDate = /^[,;&\-–/ ]*(?:[([]|\p{L}|\d{1,3} ?-?(?:y|a[nñ]os))/iu;
const holdsDateOrDoubt = /\d[-/.]\d|\d:\d|\?|^[,; ]*(?:or|o|am|pm|bc)\b/iu;
/** No date, though its digits stand so. */
const phoneNumber = /\(?\d{3}\)?[-. ]?\d{3}[-.]\d{4}(?!\d)/g;
const wordsLookedAt = 8;

/** "05/15/1980 (46 y/o)", "5 Mar 1984, Age 42": the date, and what stands behind it. */
export function splitBorn(text: string, context: DateContext): Apart {
  if (asDob(text, context) !== "") return whole(text);
  const ends = [...text.matchAll(/[\s,;([]+/g)].map(({ index }) => index).slice(0, wordsLookedAt);
  for (const end of ends.toReversed()) {
    const date = text.slice(0, end).replace(/[.,;]+$/, "");
    const rest = text.slice(end).trim();
    if (!/\D/.test(date) && date.length !== "MMDDYYYY".length) continue;
    const beside = rest.replace(phoneNumber, " ");
    if (asDob(date, context) === "" || !behindDate.test(rest) || holdsDateOrDoubt.test(beside)) continue;
    return isOfAge(date, beside, context) ? { value: date, others: [rest] } : whole(text);
  }
  return whole(text);
}

/** A year of two digits is not sure where the age beside it is of another century. */
function isOfAge(date: string, beside: string, context: DateContext): boolean {
  const [, said] = /^\D{0,8}(\d{1,3})(?![\d-])/.exec(beside) ?? [];
  const read = readDateOfBirth(date, context);
  const fewest = 50;
  return said === undefined || read.kind !== "read" || Math.abs(read.age - Number(said)) < fewest;
}

const waysOfPhone =
  /^(?:cell|mobile|home|work|office|phone|tel|text|c|m|h|w|o|casa|celular|m[oó]vil|trabajo|preferred|best|primary|ok to (?:text|leave message))$/i;

/** "217-555-0199 (cell)", "217 555 0199 / 217 555 0100": the first number. */
export function splitPhone(text: string): Apart {
  if (isPhone(text)) return whole(text);
  // "217-555-0199 after 5 pm"
  const [, number = "", words = ""] =
    /^([+(]?\d[\d ().-]{8,20}\d),? +((?!x|ext|or |and |o |y )\p{L}.*)$/iu.exec(text) ?? [];
  if (isPhone(number)) return { value: number, others: waysOfPhone.test(words) ? [] : [words] };
  const parts = text
    .replace(/^tel:/i, "")
    .replace(/[()[\]](?=\s*\p{L})|(?<=\p{L}\s*)[()[\]]/gu, " / ")
    .split(/\s*(?:[,;|]|\s\/\s|\/(?=\s*[(\d]{3})|\s(?:or|and|o|y|&|-)\s)\s*/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const first = parts.find(isPhone);
  if (first === undefined) return whole(text);
  return { value: first, others: parts.filter((part) => part !== first && !waysOfPhone.test(part)) };
}

const bareEmail = (word: string): string =>
  word.replace(/^[[<("']*(?:mailto:)?|(?:\?.*)?[\]>)"',;.]*$/gi, "");

/** "Jane Roe <jane@example.com>", "Roe, Jane [mailto:jane@example.com]", "mailto:jane@example.com": the address, and what it is called. */
export function splitEmail(text: string): Apart {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const at = words.findIndex((word) => isEmail(bareEmail(word)));
  if (at === -1) return whole(text);
  const others = words.filter((_word, place) => place !== at).join(" ");
  return { value: bareEmail(words[at] ?? ""), others: others === "" ? [] : [others] };
}

const box = /(\[[ x✓✔]?\]|\([ x✓✔]?\)|[☐☑☒✓✔])\s*/giu;
/** "[ ] F [X] M", "M ☐ F ☑": the one choice of a form whose box is ticked; null where no boxes stand beside choices, or not one is ticked. */
export function findTickedChoice(text: string): string | null {
  const parts = text.split(box);
  const isAfter = parts[0]?.trim() === "";
  // Choices and boxes take turns, and either stands first.
  if (parts.length === 1 || isAfter === (parts.at(-1) === "")) return null;
  const beside = isAfter ? -1 : 1;
  const ticked = parts.filter((_part, at) => at % 2 === 0 && /[x☑☒✓✔]/i.test(parts[at + beside] ?? ""));
  return ticked.length === 1 ? (ticked[0] ?? "").replace(/^[\s,;/]+|[\s,;/]+$/g, "") : null;
}

/** "Female (she/her)", "F, 42": the one word for a gender, where nothing else is said of it. */
export function splitGender(text: string): Apart {
  const plain = text
    .replace(/\([^()]*\)/g, " ")
    .replace(/\d+ *(?:y\/?o|yrs?|years?(?: old)?|a[nñ]os)?/gi, " ");
  const word = plain.replace(/^[\s,;/]+|[\s,;/]+$/g, "");
  return asGender(word) === "" || word === text
    ? whole(text)
    : { value: word, others: [text.replace(word, "").trim()] };
}

const ageUnits =
  "(?:-? ?(?:y\\.?\\/?o\\.?|y(?!\\p{L})|yrs?\\.?(?:[- ]old)?|years?(?:[- ]old)?|(?:months?|mos?|weeks?|wks?|days?)[- ]old|a[nñ]os))";
const sexes = "(?:male|female|man|woman|m|f|masculino|femenin[oa]|hombre|mujer)";
const aged = new RegExp(
  `^[([]? *(?:age[d:]? *|edad:? *)?(?:\\d{1,3}(?:${ageUnits}(?: \\p{L}{3,15}){0,2})?[, /-]*(${sexes})|(${sexes})[, /-]*\\d{1,3}${ageUnits}?)(?![\\p{L}\\p{M}\\d])`,
  "iu",
);
/** "42 y.o. female", "42F", "F, 42 years old": the sex that stands beside an age; "" for all else. */
export const findSexBesideAge = (line: string): string => {
  const [, behind, before] = aged.exec(line) ?? [];
  return asGender(behind ?? before ?? "");
};
const agedAlone = new RegExp(
  `^\\(? *(?:age[d:]? *\\d{1,3}|edad:? *\\d{1,3}|\\d{1,3} ?${ageUnits})\\.? *\\)?$`,
  "iu",
);
export const isAge = (text: string): boolean => agedAlone.test(text) || findSexBesideAge(text) !== "";
