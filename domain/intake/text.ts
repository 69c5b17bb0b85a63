import { splitFullName, type PersonTyped } from "../patient/patient-query.ts";
import { isCredential } from "../patient/person-name.ts";
import type { DateContext } from "../time/calendar.ts";
import { ageOn, readDateOfBirth } from "../time/date-of-birth.ts";
import { putAsked, withFirstNames, type Values } from "./asked-values.ts";
import { intakeOf, linesOf, type Intake } from "./intake.ts";
import {
  asksForName,
  beginsWithOthers,
  isLabel,
  isOfPatient,
  isOthersHead,
  labelledIn,
  type Labelled,
} from "./labels.ts";
import { asDob, isEmail, isNameLike, isPhone, nameApart, readName } from "./person.ts";
import { isStreet, readPlace, type Place } from "./place.ts";

/** Lines that people write: labels with values ("DOB: 3/5/84"), the lines of a letter, what stands under an email. */

/** How a letter begins and ends: no names. */
const courtesies =
  /^(?:hi|hello|hey|dear|hola|estimad[oa]s?|buen[oa]s (?:d[ií]as|tardes|noches)|thanks?|thank you|many thanks|best|kind|warm|regards|best regards|kind regards|warm regards|sincerely|cheers|yours|yours truly|respectfully|saludos|saludos cordiales|un saludo|cordialmente|atentamente|gracias|muchas gracias|new patient|patient|referral|sent from my .*)\b[ ,.!]*$/i;
/** A label without its colon, before what it names: no part of a name. */
const labelBeforeDigits =
  /(?<![\p{L}\p{M}])(?:dob|d\.o\.b\.|born(?: on)?|date of birth|nacid[oa](?: el)?|fecha de nacimiento|phone|tel\.?|cell|mobile|ph|tel[eé]fono|cel|m[oó]vil) (?=[\d(+])/giu;
const bornBefore = /^(?:dob|d\.o\.b\.|born(?: on)?|date of birth|nacid[oa](?: el)?|fecha de nacimiento) /i;

/** Parts of a line that stand beside each other: "Jane Doe | 217 555 0199". */
const piecesOf = (line: string): readonly string[] =>
  line
    .split(/[|·•]/)
    .map((piece) => piece.replace(/^[<\s]+|[>\s,;]+$/g, ""))
    .filter((piece) => piece !== "");

/** A name as it stands alone: its first and its last word begin with a capital. */
const isName = (text: string): boolean => isNameLike(text) && /^\P{Ll}.*\s\P{Ll}\S*$/u.test(text);
const building =
  /\b(?:house|building|bldg|apartments?|tower|hall|center|centre|clinic|hospital|plaza|suite|floor|care of|attn)\b/i;

/** "Jane Doe, 12 Main St, Springfield, IL 62701": the name is no part of the street. */
function withNameApart(piece: string): readonly string[] {
  const [, name = "", street = ""] = /^([^,\d]+), *(\d.*)$/.exec(piece) ?? [];
  return isName(name) && !building.test(name) && isStreet(street) ? [name, street] : [piece];
}

/** "Alan Smith, MD" looks like a city: only behind a street it is one. */
const isCity = ({ address, zip, state }: Place, before: string): boolean =>
  zip !== "" || address !== "" || !isCredential(state) || isStreet(before);

const has = (values: Values, ...fields: readonly string[]): boolean =>
  fields.some((field) => (values[field] ?? "") !== "");

const dateOf = (text: string, context: DateContext): string | null => {
  const read = readDateOfBirth(text, context);
  return read.kind === "read" ? read.date : null;
};

/** A date without a label is a letter's own, unless somebody could be born on it. */
function isBirthDate(text: string, context: DateContext): boolean {
  const date = dateOf(text, context);
  return /\D/.test(text) && date !== null && ageOn(date, context.today) > 0;
}

/** "Jane Doe 3/5/84": whom a piece describes as a whole; null where it names nobody, or says more. */
function personIn(piece: string, context: DateContext): PersonTyped | null {
  const whole = /\d/.test(piece) ? splitFullName(piece.replace(labelBeforeDigits, ""), context) : null;
  return whole?.firstName === "" ? null : whole;
}

/** A date behind a word for it: "born 3/5/84"; "" for all else. */
function saidBorn(piece: string, context: DateContext): string {
  const date = piece.replace(bornBefore, "");
  return date !== piece && asDob(date, context) !== "" ? date : "";
}

/**
 * The day of birth, `YYYY-MM-DD`: that of which a piece says so, else the first of all dates, as a visit is later. Null where there
 * is none.
 */
function bornOn(pieces: readonly string[], context: DateContext): string | null {
  const said = pieces.map((piece) => saidBorn(piece, context)).find((date) => date !== "");
  if (said !== undefined) return dateOf(said, context);
  const dates = pieces.flatMap((piece) => {
    if (isBirthDate(piece, context)) return dateOf(piece, context) ?? [];
    return dateOf(personIn(piece, context)?.dob ?? "", context) ?? [];
  });
  return dates.toSorted()[0] ?? null;
}

type Putting = {
  readonly piece: string;
  /** The one that stands before it. */
  readonly before: string;
  /** As `bornOn` says. */
  readonly born: string | null;
  readonly context: DateContext;
};

/** Fills in what a piece is by its look; false where it is nothing that is missing. */
function putPiece(values: Values, { piece, before, born, context }: Putting): boolean {
  const add = (found: Values): boolean => {
    if (has(values, ...Object.keys(found))) return false;
    Object.assign(values, found);
    return true;
  };
  if (isEmail(piece)) return add({ email: piece });
  if (isPhone(piece)) return add({ phone: piece });
  const said = saidBorn(piece, context);
  if (said !== "") return add({ dob: said });
  if (isBirthDate(piece, context)) return dateOf(piece, context) === born && add({ dob: piece });
  const place = readPlace(piece);
  if (place !== null && isCity(place, before)) {
    const { address, ...others } = place;
    if (has(values, "city", "zip")) return false;
    if (!has(values, "address")) values["address"] = address;
    return add(others);
  }
  if (isStreet(piece)) return add({ address: piece });
  if (/^(?:apt|unit|suite|ste|apto|#)\b/i.test(piece) && has(values, "address"))
    return putAsked(values, { asked: "address2", label: "", value: piece }, context);
  if (has(values, "firstName", "lastName") || beginsWithOthers(piece) || /\bfax\b/i.test(piece)) return false;
  if (isName(piece) && !courtesies.test(piece)) return add({ ...readName(piece, context) });
  const whole = personIn(piece, context);
  if (whole === null) return false;
  const day = dateOf(whole.dob, context);
  const found = day === born ? whole : { ...whole, dob: "" };
  for (const [field, value] of Object.entries(found)) if (!has(values, field)) values[field] = value;
  // With another date than the day of birth it is shown.
  return day === null || day === dateOf(values["dob"] ?? "", context);
}

/** The value of a label that stands alone is in the next line. */
function withNextLine(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isOpen = before?.endsWith(":") === true && isLabel(before);
    if (isOpen && labelledIn(line) === null) joined[joined.length - 1] = `${before} ${line}`;
    else joined.push(line);
  }
  return joined;
}

/** A table that was copied has its labels before tabs. */
const withColons = (text: string): string =>
  text.replace(/^([^\t\r\n:]{1,40})\t+(?=\S)/gm, (all, label: string) =>
    isLabel(label) ? `${label}: ` : all,
  );

/** Under a heading such as "Emergency contact", up to an empty line, stands what is somebody else's. */
function apart(lines: readonly string[]): {
  readonly own: readonly string[];
  readonly theirs: readonly string[];
} {
  const own: string[] = [];
  const theirs: string[] = [];
  let isTheirs = false;
  for (const [at, line] of lines.entries()) {
    const isAnswered = line.endsWith(":") && labelledIn(lines[at + 1] ?? "") === null;
    if (line === "" || isOfPatient(line)) isTheirs = false;
    else if (isOthersHead(line) && !isAnswered) isTheirs = true;
    if (line !== "") (isTheirs ? theirs : own).push(line);
  }
  return { own, theirs };
}

/** Reads lines; null where nothing in them belongs into the form. */
export function readText(text: string, context: DateContext): Intake | null {
  const { own, theirs } = apart(linesOf(withColons(text), "all"));
  const lines = withNextLine(own);
  const labelled: Labelled[] = [];
  const free: string[] = [];
  for (const line of lines) {
    const found = labelledIn(line);
    if (found === null) free.push(line);
    else {
      free.push(found.before);
      for (const part of found.parts) {
        const [value = "", ...others] = part.asked === null ? [part.value] : piecesOf(part.value);
        const named = asksForName(part.asked) ? nameApart(value, context) : { name: value, others: [] };
        labelled.push({ ...part, value: named.name });
        free.push(...named.others, ...others);
      }
    }
  }
  const values: Values = {};
  const rest: string[] = [];
  for (const each of withFirstNames(labelled))
    if (each.value !== "" && !putAsked(values, each, context)) rest.push(`${each.label}: ${each.value}`);
  let before = "";
  const parted = free.map((line) => ({ line, pieces: piecesOf(line).flatMap(withNameApart) }));
  const born = bornOn(
    parted.flatMap(({ pieces }) => pieces),
    context,
  );
  for (const { line, pieces } of parted) {
    const left = pieces.filter((piece) => {
      const isPut = putPiece(values, { piece, before, born, context });
      before = piece;
      return !isPut;
    });
    if (left.length > 0) rest.push(left.length === pieces.length ? line : left.join(" · "));
  }
  const left = [...rest, ...theirs].filter((line) => !courtesies.test(line));
  const read = intakeOf({ format: "text", values, rest: left });
  return Object.keys(read.values).length === 0 ? null : read;
}
