/**
 * Text that may be hostile, or was pasted from somewhere: what arrives from the service, and what is typed. Taken
 * out is what cannot be seen and changes what is seen: control characters, the marks that turn the direction of
 * writing (U+202E and its like), zero-width characters, tags, fillers that look like a blank, halves of
 * characters, and more marks on one letter than any language puts there.
 */

/** The most that is shown of a text from outside, in UTF-16 units. */
export const shownAtMost = {
  /** A status, a name, an event kind. */
  word: 120,
  /** An address, a URL, a sentence. */
  line: 500,
  notes: 4_000,
} as const;

/** Halves of characters, and code points that are none. */
const broken = /\p{Cs}|[\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;
const formats = /[\u034F\uFFFC]|(?![\u200C\u200D])\p{Cf}/gu;
/** Hangul fillers and the empty Braille cell. */
const blanks = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
/** They choose among forms of the character before them, where it has several. Digits are emoji only under the sign of a key. */
const looseSelectors =
  /(?<![\p{Emoji}\p{Script=Han}])[\uFE00-\uFE0F]|(?<=[\d#*])[\uFE00-\uFE0F](?!\u20E3)|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]|(?<![\u1820-\u18AA])[\u180B-\u180F]/gu;
/** Burmese puts six marks on a letter; after eight the rest is only there to cover other lines. */
const piledMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * The two joiners change letters in these scripts (Persian names need U+200C, Sinhala U+200D) and make one picture
 * of several; anywhere else they only make two texts that look the same.
 */
const joined = [
  ..."Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada".split(" "),
  ..."Malayalam Sinhala Khmer Myanmar Tibetan".split(" "),
]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const joinable = `[${joined}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]`;
const looseJoiners = new RegExp(`(?<!${joinable})[\\u200C\\u200D]|[\\u200C\\u200D](?!${joinable})`, "gu");

const visible = (text: string): string =>
  text
    .replace(broken, "\uFFFD")
    .replace(formats, "")
    .replace(looseSelectors, "")
    .replace(looseJoiners, "")
    .replace(blanks, " ")
    .replace(piledMarks, "$1");

/** Cut after so many units, never in the middle of a character. */
function capped(text: string, most: number, wasCut: boolean): string {
  if (text.length <= most && !wasCut) return text;
  const start = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${start.trimEnd()}…`;
}

/** For showing: one line, its line breaks, tabs and runs of blanks a single blank each. Cut with "…". */
export function cleanLine(text: string, most: number = shownAtMost.line): string {
  // What is taken out is not shown, so a few times as much is read; not a megabyte.
  const part = text.slice(0, most * 4);
  const line = visible(part.replace(/\p{Cc}/gu, " "))
    .replace(/\p{Z}+/gu, " ")
    .trim();
  return capped(line, most, part.length < text.length);
}

/** For showing: with its own line breaks, two empty lines in a row at most. Cut with "…". */
export function cleanLines(text: string, most: number = shownAtMost.notes): string {
  const part = text.slice(0, most * 4);
  const lines = stripHidden(part, "lines")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
  return capped(lines, most, part.length < text.length);
}

/**
 * What was typed or pasted, as it is sent: nothing hidden, all that can be seen as it was, of any length. Only a
 * field of several lines keeps its line breaks and tabs.
 */
export function stripHidden(text: string, as: "line" | "lines" = "line"): string {
  // Nearly every text, at every key press.
  if ((as === "lines" ? /^[\n\t -~]*$/ : /^[ -~]*$/).test(text)) return text;
  const broken =
    as === "lines"
      ? text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
      : text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " ");
  return visible(broken.replace(/(?![\n\t])\p{Cc}/gu, ""));
}
