import { isNumberPart, findLongestRun, minPhoneDigits, splitSearchText } from "../text/search-parts.ts";
import type { DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";
import { formatPhone, checkPhone } from "./contact.ts";
import { capitalizeName, splitName, type PersonName } from "./person-name.ts";

/** What is typed to find a patient, taken apart. All that is given is meant. */
export type TypedPatient = {
  /** Words of names, as typed and in that order; also an email address or an external ID that is more than digits. */
  readonly words: readonly string[];
  /** How many of the words stand before the first comma: "Doe, Jane"; null where there is none. */
  readonly surnameWords: number | null;
  /** What is certainly a date of birth, as typed and as `YYYY-MM-DD`. */
  readonly dob: { readonly typed: string; readonly date: string } | null;
  /** Digits with their signs: a patient's number, a phone number or an external ID. */
  readonly number: {
    readonly typed: string;
    /** `#5`: that patient's number and nothing else. */
    readonly isPatientNumber: boolean;
    /** The date of birth, `YYYY-MM-DD`, that digits without signs (`30584`) may be as well. */
    readonly orBorn: string | null;
  } | null;
};

const digitsAlone = /^\d+$/;

function bornIn(text: string, context: DateContext): string | null {
  const read = readDateOfBirth(text, context);
  return read.kind === "read" ? read.date : null;
}

/** What is certainly a date: digits without signs may be a number. At each key every run of words is asked, most without a digit. */
const dateIn = (typed: string, context: DateContext): string | null =>
  /\d/.test(typed) && !digitsAlone.test(typed) ? bornIn(typed, context) : null;

/** What is written before a date or a number to say what it is: no word of a name. */
const label =
  /^(?:dob|d\.o\.b|born|nacid[oa]|fdn|phone|ph|tel|tel[eé]fono|cell?|mobile|m[oó]vil|(mrn|acc(?:oun)?t|chart|ssn|id))[.:#]*$/i;
/** A number by which others know the patient: nobody is called by it. */
const isOfOthers = (part: string): boolean => label.exec(part)?.[1] !== undefined;

function numberOf(numbers: readonly string[], context: DateContext): TypedPatient["number"] {
  const [first, ...others] = numbers;
  if (first === undefined) return null;
  const digits = /#(\d{1,15})$/.exec(first)?.[1];
  if (digits !== undefined && others.length === 0)
    return { typed: digits, isPatientNumber: true, orBorn: null };
  const typed = numbers.map((number) => number.replace("#", "")).join(" ");
  const orBorn = digitsAlone.test(typed) ? bornIn(typed, context) : null;
  return { typed, isPatientNumber: false, orBorn };
}

/**
 * Reads what is typed to find a patient, in any order: words of a name ("Jane Doe", "Doe, Jane"), a date of birth as the
 * form reads it, a phone number, `#5` or `5`, an email address, an external ID.
 */
export function readPatientText(text: string, context: DateContext): TypedPatient {
  const { parts, hasComma } = splitSearchText(text);
  const date = findLongestRun(parts, (typed) => dateIn(typed, context));
  const words: string[] = [];
  const numbers: string[] = [];
  let surnameWords: number | null = null;
  const isOfDate = (at: number): boolean => date !== null && at >= date.at && at < date.at + date.count;
  const isData = (at: number): boolean => isOfDate(at) || isNumberPart(parts[at] ?? "");
  const isLabel = (at: number): boolean => label.test(parts[at] ?? "") && isData(at + 1);
  for (const [at, part] of parts.entries()) {
    if (isOfDate(at) || isLabel(at)) continue;
    if (isNumberPart(part)) {
      numbers.push(part);
      continue;
    }
    words.push(part);
    // Before a date or a number it parts no surname: "Jane Roe, DOB 3/5/84".
    if (hasComma[at] === true && !isData(at + 1) && !isLabel(at + 1)) surnameWords ??= words.length;
  }
  return {
    words,
    surnameWords,
    dob: date && { typed: date.typed, date: date.found },
    number: numberOf(numbers, context),
  };
}

/** As many digits as a number here has, with or without its area code; or one of another country. */
const isPhoneNumber = (typed: string): boolean =>
  typed !== "" && (typed.replace(/\D/g, "").length === minPhoneDigits || checkPhone(typed) === null);

/** What was typed of a person, by the form's fields; empty where nothing was. */
export type PersonTyped = PersonName & {
  readonly dob: string;
  readonly phone: string;
  readonly email: string;
};

type Read = {
  readonly person: PersonTyped;
  /** Part of it is nobody's name, date of birth, phone or email address. */
  readonly hasMore: boolean;
};

function readPerson(text: string, context: DateContext): Read {
  const { words, surnameWords, dob, number } = readPatientText(text, context);
  const isName = (word: string): boolean => /\p{L}/u.test(word) && !/[\d@]/.test(word);
  const names = words.filter(isName);
  const others = words.filter((word) => !isName(word));
  const email = others.find((word) => /^[^@\s]+@[^@\s]+$/.test(word)) ?? "";
  const before = words.slice(0, surnameWords ?? 0).filter(isName).length;
  const typed = number?.isPatientNumber === false ? number.typed : "";
  const isBorn = dob === null && number !== null && number.orBorn !== null;
  const isPhone = !isBorn && isPhoneNumber(typed) && !splitSearchText(text).parts.some(isOfOthers);
  // Parts of one name: capitals in one of them are meant.
  const { firstName, lastName } = splitName(capitalizeName(names.join(" ")).split(" "), before);
  return {
    person: {
      firstName,
      lastName,
      dob: dob?.typed ?? (isBorn ? typed : ""),
      phone: isPhone ? formatPhone(typed) : "",
      email,
    },
    hasMore: others.some((word) => word !== email) || (number !== null && !isBorn && !isPhone),
  };
}

/** The person whom the text describes, for the form of a new patient; null where it names or describes nobody. */
export function readTypedPerson(text: string, context: DateContext): PersonTyped | null {
  const { person } = readPerson(text, context);
  const { dob, ...others } = person;
  // Digits alone may as well be a number.
  const isBornAlone = dob !== "" && !digitsAlone.test(dob);
  return isBornAlone || Object.values(others).some((part) => part !== "") ? person : null;
}

/** What a full name, typed into one field, is made of; null where it is no more than that field takes. */
export function splitFullName(text: string, context: DateContext): PersonTyped | null {
  const { person, hasMore } = readPerson(text, context);
  const { firstName, lastName, dob, phone, email } = person;
  if (hasMore || lastName === "") return null;
  return firstName !== "" || dob !== "" || phone !== "" || email !== "" ? person : null;
}
