/** What a PIN may be, and how long a wrong one has to wait. The same in both processes. */

/** Digits alone. */
export const pinDigits = { least: 4, most: 12 } as const;
/** Anything with another sign in it. */
export const passphrase = { least: 8, most: 128 } as const;

export type PinFault = "short" | "long" | "simple";

const isRow = (digits: string, step: number): boolean =>
  Array.from(digits, Number).every((digit, at, all) => at === 0 || digit === (all[at - 1] ?? 0) + step);

/** 0000, 1234, 9876: what is tried first. */
const isSimple = (digits: string): boolean => [0, 1, -1].some((step) => isRow(digits, step));

/** Why this may not become a PIN; null when it may. It is taken as it is: spaces count. */
export function findPinFault(text: string): PinFault | null {
  const isDigits = /^\d*$/.test(text);
  const { least, most } = isDigits ? pinDigits : passphrase;
  if (text.length < least) return "short";
  if (text.length > most) return "long";
  return isDigits && isSimple(text) ? "simple" : null;
}

/** Wrong tries in a row that cost nothing but themselves. */
export const freeTries = 5;

const minute = 60_000;
const waits = [30_000, minute, 5 * minute, 15 * minute, 60 * minute];

/** Milliseconds until the next try after so many wrong ones in a row: 30 seconds, growing to an hour. Nothing is ever wiped. */
export const getPinWait = (tries: number): number =>
  waits[Math.min(tries - freeTries, waits.length - 1)] ?? 0;
