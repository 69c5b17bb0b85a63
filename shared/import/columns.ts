import { matchLabel, matchRunTogether, normalizeLabel, type AskedField } from "../intake/labels.ts";
import { isOthers } from "../intake/others.ts";
import { asGender, isEmail, isNameLike, isPhone } from "../intake/person.ts";
import { isStreet, readPlace } from "../intake/place.ts";
import { readState } from "../patients/contact.ts";
import { normalizeText, type DateContext, type DateOrder } from "../time/calendar.ts";
import { asBirth } from "./midnight.ts";

/** What a column of a file of patients becomes: a field of the form, what several fields are made of, or nothing. */
export const columnKinds = [
  "leave",
  "name",
  "firstName",
  "lastName",
  "lastName2",
  "dob",
  "gender",
  "address",
  "address2",
  "place",
  "city",
  "state",
  "zip",
  "phone",
  "email",
  "externalId",
] as const satisfies readonly (AskedField | "leave")[];
export type ColumnKind = (typeof columnKinds)[number];

/** Heads that other programs write, and that mean something else, or nothing, on a pasted text. */
const ofFiles: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries({
    name: "customer|customer name|participant|participant name|pt name|patient full name|name (last, first)|last, first|last name, first name",
    firstName:
      "first name (legal)|first middle|first middle name|first and middle name|first mi|fname|f name|given|first nm",
    lastName: "last name (legal)|lname|l name|family|last nm",
    dob: "date of birth (mm/dd/yyyy)|birth|fecha de nac|date birth|born date",
    gender: "legal sex|birth sex|sex at birth|administrative sex|sex assigned at birth|sex code",
    address: "addr|addr1|addr 1|street 1|street line 1|line 1",
    address2: "addr2|addr 2|street 2|street line 2|line 2|extended address|apt/unit|apt #|apartment/unit",
    city: "city village|city town|town village",
    state:
      "st|st prov|state province|state region|state province region|province state|state or province|region",
    zip: "postal zip code|zip postal|postal|zip5|zip postal code|zip or postal code|postal zip|zipcode postal",
    place:
      "city st zip|city, st zip|city, st, zip|city/st/zip|city state|city, state zip|ciudad estado zip|ciudad, estado zip",
    phone: "cellular|phone 1|cell ph|phones|phone numbers|home|cell no|mobile no|home no",
    email: "email 1|e mail|e mail 1",
    externalId:
      "mrn|medical record number|patient id|patientid|pat id|pat num|pat no|patient num|patient number|patient no|chart|chart number|chart no|chart id|account number|account no|acct number|acct no|id paciente|expediente|numero de expediente|no de expediente",
  } satisfies { readonly [K in ColumnKind]?: string }).flatMap(([kind, heads]) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
    heads.split("|").map((head) => [head, kind as ColumnKind] as const),
  ),
);

/** Without what is between words: "PATIENTFIRSTNAME", "first-name" and "First Name" are one. */
const squeezed = (head: string): string => head.replace(/[^\p{L}\p{N}]/gu, "");
const bySqueezed = new Map([...ofFiles].map(([head, kind]) => [squeezed(head), kind] as const));
/** Whose it is, and which of several: "Patient DOB", "Home ZIP", "Address 1 - Street", "Phone 1 - Value". */
const before =
  /^(?:patient(?:'?s(?=[ -]))?|your(?! (?:full )?name)|pt|pat|member|client|home|residential|residence|mailing|physical|permanent|primary|contact|demographics?|legal|address(?= (?:city|state|zip|street|postal))|student|child|resident|participant|invitee|attendee|(?:address|phone|e-?mail|name)(?: \d)? -)[ -]*(?=[\p{L}\p{N}])/u;
const behind = / *- value$| (?:c|cd|desc)$/;

/** What a head says. A letter alone may stand for anything. */
function kindOfHead(head: string): ColumnKind | null {
  const plain = normalizeText(head.replace(/[_*:.]/g, " "));
  if (head.length > 60 || plain.length < 2) return null;
  const known = (text: string): ColumnKind | null =>
    ofFiles.get(text) ??
    bySqueezed.get(squeezed(text)) ??
    matchLabel(text) ??
    matchRunTogether(squeezed(text));
  const own = normalizeLabel(plain).replace(behind, "");
  return (
    known(plain) ??
    matchLabel(head) ??
    known(own) ??
    (own.length > 2 ? known(own.replace(before, "").replace(before, "")) : null)
  );
}

/** Rows of a file, with the heads of its columns where it has them. */
export type Sample = {
  readonly heads: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
};

/** By so many rows a column is told. */
const lookedAt = 50;

const filled = (rows: Sample["rows"], at: number): readonly string[] =>
  rows
    .slice(0, lookedAt)
    .map((cells) => (cells[at] ?? "").trim())
    .filter((cell) => cell !== "");

/** What a cell is by its look alone; null where it may be anything. */
function kindByLook(cell: string, context: DateContext): ColumnKind | null {
  if (isEmail(cell)) return "email";
  if (/^\d{5}(?:-\d{4})?$/.test(cell)) return "zip";
  if (isPhone(cell)) return "phone";
  if ((/\D/.test(cell) && asBirth(cell, context) !== "") || detectDateOrder(cell) !== null) return "dob";
  if (asGender(cell) !== "") return "gender";
  if (/^[A-Z]{2}$/.test(cell) && readState(cell) !== null) return "state";
  if (readPlace(cell) !== null && !isStreet(cell)) return "place";
  if (isStreet(cell)) return "address";
  return /^[^,\d]+,[^,\d]+$/.test(cell) && isNameLike(cell) ? "name" : null;
}

/** So much of a column must look alike. */
const mostly = 0.8;

function byLook(cells: readonly string[], context: DateContext): ColumnKind | null {
  const kinds = cells.map((cell) => kindByLook(cell, context));
  const found = columnKinds.find(
    (kind) => kinds.filter((each) => each === kind).length >= Math.max(1, cells.length * mostly),
  );
  return found ?? null;
}

const isEmails = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.filter(isEmail).length >= cells.length * mostly;

/** "12 Oak St, Springfield, IL 62701": the street stands there too. */
export const isWhole = (cells: readonly string[]): boolean =>
  cells.filter((cell) => {
    const place = readPlace(cell);
    return place !== null && place.address !== "" && place.city !== "";
  }).length >= Math.max(1, cells.length * mostly);

const isNames = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.filter(isNameLike).length >= cells.length * mostly;

/** What it was guessed from what a column becomes. */
export const guessedFrom = [
  "head",
  "cells",
  "place", // it stands before or behind another
  "taken", // another column is that already
  "nothing",
] as const;
export type Guess = { readonly kind: ColumnKind; readonly from: (typeof guessedFrom)[number] };

const nothing: Guess = { kind: "leave", from: "nothing" };
const taken: Guess = { kind: "leave", from: "taken" };

/** The columns of a file without heads: by their look, and of the words the first are the name, the next after a street the city. */
function withoutHeads(sample: Sample, count: number, context: DateContext): readonly Guess[] {
  const guesses: Guess[] = [];
  for (let at = 0; at < count; at += 1) {
    const cells = filled(sample.rows, at);
    const look = byLook(cells, context);
    const has = (kind: ColumnKind): boolean => guesses.some((guess) => guess.kind === kind);
    const put = (kind: ColumnKind): Guess => ({ kind, from: "place" });
    if (look === "address" && !has("place") && isWhole(cells)) guesses.push({ kind: "place", from: "cells" });
    else if (look !== null) guesses.push(has(look) ? taken : { kind: look, from: "cells" });
    else if (!isNames(cells)) guesses.push(nothing);
    else if (has("address")) guesses.push(has("city") || has("place") ? nothing : put("city"));
    else if (has("name") || has("lastName")) guesses.push(nothing);
    else guesses.push(put(has("firstName") ? "lastName" : "firstName"));
  }
  // "Jane Doe" in one column
  const first = guesses.findIndex(({ kind }) => kind === "firstName");
  const isWholeName = first !== -1 && !guesses.some(({ kind }) => kind === "lastName");
  if (isWholeName && filled(sample.rows, first).every((cell) => /^[^,]+ [^,]+$/.test(cell)))
    guesses[first] = { kind: "name", from: "cells" };
  return guesses;
}

/** "Parent Email", and run together: "ParentEmail", "EmailParent", "EMERGENCYCONTACTEMAIL". */
const isOthersEmail = (head: string): boolean =>
  [
    head,
    head.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " "),
    head.replace(/(?<=\p{L}{3})[- ]*(?=contact|e-?mail)/giu, " "),
  ].some(isOthers);

/** What each column is by itself: by its head, or as email addresses stand in it. */
function byThemselves(heads: readonly string[], rows: Sample["rows"], count: number): Guess[] {
  return Array.from({ length: count }, (_, at): Guess => {
    const kind = kindOfHead(heads[at] ?? "");
    if (kind !== null) return { kind, from: "head" };
    return isEmails(filled(rows, at)) && !isOthersEmail(heads[at] ?? "")
      ? { kind: "email", from: "cells" }
      : nothing;
  });
}

const ofAddress: ReadonlySet<ColumnKind> = new Set(["address", "address2", "city", "state", "zip", "place"]);
const groupOf = (head: string): string =>
  /^(home|residential|residence|mailing|physical|permanent|primary|address \d(?= ?-))/i
    .exec(head)?.[1]
    ?.toLowerCase() ?? "";

/**
 * Of a home's and a mailing address the one with the most columns in which something stands: two are never mixed. Columns that say
 * whose they are ("Home street address") go with those that do not ("City", "State") where these have no street.
 */
function addressGroups(
  heads: readonly string[],
  own: readonly Guess[],
  rows: Sample["rows"],
): readonly string[] {
  const groups = new Map<string, ColumnKind[]>();
  for (const [at, { kind }] of own.entries())
    if (ofAddress.has(kind) && filled(rows, at).length > 0) {
      const group = groupOf(heads[at] ?? "");
      groups.set(group, [...(groups.get(group) ?? []), kind]);
    }
  const [[group, kinds] = ["", []], ...others] = [...groups].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const [[other, rest] = ["", []]] = others;
  const isWithoutStreet = group === "" && !kinds.includes("address") && !kinds.includes("place");
  const isPart = isWithoutStreet && others.length === 1 && !rest.some((kind) => kinds.includes(kind));
  return [group, "", ...(isPart ? [other] : [])];
}

/**
 * What the columns of a file become, each kind once, and from what that was guessed: by their heads, in English and Spanish, and
 * without heads by what stands in them. Dates, phones and numbers under a head that is not known stay out: a date may be that of
 * the last visit. A column in which nothing stands gives way to another of the same where something does.
 */
export function guessColumns(sample: Sample, context: DateContext): readonly Guess[] {
  const { heads, rows } = sample;
  const count = Math.max(heads?.length ?? 0, ...rows.map((cells) => cells.length));
  if (heads === null) return withoutHeads(sample, count, context);
  const own = byThemselves(heads, rows, count);
  const groups = addressGroups(heads, own, rows);
  for (const [at, guess] of own.entries())
    if (ofAddress.has(guess.kind) && !groups.includes(groupOf(heads[at] ?? ""))) own[at] = taken;
  const isFull = (at: number): boolean => rows.some((cells) => (cells[at] ?? "").trim() !== "");
  const owners = new Map<ColumnKind, number>();
  for (const [at, { kind }] of own.entries()) {
    const before = owners.get(kind);
    if (before === undefined || (!isFull(before) && isFull(at))) owners.set(kind, at);
  }
  const guesses = own.map((guess, at) =>
    guess.kind === "leave" || owners.get(guess.kind) === at ? guess : taken,
  );

  /** Whether there is a column of that kind which goes before the one at that place: not an empty one before a full one. */
  const goesBefore = (kind: ColumnKind, at: number): boolean => {
    const owner = owners.get(kind);
    return owner !== undefined && (isFull(owner) || !isFull(at));
  };
  function become(at: number, kind: ColumnKind, from: Guess["from"], instead: readonly ColumnKind[]): void {
    guesses[at] = kind === "leave" ? taken : { kind, from };
    for (const other of instead) {
      const owner = owners.get(other);
      if (owner !== undefined && owner !== at) guesses[owner] = taken;
    }
  }
  // "Name" beside a surname is the first name alone, and beside both nobody's: a client may be who pays.
  const name = owners.get("name");
  if (name !== undefined) {
    const isBeside = goesBefore("lastName", name);
    if (isBeside) become(name, owners.has("firstName") ? "leave" : "firstName", "place", []);
    else become(name, "name", "head", ["firstName", "lastName"]);
  }
  // A whole address may stand in one column.
  const address = owners.get("address");
  const isAlone =
    address !== undefined && !(["city", "zip", "place"] as const).some((kind) => owners.has(kind));
  if (isAlone && isWhole(filled(rows, address))) become(address, "place", "cells", ["state"]);
  // A column called City may hold state and ZIP code as well.
  const city = owners.get("city");
  if (
    city !== undefined &&
    !goesBefore("state", city) &&
    !goesBefore("zip", city) &&
    byLook(filled(rows, city), context) === "place"
  )
    become(city, "place", "cells", ["state", "zip", "place"]);
  return guesses;
}

/** Above the heads of a file there are at most so many rows. */
const aboveAtMost = 10;

/**
 * In which of the first rows the columns are named; null: in none. Two heads that are known stand there, or nothing that looks like
 * a patient's. Titles may stand above it: what a report is called, for whom and when it was made.
 */
export function findHeadRow(rows: Sample["rows"], context: DateContext): number | null {
  const first = rows.slice(0, aboveAtMost + 1);
  // "Patient, Patient, Contact, Contact" stands above the heads.
  const known = first.map(
    (cells) => new Set(cells.map(kindOfHead).filter((kind) => kind !== null && kind !== "leave")).size,
  );
  const looks = rows.map((cells) => cells.filter((cell) => kindByLook(cell.trim(), context) !== null).length);
  const named = known.findIndex((count) => count >= 2);
  // Two words alone may stand in a row of patients as well: then nothing above them is one.
  const isSure = (known[named] ?? 0) > 2 || looks.slice(0, named).every((count) => count <= 1);
  if (named !== -1 && isSure) return named;
  const widths = rows.map((cells) => cells.filter((cell) => cell.trim() !== "").length);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  const wide = widths.slice(0, aboveAtMost + 1).findIndex((width) => width * 2 >= usual);
  const isUnlike = looks[wide] === 0 && looks.slice(wide + 1).some((count) => count > 0);
  return isUnlike ? wide : null;
}

/** How many dates of a column can be read in one order alone. */
export type OrderSeen = Readonly<Record<DateOrder, number>>;
export const noOrderSeen: OrderSeen = { "month-first": 0, "day-first": 0 };

/** The one order in which a date such as 25/12/1984 is a day; null where it is one in both, or in none. */
export function detectDateOrder(text: string): DateOrder | null {
  const [, one, two] = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ]\d{2,4}(?!\d)/.exec(text) ?? [];
  const [first, second] = [Number(one), Number(two)];
  if (first > 12 && first <= 31 && second >= 1 && second <= 12) return "day-first";
  if (second > 12 && second <= 31 && first >= 1 && first <= 12) return "month-first";
  return null;
}

export function countDateOrder(before: OrderSeen, text: string): OrderSeen {
  const order = detectDateOrder(text);
  return order === null ? before : { ...before, [order]: before[order] + 1 };
}

/** The order in which the column is written; null: nothing in it says so, and Settings decide. A slip or two does not. */
export function chooseDateOrder(seen: OrderSeen): DateOrder | null {
  const { "month-first": month, "day-first": day } = seen;
  if (month > day) return "month-first";
  return day > month ? "day-first" : null;
}

/** How a column is read, for the person who looks at it. */
export type ColumnRead =
  | "left" // in no field of a patient
  | "empty" // nothing stands in it
  | "comma" // a name, split at its comma
  | "space" // a name, split before its last word
  | "three" // city, state and ZIP code
  | "month-first" // dates in the order that the file shows
  | "day-first"
  | "settings" // dates, in the order of Settings
  | "read";

export function readColumn(kind: ColumnKind, cells: readonly string[], order: DateOrder | null): ColumnRead {
  if (kind === "leave") return "left";
  const some = cells.filter((cell) => cell.trim() !== "");
  if (some.length === 0) return "empty";
  if (kind === "name")
    return some.filter((cell) => cell.includes(",")).length * 2 > some.length ? "comma" : "space";
  if (kind === "place") return "three";
  if (kind !== "dob") return "read";
  return some.every((cell) => /^\s*\d{4}-?\d{2}-?\d{2}/.test(cell)) ? "read" : (order ?? "settings");
}

/** The first cell of a column that shows in which order its dates are written; null: none does. */
export const findDateOrderProof = (cells: readonly string[], order: DateOrder): string | null =>
  cells.find((cell) => detectDateOrder(cell) === order) ?? null;
