/** How an HL7 version 2 segment is taken apart: by its signs first, and only then are escaped letters read. */

/** Which signs part fields, components, repetitions and subcomponents, and which begins and ends an escape. */
export type Signs = {
  readonly field: string;
  readonly component: string;
  readonly repeat: string;
  readonly escape: string;
  readonly part: string;
};
const usual = "|^~\\&";
const fewest = 4;

/** MSH says which they are; the last of them may be left out. */
export function readSigns(header: string | undefined): Signs {
  const said = header?.slice("MSH".length, "MSH".length + usual.length) ?? "";
  const all = said.length < fewest ? usual : said;
  const [field = "", component = "", repeat = "", escape = "", part = ""] = all;
  return { field, component, repeat, escape, part: part === field ? "" : part };
}

/** Bytes by their hexadecimal digits: UTF-8, else one letter each. */
function lettersOf(digits: string): string {
  const bytes = digits.match(/../g) ?? [];
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte}`).join(""));
  } catch {
    return bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join("");
  }
}

/** What stands between two escape signs, as a text; null where it is no escape, so that the sign itself is meant. */
function escaped(code: string, signs: Signs): string | null {
  if (code === "F") return signs.field;
  if (code === "S") return signs.component;
  if (code === "R") return signs.repeat;
  if (code === "E") return signs.escape;
  if (code === "T") return signs.part === "" ? "&" : signs.part;
  // What cuts a text that is too long.
  if (code === "P") return "#";
  const [, hex] = /^X((?:[0-9A-F]{2})+)$/i.exec(code) ?? [];
  if (hex !== undefined) return lettersOf(hex);
  // Highlighting ends and begins within a word; breaks and blanks of a page stand between words.
  if (/^[HN]$/.test(code)) return "";
  return /^(?:\.[a-z]{2}[+-]?\d{0,3}|[CMZ][0-9A-F]*)$/i.test(code) ? " " : null;
}

/** A text with its escapes read. An escape sign that begins none is a letter like any other. */
export function unescapeText(text: string, signs: Signs): string {
  const [first = "", ...others] = text.split(signs.escape);
  let plain = first;
  let isOpen = true;
  for (const [at, piece] of others.entries()) {
    const found: string | null = isOpen && at < others.length - 1 ? escaped(piece, signs) : null;
    plain += found ?? (isOpen ? signs.escape + piece : piece);
    // The sign behind an escape is its end.
    isOpen = found === null;
  }
  return plain.replace(/^""$/, "").trim();
}

/** A repetition of a field: its components, each by its subcomponents. */
export type Parts = {
  /** The first subcomponent, counted from 1 as the standard does. */
  readonly of: (component: number) => string;
  readonly part: (component: number, part: number) => string;
};

/** The repetitions of a field in which anything stands. */
export function splitRepetitions(field: string, signs: Signs): readonly Parts[] {
  const split = (text: string, sign: string): readonly string[] => (sign === "" ? [text] : text.split(sign));
  return split(field, signs.repeat).flatMap((each) => {
    const components = split(each, signs.component).map((component) =>
      split(component, signs.part).map((part) => unescapeText(part, signs)),
    );
    const part = (component: number, at: number): string => components[component - 1]?.[at - 1] ?? "";
    return components.flat().some((text) => text !== "")
      ? [{ part, of: (component) => part(component, 1) }]
      : [];
  });
}
