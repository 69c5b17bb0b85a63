import { capitalizeName, capitalizePlace } from "../patients/person-name.ts";
import { isExistingDate, formatIsoDate } from "../time/calendar.ts";
import { createIntake, type Intake } from "./intake.ts";
import { readElements, isJoined, type Elements } from "./license-elements.ts";

/**
 * A driver's license or ID card as its PDF417 barcode has it (AAMVA DL/ID Card Design Standard, versions 01 to 10, and
 * the cards before it): a head with the issuer, then elements of three letters and a value, a line each. A scanner that
 * types may change or drop what ends the lines.
 */

/** The issuer's six digits follow. The first sign is "@"; a keyboard of another language types another one there. */
const head = /(?:^|[^A-Z])(?:ANSI|AAMVA) ?(\d{6})/g;
/** Behind the subfile's letters; some cards have none there, and the elements follow the digits of the head. */
const firstElement = /(?:(?:DL|ID|EN)\n?|(?<=\d{8}\n?))(?=D[A-D][A-Z])/;

/** Line ends of any kind are one, also those that a scanner writes out; capitals, since the desk's Caps Lock may be on. */
const plain = (text: string): string =>
  text.toUpperCase().replace(/(?:\p{Cc}|\||<(?:LF|CR|RS|GS|FS|US)>)+ */gu, "\n");

/** States write these where they know nothing. */
const unknown = /^(?:NONE|UNAVL|UNAVAIL|UNKNOWN|UNK|N\/A)$/;
/** Some cards have what parts names behind the last one, too. */
const trimmed = (value: string): string => value.replace(/ +/g, " ").replace(/^[ ,;]+|[ ,;]+$/g, "");
const valueOf = (elements: Elements, ...codes: readonly string[]): string => {
  for (const code of codes) {
    const value = trimmed(elements.get(code) ?? "");
    if (value !== "" && !unknown.test(value)) return value;
  }
  return "";
};

/** `MMDDYYYY`, or `YYYYMMDD` in Canada and on the oldest cards: no year begins like a month. Some cards have signs between. */
function bornOn(date: string): string {
  const digits = /^\d+([-/.])\d+\1\d+$/.test(date) ? date.replace(/\D/g, "") : date;
  if (!/^\d{8}$/.test(digits)) return "";
  const part = (from: number, to: number): number => Number(digits.slice(from, to));
  const isYearFirst = part(0, 2) > 12;
  const parts = isYearFirst
    ? { year: part(0, 4), month: part(4, 6), day: part(6, 8) }
    : { year: part(4, 8), month: part(0, 2), day: part(2, 4) };
  return isExistingDate(parts) && parts.year >= 1850 ? formatIsoDate(parts) : "";
}

/** Initials stay in capitals: "JD". */
const asName = (name: string): string =>
  /^(?![JS]R)[^AEIOUY]{2}$/.test(name) ? name : capitalizeName(name.toLowerCase());

/** As on an envelope: "12 NW 4th St Apt 2B". */
const ofRue = /(?<=(?:^|\d\w* )(?:Rue|Calle|Camino|Avenida|Paseo|Via) )De (?:(?:La|Las|Los) |L(?='))?/;
const asAddress = (line: string): string =>
  line
    .replace(/ *, */g, ", ")
    .split(" ")
    .map((word) => {
      const staysAsItIs = /^(?:[NS][EW]|PO|RR|HCR?|PSC|CMR|US|FM|[A-Z]?\d+[A-Z]|[NS]\d+[EW]\d+|#.*)$/.test(
        word,
      );
      return staysAsItIs ? word : capitalizeName(word.toLowerCase());
    })
    .join(" ")
    .replace(/ Of (?:The )?(?=\S)/g, (small) => small.toLowerCase())
    .replace(ofRue, (small) => small.toLowerCase());

function zipOf(code: string): string {
  const compact = code.replace(/[ -]/g, "");
  const canadian = /^([A-Z]\d[A-Z])(\d[A-Z]\d)$/.exec(compact);
  if (canadian !== null) return `${canadian[1]} ${canadian[2]}`;
  // "96826     0": where four digits would stand there is nothing.
  if (/^\d{5}(?:0{4}|[ -]+0{0,4})?$/.test(code)) return code.slice(0, 5);
  return /^\d{9}$/.test(compact) ? `${compact.slice(0, 5)}-${compact.slice(5)}` : code;
}

const genders: Readonly<Record<string, string>> = { 1: "Male", M: "Male", 2: "Female", F: "Female" };

type Names = {
  readonly first: string;
  readonly last: string;
  readonly others: readonly string[];
  /** Nothing parts a whole name: which of its words is what is guessed. */
  readonly isGuessed: boolean;
};

function namesIn(elements: Elements): Names {
  const suffix = valueOf(elements, "DCU", "DAE");
  const [last = "", ...behind] = valueOf(elements, "DCS", "DAB").split(/ *, */);
  const [own = "", ...more] = valueOf(elements, "DAC").split(/ *, */);
  const middle = valueOf(elements, "DAD");
  const known = { last, isGuessed: false };
  if (own !== "") return { ...known, first: own, others: [...more, middle, ...behind, suffix] };
  // Versions 02 and 03: all given names together.
  const all = valueOf(elements, "DCT");
  // "MARY ANN,LOUISE": a comma parts them, else a blank.
  const [given = "", ...further] = all.split(all.includes(",") ? / *, */ : / /);
  if (given !== "") return { ...known, first: given, others: [further.join(" "), ...behind, suffix] };
  return { ...wholeName(valueOf(elements, "DAA"), last, [...behind, suffix]) };
}

const isInitial = (word: string | undefined): boolean => word?.length === 1;

/** Version 01: "DOE,JANE,MARIE", in some states with blanks or other signs. `last`: as an element of its own says it. */
function wholeName(whole: string, last: string, behind: readonly string[]): Names {
  if (/[,@$]/.test(whole)) {
    const [family = "", first = "", ...others] = whole.split(/[,@$] */);
    return { first, last: last === "" ? family : last, others: [...others, ...behind], isGuessed: false };
  }
  const words = (last === "" ? whole : ` ${whole} `.replace(` ${last} `, " ").trim()).split(" ");
  // The standard has the surname first; an initial in the middle stands between first name and surname.
  const isFirstFirst = words.length === 3 && isInitial(words[1]) && !isInitial(words[2]);
  const family = last === "" ? (isFirstFirst ? words.pop() : words.shift()) : last;
  const [first = "", ...others] = words;
  return {
    first,
    last: family ?? "",
    others: [...others, ...behind],
    isGuessed: last === "" && first !== "",
  };
}

const notEmpty = (text: string): boolean => text !== "";

/** Two digits behind the issuer; the oldest cards have none. `text` begins with the head. */
const versionOf = (text: string): number => Number(/^.\D+\d{6}(\d{2})/s.exec(text)?.[1] ?? 0);

/** One card; `text` begins with its head. */
function readCard(text: string): Intake | null {
  const begin = firstElement.exec(text);
  if (begin === null) return null;
  const from = begin.index + begin[0].length;
  const body = withoutCutEnd(text, from);
  const isCut = from + body.length < text.length;
  const elements = readElements(body, versionOf(text));
  const { first, last, others, isGuessed } = namesIn(elements);
  const street = [valueOf(elements, "DAG", "DAL"), valueOf(elements, "DAH", "DAM")].filter(notEmpty);
  const values = {
    firstName: asName(first),
    // Nobody is called by initials alone: "Ng".
    lastName: capitalizeName(last.toLowerCase()),
    dob: bornOn(valueOf(elements, "DBB")),
    gender: genders[valueOf(elements, "DBC")],
    address: street.map(asAddress).join(", "),
    city: capitalizePlace(valueOf(elements, "DAI", "DAN")),
    state: valueOf(elements, "DAJ", "DAO"),
    zip: zipOf(valueOf(elements, "DAK", "DAP")),
  };
  const isWhole = !isCut && [values.firstName, values.lastName, values.dob, values.address].every(notEmpty);
  const otherNames = others.filter(notEmpty).map(asName).join(" ");
  const parting: Intake["odd"] = isJoined(body) ? ["joined"] : isGuessed ? ["names"] : [];
  const read = createIntake({
    format: "license",
    values,
    otherNames,
    rest: [],
    odd: isWhole ? parting : ["part", ...parting.filter((odd) => odd === "names")],
  });
  return Object.keys(read.values).length === 0 ? null : read;
}

/** Signs that a scanner may leave out are in the length that a head says. */
const signsOfHead = 8;

/** What stands after the last line end was cut off somewhere, unless the whole card is there. */
function withoutCutEnd(text: string, from: number): string {
  const body = text.slice(from);
  const isCut = text.length + signsOfHead < readDeclaredLength(text) && body.includes("\n");
  return isCut ? body.slice(0, body.lastIndexOf("\n") + 1) : body;
}

/** How long the head says that the card is with its first subfile; 0 where it says nothing. */
export function readDeclaredLength(text: string): number {
  const said = /(?:DL|ID)(\d{4})(\d{4})/i.exec(text.slice(0, 80));
  return said === null ? 0 : Number(said[1]) + Number(said[2]);
}

export type LicenseRead =
  | { readonly kind: "read"; readonly intake: Intake }
  /** It holds the head of a card and nothing that can be read. */
  | { readonly kind: "unread" }
  /** Two people's cards: nobody is chosen. */
  | { readonly kind: "two" }
  | { readonly kind: "none" };

const longest = 8_000;

/** Reads what a scanner typed. Of a card that was read twice it is that card. Never throws. */
export function readLicense(text: string): LicenseRead {
  const all = plain(text.slice(0, longest));
  const heads = [...all.matchAll(head)].map(({ index }) => index);
  if (heads.length === 0) return { kind: "none" };
  const cards = heads.flatMap(
    (at, place) => readCard(all.slice(at, heads[place + 1]).replace(/["@]\n?$/, "")) ?? [],
  );
  const [first] = cards;
  if (first === undefined) return { kind: "unread" };
  // A scan that broke off at the end of a line looks whole: it has fewer values.
  const countOf = ({ odd, values }: Intake): number =>
    Object.keys(values).length - (odd.includes("part") ? longest : 0);
  const [whole = first] = cards.toSorted((a, b) => countOf(b) - countOf(a));
  const isOther = ({ values }: Intake): boolean =>
    Object.entries(values).some(([field, value]) =>
      Object.entries(whole.values).some(([name, own]) => name === field && own !== value),
    );
  return cards.some(isOther) ? { kind: "two" } : { kind: "read", intake: whole };
}
