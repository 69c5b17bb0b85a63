import { formatZip, readState } from "../patients/contact.ts";

export type PostalPlace = {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
};

/** `62701`, `62701-1234`, or a Canadian code, behind a gap or a state: never the end of a longer number. */
const zipAtEnd = /(?:[, ]|(?<=[, ][A-Z]{2}))(\d{5}(?:-\d{4})?|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/i;
const country =
  /[, ]+(?:USA?|U\.S\.A?\.?|United States(?: of America)?|EE\.? ?UU\.?|Estados Unidos|Canada)$/i;
const trimmed = (text: string): string => text.replace(/^[,;. ]+|[,; ]+$/g, "");

/** Of Canada: the form takes them as they are, and only beside a code of there do they mean a province. */
const province =
  /^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT|Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland|Nova Scotia|Ontario|Qu[eé]bec|Saskatchewan)$/i;

/** A province beside a code of there, as forms and files have them. */
export const isInCanada = ({ state, zip }: Pick<PostalPlace, "state" | "zip">): boolean =>
  province.test(state.trim()) && /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(zip.trim());

/** The state at the end of a line, as one to three words, and what stands before it. */
function stateAtEnd(
  text: string,
  isCanadian: boolean,
): { readonly before: string; readonly state: string } | null {
  const words = text.split(" ");
  for (const count of [3, 2, 1]) {
    const state = trimmed(words.slice(-count).join(" "));
    const before = words.slice(0, -count).join(" ");
    // "Washington, DC" is called like a state as a whole.
    if (/^washington\b/i.test(state) && readState(state)?.code === "DC")
      return { before: `${before}, Washington`, state: "DC" };
    if (readState(state) !== null || (isCanadian && province.test(state))) return { before, state };
  }
  return null;
}

/** "Springfield, IL 62701", or with the street before: a ZIP code must stand there, or at least a code of two letters after a comma. Null for all else. */
export function readPlace(line: string): PostalPlace | null {
  // "Springfield,IL" has its words apart too; any dash of a ZIP code is its own.
  const text = trimmed(line.replace(/[\s,]+/g, (gap) => (gap.includes(",") ? ", " : " ")))
    .replace(country, "")
    .replace(/(?<=\d{5}) ?[\u2010-\u2015\u2212] ?(?=\d{4}$)/, "-");
  const zip = zipAtEnd.exec(text)?.[1] ?? "";
  const rest = trimmed(text.replace(zipAtEnd, ""));
  if (zip === "" && !/, [A-Z]{2}$/.test(rest)) return null;
  const found = stateAtEnd(rest, /[A-Z]/i.test(zip));
  if (found === null && (zip === "" || !isStreet(text))) return null;
  const parts = (found?.before ?? rest)
    .split(",")
    .map(trimmed)
    .filter((part) => part !== "")
    .flatMap((part, at, all) => (at === all.length - 1 ? withCityApart(part) : [part]));
  const last = parts.at(-1) ?? "";
  const city = isStreet(last) && (parts.length === 1 || isUnderRoute(last)) ? "" : last;
  const street = city === "" ? parts : parts.slice(0, -1);
  const state = found?.state ?? "";
  return {
    address: street.join(", "),
    city,
    state: codeIn(state),
    zip: formatZip(zip.toUpperCase()),
  };
}

/** Numbers of the armed forces' post and of rural routes, which have no street's name. */
const routes =
  "(?:psc|cmr|unit|rr|r\\.r\\.|hc|hcr|rural route|star route|highway contract)\\.? *#? *\\w+,?(?: +box +#?\\w+)?|(?:p\\.? ?o\\.? ?)?box +#?\\w+";
const isUnderRoute = (part: string): boolean => new RegExp(`^(?:${routes})$`, "i").test(part);
const suffix =
  /^(?:st|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|boulevard|way|ct|court|pl|place|ter|terrace|cir|circle|pkwy|parkway|hwy|sq|square|trl|trail|loop|run|aly|alley)\.?$/i;
const point = /^(?:[ns]\.?[ew]?\.?|[ew]\.?)$/i;
const unit = /^(?:apt|unit|ste|suite|lot|bldg|fl|rm)\.?$/i;
const routeBegins = new RegExp(`^(?:${routes})`, "i");

/** How many words are the unit behind a street: "Apt 2B", "#5". */
const unitWords = (words: readonly string[], at: number): number =>
  unit.test(words[at] ?? "") ? 2 : /^#\w+$/.test(words[at] ?? "") ? 1 : 0;

/**
 * How many words are the street that no comma parts from its city; 0 where nobody can say. It ends at the second point of a grid
 * ("842 E 1700 S") or at the word for it, with a unit behind. "St" behind another such word is a saint's: "12 Oak Ave St Paul".
 */
function streetWords(words: readonly string[]): number {
  if (!/^\d+\w*(?:-\d+)?$/.test(words[0] ?? "")) return 0;
  const is = (pattern: RegExp, at: number): boolean => pattern.test(words[at] ?? "");
  if (is(point, 1) && is(/^\d+$/, 2) && is(point, 3)) return 4 + unitWords(words, 4);
  const named = words.findIndex((word, at) => at > 1 && suffix.test(word));
  if (named === -1) return 0;
  let end = named + 1;
  const isLast = (at: number): boolean => at >= words.length - 1;
  if (is(suffix, end) && !/^st\.?$/i.test(words[end] ?? "") && !isLast(end)) end += 1;
  if (is(point, end) && !isLast(end)) end += 1;
  return end + unitWords(words, end);
}

/** "PSC 802 Box 74 APO", "12 Oak St Peoria": the street, and the city behind it; one part where nobody can say. */
function withCityApart(part: string): readonly string[] {
  const words = part.split(" ");
  if (/^[AFD]PO$/i.test(words.at(-1) ?? ""))
    return [trimmed(words.slice(0, -1).join(" ")), (words.at(-1) ?? "").toUpperCase()].filter(
      (each) => each !== "",
    );
  const route = routeBegins.exec(part)?.[0];
  const street = route ?? words.slice(0, streetWords(words)).join(" ");
  const city = trimmed(part.slice(street.length));
  return street === "" || !/^[\p{L}. '’-]+$/u.test(city) ? [part] : [trimmed(street), city];
}

const codeIn = (state: string): string => {
  const code = state.replaceAll(".", "");
  return code.length === 2 ? code.toUpperCase() : state;
};

const units =
  "years?|yrs?|y\\.? ?\\/?o\\.?|-?years?-old|months?|mos?|weeks?|wks?|days?|hours?|hrs?|minutes?|mins?|mg|mcg|ml|kg|lbs?|oz|cm|mm|units?|tab(?:let)?s?" +
  "|caps(?:ules?)?|capsule|pills?|visits?|times|sessions?|doses?|refills?|children|kids|a[nñ]os?|mes(?:es)?|semanas?|d[ií]as?|horas?" +
  "|visitas?|veces|sesi[oó]n(?:es)?|pastillas?|tabletas?|hij[oa]s?";
const ways =
  "st|street|ave?|avenue|rd|road|dr|drive|ln|lane|blvd|way|ct|court|pl|place|ter|cir|circle|pkwy|hwy|sq|square";
/** "42 year old female", "10 mg daily", "6 visits": an age or a count; but "12 Day St". */
const counted = new RegExp(`^\\d+ *(?:${units})(?![\\p{L}\\p{M}])(?! +(?:${ways})(?!\\p{L}))`, "iu");

const routeFirst = new RegExp(
  `^(?:(?:psc|cmr|unit|rr|r\\.r\\.|hc|hcr|rural route|star route|highway contract)\\.? *#? *\\d+\\w*,? +box +#?\\w+)`,
  "i",
);

const unitFirst = /^(?:(?:apt|apartment|unit|suite|ste)\.? ?#?|#)[\w-]{1,6}(?:,| -|-) ?(?=\d)/i;
/** A house number before a name, or a post office box. */
export const isStreet = (line: string): boolean =>
  // "Unit 5 - 88 Barrington Street", "#4, 22 Elm St"
  (unitFirst.test(line) && isStreet(line.replace(unitFirst, ""))) ||
  (/^\d+[A-Z]?(?:-\d+| \d\/\d)?,? +\S*\p{L}/iu.test(line) && !/@|:\/\//.test(line) && !counted.test(line)) ||
  /^(?:p\.? ?o\.? ?box|apartado)\b/i.test(line) ||
  routeFirst.test(line) ||
  /^(?:rr|r\.r\.|rural route) *#?\d{1,3}$/i.test(line) ||
  // Wisconsin's grid: "N95W18000 Appleton Ave".
  /^[NS]\d+[EW]\d+ +\p{L}/iu.test(line);
