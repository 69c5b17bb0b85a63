import { say, type Saying } from "../../messages/saying.ts";
import { stripHidden } from "../text/clean-text.ts";

/** Why a text that holds a card number is refused, for the person at the desk. */
export const cardNumberFound: Saying = say("fields.cardNumber");

/** Issuer prefixes with the lengths they are issued in (ISO/IEC 7812; the brands' published ranges). */
const issuers: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] }, // Discover
  { prefix: /^(30[0-5]|3095|36|3[89])/, lengths: [14, 16, 19] }, // Diners Club
  { prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^62/, lengths: [16, 17, 18, 19] }, // UnionPay
  { prefix: /^(5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] }, // Maestro
];

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const value = place % 2 === 0 ? digit : digit * 2;
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/**
 * Whether digits stand in groups as on a card or as it is read out: in one piece, all groups of one size, or a
 * first group of at least four and none shorter than three before the last. A 3-3-4 ending is a phone number, such as after a ZIP code.
 */
function isGroupedLikeCard(groups: readonly string[]): boolean {
  const sizes = groups.map((group) => group.length);
  if (sizes.every((size) => size === sizes[0])) return true;
  if ((sizes[0] ?? 0) < 4 || sizes.slice(0, -1).some((size) => size < 3)) return false;
  return sizes.slice(-3).join("-") !== "3-3-4";
}

function isCardNumber(digits: string): boolean {
  const isIssued = issuers.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
  return isIssued && passesLuhn(digits);
}

/** Any neighbouring groups that make a card number together. */
function runHoldsCard(run: string): boolean {
  const groups = run.match(/\d+/g) ?? [];
  for (let from = 0; from < groups.length; from += 1) {
    let digits = "";
    for (let to = from; to < groups.length; to += 1) {
      digits += groups[to] ?? "";
      if (digits.length > 19) break;
      if (digits.length < 13 || !isCardNumber(digits)) continue;
      if (isGroupedLikeCard(groups.slice(from, to + 1))) return true;
    }
  }
  return false;
}

const uuid = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi;
/** Digits with up to three spaces, dashes or dots between them, and the + before a phone number. */
const runs = /(\+ ?)?\d+(?:[ \t\u00a0\u2000-\u200b\u202f.\p{Pd}]{1,3}\d+)*/gu;

/** A + before at most 15 digits (ITU-T E.164). */
const isPhoneNumber = (run: string): boolean => run.startsWith("+") && run.replace(/\D/g, "").length <= 15;

/**
 * Whether a text holds what is almost surely a card number: 13 to 19 digits bounded by other characters,
 * with spaces, dashes or dots inside, of a brand's prefix and length, and with the right check digit.
 */
export function hasCardNumber(text: string): boolean {
  // Too short, as most fields are; a sign beyond ASCII may stand for several digits.
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\0-\x7f]{0,12}$/.test(text)) return false;
  // Also when something that nobody sees stands between its digits.
  const plain = stripHidden(text, "lines").normalize("NFKC").replace(uuid, "x");
  return (plain.match(runs) ?? []).some((run) => !isPhoneNumber(run) && runHoldsCard(run));
}
