import type { AccountId } from "../../contract/records/account.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import { fold, phoneDigits, searchWords, squeeze } from "./fold.ts";

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
  const email = fold(input.email);
  const account = email.split("@")[0] ?? "";
  return {
    first: squeeze(input.firstName),
    last: squeeze(input.lastName),
    words: searchWords(`${input.firstName} ${input.lastName} ${account}`),
    dob: input.dob,
    phone: phoneDigits(input.phone ?? ""),
    email,
    externalId: fold(input.externalId ?? ""),
    patientId,
  };
}

function termScore(keys: PatientKeys, { typed, squeezed }: PatientQuery["terms"][number]): number {
  if (keys.last === squeezed) return 50;
  if (keys.first === squeezed) return 40;
  if (keys.externalId === typed || keys.email === typed) return 60;
  if (keys.last.startsWith(squeezed)) return 30;
  if (keys.first.startsWith(squeezed)) return 20;
  if (keys.words.some((word) => word.startsWith(squeezed))) return 10;
  return keys.email.startsWith(typed) || keys.externalId.startsWith(typed) ? 10 : 0;
}

function numberScore(keys: PatientKeys, { typed, digits }: NonNullable<PatientQuery["number"]>): number {
  if (String(keys.patientId) === typed || keys.externalId === typed) return 60;
  if (digits !== "" && keys.phone === digits) return 50;
  if (digits.length >= 3 && keys.phone.startsWith(digits)) return 20;
  if (digits.length >= 3 && keys.phone.endsWith(digits)) return 20;
  return keys.externalId.startsWith(typed) ? 10 : 0;
}

/** How well a patient meets the query; 0 when it does not meet all of it. Order beyond that is the caller's. */
export function scoreOf(keys: PatientKeys, query: PatientQuery): number {
  const scores = query.terms.map((term) => termScore(keys, term));
  if (query.dob !== null) scores.push(keys.dob === query.dob ? 50 : 0);
  if (query.number !== null) scores.push(numberScore(keys, query.number));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** Shortest phone number that says something of who it is. */
export const tellingPhone = 7;

/** Whether a known patient may be the person described: same name and birth date, or phone, or email. */
export function isLike(keys: PatientKeys, likeness: Likeness): boolean {
  const phone = phoneDigits(likeness.phone);
  const email = fold(likeness.email);
  return (
    (likeness.dob !== null &&
      keys.dob === likeness.dob &&
      keys.last === squeeze(likeness.lastName) &&
      keys.first === squeeze(likeness.firstName)) ||
    (phone.length >= tellingPhone && keys.phone === phone) ||
    (email !== "" && keys.email === email)
  );
}
