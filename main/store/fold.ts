/** Text as it is compared: no accents, no case, compatibility forms resolved, one blank between words. */
export const fold = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

/** Folded text with letters and digits alone: `O'Brien` is `obrien`. */
export const squeeze = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, "");

/** Every word that a search may begin with: `Anne-Marie` gives `annemarie`, `anne` and `marie`. */
export function searchWords(text: string): string[] {
  const words = new Set<string>();
  for (const word of fold(text).split(" ")) {
    words.add(squeeze(word));
    for (const part of word.split(/[^\p{L}\p{N}]+/u)) words.add(part);
  }
  words.delete("");
  return [...words];
}

/** The digits of a telephone number, without North America's leading 1, so that both ways of writing it meet. */
export function phoneDigits(text: string): string {
  const digits = text.normalize("NFKD").replace(/\D/g, "");
  return digits.length === 11 && digits.startsWith("1") ? digits.slice(1) : digits;
}

export const reversed = (digits: string): string => digits.split("").toReversed().join("");
