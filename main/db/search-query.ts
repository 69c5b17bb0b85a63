import type { AccountId } from "../../shared/session/account.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { readPatientText } from "../../shared/patients/patient-query.ts";
import type { DateContext } from "../../shared/time/calendar.ts";
import {
  normalizeForSearch,
  toPhoneDigits,
  listSearchWords,
  toLettersAndDigits,
  toSurnameKey,
} from "./fold.ts";

/** What a search field's text asks for. All that is given must be met. */
export type PatientQuery = {
  /** Beginnings of a name, an email address or an external ID. */
  readonly terms: readonly { readonly typed: string; readonly squeezed: string }[];
  /** `YYYY-MM-DD`. */
  readonly dob: string | null;
  /**
   * Digits: a patient number, the beginning or end of a phone number, or the beginning of an external ID; of fewer than
   * three, and of `isPatientNumber`, only what is the same.
   */
  readonly number: {
    readonly typed: string;
    readonly digits: string;
    readonly isPatientNumber: boolean;
    /** A date of birth, `YYYY-MM-DD`, that will do as well. */
    readonly orBorn: string | null;
  } | null;
};

/** Reads the text of a search field as the store compares it. */
export function parsePatientQuery(text: string, context: DateContext): PatientQuery {
  const { words, dob, number } = readPatientText(text, context);
  const terms = words
    .map((word) => ({ typed: normalizeForSearch(word), squeezed: toLettersAndDigits(word) }))
    .filter(({ squeezed }) => squeezed !== "");
  const typed = normalizeForSearch(number?.typed ?? "");
  return {
    terms,
    dob: dob?.date ?? null,
    number: number && { ...number, typed, digits: toPhoneDigits(typed) },
  };
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

/** What of a patient is compared, whether it is a record or a form that will be one. */
type Compared = {
  readonly input: Pick<
    PatientRecord["input"],
    "firstName" | "lastName" | "dob" | "email" | "phone" | "externalId"
  >;
  readonly patientId: number | null;
};

export function toPatientKeys({ input, patientId }: Compared): PatientKeys {
  return {
    first: toLettersAndDigits(input.firstName),
    last: toSurnameKey(input.lastName),
    words: listSearchWords(`${input.firstName} ${input.lastName}`),
    dob: input.dob,
    phone: toPhoneDigits(input.phone ?? ""),
    email: normalizeForSearch(input.email),
    externalId: normalizeForSearch(input.externalId ?? ""),
    patientId,
  };
}

/** Whether the word is the beginning of a name, an address or an external ID of theirs. */
export function hasTerm(keys: PatientKeys, { typed, squeezed }: PatientQuery["terms"][number]): boolean {
  const names = [keys.last, keys.first, ...keys.words];
  return (
    names.some((name) => name.startsWith(squeezed)) ||
    keys.email.startsWith(typed) ||
    keys.externalId.startsWith(typed)
  );
}

function meetsNumber(keys: PatientKeys, number: NonNullable<PatientQuery["number"]>): boolean {
  const { typed, digits, isPatientNumber, orBorn } = number;
  if (String(keys.patientId) === typed) return true;
  if (isPatientNumber) return false;
  if (keys.externalId === typed || keys.dob === orBorn) return true;
  if (digits.length < shortestPart) return digits !== "" && keys.phone === digits;
  return keys.externalId.startsWith(typed) || keys.phone.startsWith(digits) || keys.phone.endsWith(digits);
}

/** Whether a patient meets all of the query. */
export const isMatch = (keys: PatientKeys, query: PatientQuery): boolean =>
  query.terms.every((term) => hasTerm(keys, term)) &&
  (query.dob === null || keys.dob === query.dob) &&
  (query.number === null || meetsNumber(keys, query.number));

/** Fewest digits by which a phone number is found that has more of them. */
export const shortestPart = 3;
/** Shortest phone number that says something of who it is. */
export const tellingPhone = 7;

/** Whether a known patient may be the person described: same name and birth date, or phone, or email. */
export function isLike(keys: PatientKeys, likeness: Likeness): boolean {
  const phone = toPhoneDigits(likeness.phone);
  const email = normalizeForSearch(likeness.email);
  return (
    (keys.dob === likeness.dob &&
      keys.last === toSurnameKey(likeness.lastName) &&
      keys.first === toLettersAndDigits(likeness.firstName)) ||
    (phone.length >= tellingPhone && keys.phone === phone) ||
    (email !== "" && keys.email === email)
  );
}
