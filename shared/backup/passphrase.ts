/** UTF-16 code units. */
export const longestPassphrase = 200;
export const shortestPassphrase = 12;
const fewestDifferent = 5;

/** Why a passphrase will not do; null: it will. What people choose cannot be judged further than that. */
export function findPassphraseFault(text: string): "short" | "alike" | null {
  const letters = Array.from(normalizePassphrase(text));
  if (letters.length < shortestPassphrase) return "short";
  return new Set(letters).size < fewestDifferent ? "alike" : null;
}

/** One way to write é, and none of the blanks around it: what is typed on another keyboard is the same. */
export const normalizePassphrase = (text: string): string => text.normalize("NFC").trim();

/** Without letters and digits that look alike: 32, five bits each. */
const letters = "abcdefghijkmnpqrstuvwxyz23456789";
const groups = 6;
const inGroup = 4;

/** 24 letters and digits, 120 bits, from as many random bytes: `abcd-efgh-…`. */
export function createPassphrase(bytes: Uint8Array): string {
  const chosen = Array.from(bytes.subarray(0, groups * inGroup), (byte) => letters[byte % letters.length]);
  const group = (index: number): string => chosen.slice(index * inGroup, (index + 1) * inGroup).join("");
  return Array.from({ length: groups }, (_, index) => group(index)).join("-");
}
export const passphraseBytes = groups * inGroup;
