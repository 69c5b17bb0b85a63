import type { AccountId } from "../../contract/records/account.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import { fold, phoneDigits, searchWords, squeeze, surnameKey } from "./fold.ts";

/** What a search field's text asks for. All that is given must be met. */
export type PatientQuery = {
  /** Beginnings of a name, an email address or an external ID. */
  readonly terms: readonly { readonly typed: string; readonly squeezed: string }[];
  /** `YYYY-MM-DD`. */
  readonly dob: string | null;
  /** Digits: the beginning or end of a phone number, a patient number, or the beginning of an external ID. */
  readonly number: { readonly typed: string; readonly digits: string } | null;
};

const dateLike = /^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/;
const numberLike = /^[+(]?[\d().-]*\d[\d().-]*$/;

/** Reads a date as typed (`3/5/84`, `1984-03-05`) to `YYYY-MM-DD`, or null when it is none. */
export type ReadDate = (text: string) => string | null;

/**
 * Reads the text of a search field: words apart by blanks, in any order. `readDate` decides how dates are
 * written here; what it does not take is read as a number (`555-12-3456`).
 */
export function parsePatientQuery(text: string, readDate: ReadDate): PatientQuery {
  const terms: PatientQuery["terms"][number][] = [];
  const numbers: string[] = [];
  let dob: string | null = null;
  for (const typed of fold(text).replaceAll(",", " ").split(" ")) {
    const date: string | null = dob === null && dateLike.test(typed) ? readDate(typed) : null;
    if (date !== null) dob = date;
    else if (numberLike.test(typed)) numbers.push(typed);
    else if (squeeze(typed) !== "") terms.push({ typed, squeezed: squeeze(typed) });
  }
  const typed = numbers.join(" ");
  return { terms, dob, number: typed === "" ? null : { typed, digits: phoneDigits(typed) } };
}

export const isEmptyQuery = (query: PatientQuery): boolean =>
  query.terms.length === 0 && query.dob === null && query.number === null;

/** Whom a new patient may be the same as. */
export type Likeness = {
  readonly accountId: AccountId;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD`, or null while it is not known. */
  readonly dob: string | null;
  readonly phone: string;
  readonly email: string;
};

/** A patient as it is searched and compared. */
export type PatientKeys = {
  readonly first: string;
  readonly last: string;
  readonly words: readonly string[];
  readonly dob: string;
  readonly phone: string;
  readonly email: string;
  readonly externalId: string;
  readonly patientId: number | null;
};

export function keysOf({ input, patientId }: PatientRecord): PatientKeys {
  return {
    first: squeeze(input.firstName),
    last: surnameKey(input.lastName),
    words: searchWords(`${input.firstName} ${input.lastName}`),
    dob: input.dob,
    phone: phoneDigits(input.phone ?? ""),
    email: fold(input.email),
    externalId: fold(input.externalId ?? ""),
    patientId,
  };
}

function meetsTerm(keys: PatientKeys, { typed, squeezed }: PatientQuery["terms"][number]): boolean {
  const names = [keys.last, keys.first, ...keys.words];
  return (
    names.some((name) => name.startsWith(squeezed)) ||
    keys.email.startsWith(typed) ||
    keys.externalId.startsWith(typed)
  );
}

function meetsNumber(keys: PatientKeys, { typed, digits }: NonNullable<PatientQuery["number"]>): boolean {
  if (String(keys.patientId) === typed || keys.externalId.startsWith(typed)) return true;
  if (digits === "" || keys.phone === "") return false;
  if (digits.length < shortestPart) return keys.phone === digits;
  return keys.phone.startsWith(digits) || keys.phone.endsWith(digits);
}

/** Whether a patient meets all of the query. */
export const meets = (keys: PatientKeys, query: PatientQuery): boolean =>
  query.terms.every((term) => meetsTerm(keys, term)) &&
  (query.dob === null || keys.dob === query.dob) &&
  (query.number === null || meetsNumber(keys, query.number));

/** Fewest digits by which a phone number is found that has more of them. */
export const shortestPart = 3;
/** Shortest phone number that says something of who it is. */
export const tellingPhone = 7;

/** Whether a known patient may be the person described: same name and birth date, or phone, or email. */
export function isLike(keys: PatientKeys, likeness: Likeness): boolean {
  const phone = phoneDigits(likeness.phone);
  const email = fold(likeness.email);
  return (
    (likeness.dob !== null &&
      keys.dob === likeness.dob &&
      keys.last === surnameKey(likeness.lastName) &&
      keys.first === squeeze(likeness.firstName)) ||
    (phone.length >= tellingPhone && keys.phone === phone) ||
    (email !== "" && keys.email === email)
  );
}
