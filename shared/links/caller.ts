import { formatPhone } from "../patients/contact.ts";

/** E.164 has at most fifteen digits. */
const mostDigits = 15;
/** `"Jane" <sip:+12175550199@host>`: the address that a softphone puts behind a name. */
const bracketed = /<([^<>]*)>/;
const scheme = /^(?:tel|sips?|callto):(?:\/\/)?/i;
const extension = /\s*(?:x|ext\.?)\s*\d{1,7}$/i;
const plainNumber = /^\+?[\d\s().\-/\u2010-\u2015]+$/;

/**
 * Who calls, as softphones write it: `+12175550199`, `tel:+1-217-555-0199;ext=3`, `sip:2175550199@host`. Answers the
 * number as the form has it, `(217) 555-0199`, a foreign one as `+442071838750`, or an extension as its digits; null where
 * there is none: withheld, anonymous, or a name.
 */
export function readCallerNumber(text: string): string | null {
  const address = (bracketed.exec(text)?.[1] ?? text).trim().replace(scheme, "");
  const user = address
    .replace(/[;?@].*/s, "")
    .normalize("NFKC")
    .replace(extension, "")
    .trim();
  if (!plainNumber.test(user)) return null;
  const digits = user.replace(/\D/g, "");
  if (digits.length > mostDigits || /^0*$/.test(digits)) return null;
  const national = /^1?([2-9]\d{9})$/.exec(digits)?.[1];
  if (national !== undefined && (digits.startsWith("1") || !user.startsWith("+")))
    return formatPhone(national);
  return user.startsWith("+") ? `+${digits}` : digits;
}

/** Shorter ones are extensions of the clinic's own: nobody is known by them. */
const shortestNumber = 7;

/** Whether somebody can be known by that number. */
export const isOutside = (number: string): boolean => number.replace(/\D/g, "").length >= shortestNumber;
