import { unescapeCsvCell, readCsv } from "../text/csv.ts";
import { readState } from "../patients/contact.ts";
import type { DateContext } from "../time/calendar.ts";
import { readDateOfBirth } from "../time/date-of-birth.ts";
import { findSexBesideAge } from "./apart.ts";
import { putAsked, withFirstNames, type AskedValues } from "./asked-values.ts";
import { createIntake, type Intake } from "./intake.ts";
import type { LabelledValue } from "./labelled.ts";
import { matchLabel, isNameLabel } from "./labels.ts";
import { asDob, asGender, isEmail, isNameLike, isPhone, splitNameFrom, readName } from "./person.ts";
import { isStreet, readPlace } from "./place.ts";

/** A row of a spreadsheet, with the heads of its columns or without. */

const fewestCells = 4;
const mostCells = 200;
const rowsAtMost = 50;
/** The first rows are in it. */
const readOfRows = 16_000;
const labelsAtLeast = 2;
const strongAtLeast = 2;

type Kind = "email" | "phone" | "dob" | "gender" | "zip" | "state" | "address";

/** What a cell is by its look alone; null where it may be anything. */
function kindOf(cell: string, context: DateContext): Kind | null {
  if (isEmail(cell)) return "email";
  if (/^\d{5}(?:-\d{4})?$/.test(cell)) return "zip";
  if (isPhone(cell)) return "phone";
  // Other digits alone are a number of any kind.
  if (/\d\D|\D\d|^\d{8}$/.test(cell) && asDob(cell, context) !== "") return "dob";
  if (asGender(cell) !== "") return "gender";
  if (/^[A-Z]{2}$/.test(cell) && readState(cell) !== null) return "state";
  return isStreet(cell) ? "address" : null;
}

/** Where the day of birth and the ZIP code stand: a visit is later than the first of all dates, and a code of another kind before the state. */
function placesOf(
  cells: readonly string[],
  kinds: readonly (Kind | null)[],
  context: DateContext,
): ReadonlyMap<Kind | null, number> {
  const all = (kind: Kind): readonly number[] => [...kinds.keys()].filter((at) => kinds[at] === kind);
  const dates = all("dob").map((at) => {
    const read = readDateOfBirth(asDob(cells[at] ?? "", context), context);
    return { at, date: read.kind === "read" ? read.date : "", isWritten: /\D/.test(cells[at] ?? "") };
  });
  const written = dates.filter(({ isWritten }) => isWritten);
  const [born] = (written.length > 0 ? written : dates).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const zips = all("zip");
  const zip = zips.find((at) => kinds[at - 1] === "state") ?? zips[0];
  return new Map<Kind | null, number>([
    ["dob", born?.at ?? -1],
    ["zip", zip ?? -1],
  ]);
}

const isSeveral = (name: string): boolean => /[ ,]/.test(name);

/** Whether all commas of the first line have a blank behind them. */
const isWrittenLine = (text: string): boolean => {
  const line = /^[^\r\n]*/.exec(text.trimStart().slice(0, 1_000))?.[0] ?? "";
  return line.includes(", ") && !/,\S| ,|[;\t|"]/.test(line);
};

/** Without heads: what a cell is shows, and of the words the first are the name, and one after the street the city. */
function byLook(
  cells: readonly string[],
  context: DateContext,
  isWritten: boolean,
): Pick<Intake, "values" | "rest"> | null {
  const values: AskedValues = {};
  const rest: string[] = [];
  let strong = 0;
  let named = 0;
  const kinds = cells.map((cell) => kindOf(cell, context));
  const places = placesOf(cells, kinds, context);
  for (const [at, cell] of cells.entries()) {
    const look = kinds[at] ?? null;
    const kind = (places.get(look) ?? at) === at ? look : null;
    const city =
      values["address"] !== undefined && values["city"] === undefined && isNameLike(cell) ? "city" : null;
    // "Jane Doe,3/5/84,F,Aetna": only in the next cell is the surname of a name of several words.
    const own = values["firstName"];
    const name = own === undefined ? "firstName" : at === named + 1 || !isSeveral(own) ? "lastName" : null;
    const field = kind ?? city ?? (isNameLike(cell) ? name : null);
    if (field === null || values[field] !== undefined) {
      rest.push(cell);
      continue;
    }
    const place = kind === "address" ? readPlace(cell) : null;
    if (place !== null && place.city !== "") {
      Object.assign(values, place);
      strong += 1;
      continue;
    }
    values[field] = kind === "dob" ? asDob(cell, context) : kind === "gender" ? asGender(cell) : cell;
    if (field === "firstName") named = at;
    if (kind !== null) strong += 1;
  }
  const sex = cells.map(findSexBesideAge).find((each) => each !== "");
  if (sex !== undefined) values["gender"] ??= sex;
  if (strong < strongAtLeast) return null;
  const { firstName = "", lastName } = values;
  const isWhole = lastName === undefined && isSeveral(firstName);
  // "Roe, Jane, 3/5/1984": with blanks behind its commas a line is written and not exported, surname first.
  if (isWritten && lastName !== undefined && named === 0)
    return { values: { ...values, firstName: lastName, lastName: firstName }, rest };
  return { values: isWhole ? { ...values, ...readName(firstName, context) } : values, rest };
}

function byHeads(
  heads: readonly string[],
  cells: readonly string[],
  context: DateContext,
): Pick<Intake, "values" | "rest"> {
  const values: AskedValues = {};
  const rest: string[] = [];
  const labelled = heads.flatMap((label, at): readonly LabelledValue[] => {
    const value = cells[at] ?? "";
    const asked = matchLabel(label);
    if (asked === null && value !== "") rest.push(`${label}: ${value}`);
    if (asked === null || value === "") return [];
    const { name, others } = isNameLabel(asked) ? splitNameFrom(value, context) : { name: value, others: [] };
    rest.push(...others);
    return [{ asked, label, value: name, isTheirs: false }];
  });
  for (const each of withFirstNames(labelled)) {
    if (!putAsked(values, each, context)) rest.push(`${each.label}: ${each.value}`);
  }
  return { values, rest };
}

/** Reads the first row of columns; null where the text has none. Other rows are shown, not filled in. */
export function readCsvRow(text: string, context: DateContext): Intake | null {
  // Blank lines go, and no tab: the first or the last cell may be an empty one.
  const { rows } = readCsv(text.replace(/^\s*[\r\n]/, "").slice(0, readOfRows));
  const lines = (rows ?? [])
    .slice(0, rowsAtMost)
    .map(({ cells }) => cells.map((cell) => unescapeCsvCell(cell).trim()));
  const [first = [], ...others] = lines;
  const isTable =
    first.length >= fewestCells &&
    first.length <= mostCells &&
    others.every((cells) => cells.length === first.length);
  if (!isTable) return null;
  const heads = first.filter((cell) => matchLabel(cell) !== null).length;
  const [row, ...further] = heads >= labelsAtLeast ? others : lines;
  if (row === undefined) return null;
  const read =
    heads >= labelsAtLeast ? byHeads(first, row, context) : byLook(row, context, isWrittenLine(text));
  if (read === null) return null;
  return createIntake({
    format: "csv",
    values: read.values,
    rest: [...read.rest, ...further.map((cells) => cells.join(", "))],
  });
}
