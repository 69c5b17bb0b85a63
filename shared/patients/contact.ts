import { say, type Saying } from "../../messages/saying.ts";
import { postalStates, type PostalState } from "./states.ts";

const digitsOf = (text: string): string => text.replace(/\D/g, "");
/** Digits with the punctuation people put between them, and nothing else. */
const isPlainNumber = (text: string): boolean => /^\+?[\d\s().\-/\u2010-\u2015]*$/.test(text);
const extension = /(?:x|ext\.?|extension|#)\s*\d{1,7}$/i;

/** A number and what stands behind it, the extension with the white space before it. */
function parted(text: string): { readonly number: string; readonly tail: string } {
  const trimmed = text.trim();
  const number = trimmed.slice(0, extension.exec(trimmed)?.index).trimEnd();
  return { number, tail: trimmed.slice(number.length) };
}

/** "(212) 555-0123" for ten digits, a leading 1 or +1 kept before it; null for all else. */
function northAmerican(text: string): string | null {
  if (!isPlainNumber(text)) return null;
  const match = /^(1?)([2-9]\d\d)(\d{3})(\d{4})$/.exec(digitsOf(text));
  if (match === null) return null;
  const [, country, area, exchange, line] = match;
  if (text.startsWith("+") && country !== "1") return null;
  const prefix = country === "1" ? `${text.startsWith("+") ? "+" : ""}1 ` : "";
  return `${prefix}(${area}) ${exchange}-${line}`;
}

/**
 * A North American number as "(212) 555-0123", an extension kept as typed after it. All else (foreign
 * numbers, letters, too few digits) stays as typed, without the white space around it.
 */
export function formatPhone(text: string): string {
  const { number, tail } = parted(text);
  return `${northAmerican(number) ?? number}${tail}`;
}

/** What looks wrong with a phone number, or null. Never a reason to refuse it. */
export function checkPhone(text: string): Saying | null {
  if (text.trim() === "") return null;
  const { number } = parted(text);
  const digits = digitsOf(number);
  if (digits === "" || !isPlainNumber(number)) return say("fields.phone.noNumber");
  if (number.startsWith("+") && !digits.startsWith("1")) {
    return digits.length >= 7 && digits.length <= 15 ? null : say("fields.phone.noNumber");
  }
  const local = digits.startsWith("1") ? digits.slice(1) : digits;
  if (local.length === 7) return say("fields.phone.areaCode");
  // A first 1 is the country's only when there is a number after it.
  const count = digits.length < 10 ? digits.length : local.length;
  if (local.length !== 10) return say("fields.phone.digits", { count });
  return /^[2-9]\d\d[2-9]/.test(local) ? null : say("fields.phone.start");
}

/** "12345" and "12345-6789" (the dash may be missing or a space); all else as typed, trimmed. */
export function formatZip(text: string): string {
  const trimmed = text.trim();
  const match = /^(\d{5})[\s\-\u2010-\u2015]*(\d{4})$/.exec(trimmed);
  return match === null ? trimmed : `${match[1]}-${match[2]}`;
}

const stateKey = (text: string): string =>
  text.toLowerCase().replace(/[.,]/g, "").replace(/\s+/g, " ").trim();
/** Codes by other names, both as they are looked for. */
const otherNames = new Map([
  ["washington dc", "dc"],
  ["virgin islands", "vi"],
  ["united states virgin islands", "vi"],
  ["commonwealth of the northern mariana islands", "mp"],
]);

const statesByKey = new Map(
  postalStates.flatMap((state) => [
    [state.code.toLowerCase(), state],
    [stateKey(state.name), state],
  ]),
);

/** The state of a code or a full name, in any case, with or without dots; null for anything else. */
export function readState(text: string): PostalState | null {
  const key = stateKey(text);
  return statesByKey.get(otherNames.get(key) ?? key) ?? null;
}

/** The code of a state that is known; all else as typed. */
export const toStateCode = (text: string): string => readState(text)?.code ?? text;

/** Says that it is none of the known ones; null when it is, or when there is nothing. */
export function checkState(text: string): Saying | null {
  if (text.trim() === "" || readState(text) !== null) return null;
  return say("fields.state");
}

const isWhole = (code: string): boolean => /^\d{5}(-\d{4})?$/.test(code);
/** Whether a whole ZIP code begins with three digits of that state. */
const isIn = (code: string, { zips }: PostalState): boolean => {
  const prefix = Number(code.slice(0, 3));
  return zips.some(([from, to]) => prefix >= from && prefix <= to);
};

/**
 * The states that a whole ZIP code may be in by its first three digits: mostly one, several where a state borders on another's
 * post or territories share their digits, none for all else.
 */
export function listStatesOfZip(zip: string): readonly PostalState[] {
  const code = formatZip(zip);
  return isWhole(code) ? postalStates.filter((state) => isIn(code, state)) : [];
}

/** A ZIP code whose first zeros a spreadsheet took away, where that state has the code with them; all else as it is. */
export function withFirstZeros(zip: string, state: string): string {
  const [, digits, four = ""] = /^(\d{3,4})(-\d{4})?$/.exec(zip.trim()) ?? [];
  const meant = readState(state);
  if (digits === undefined || meant === null) return zip;
  const code = digits.padStart(5, "0");
  return isIn(code, meant) ? `${code}${four}` : zip;
}

/** What looks wrong with a ZIP code, by itself or against the state; null when nothing does. */
export function checkZip(zip: string, state: string): Saying | null {
  const code = formatZip(zip);
  if (code === "") return null;
  if (!isWhole(code)) return say("fields.zip.digits");
  const expected = readState(state);
  if (expected === null || isIn(code, expected)) return null;
  const [found] = listStatesOfZip(code);
  return found === undefined
    ? say("fields.zip.elsewhere", { code, state: expected.name })
    : say("fields.zip.other", { code, state: expected.name, other: found.name });
}
