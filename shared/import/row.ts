import type { FieldErrors } from "../core/failure.ts";
import { say, type Saying } from "../../messages/saying.ts";
import { stripHidden } from "../text/clean-text.ts";
import { unescapeCsvCell } from "../text/csv.ts";
import { createBlankForm } from "../core/form.ts";
import { isSpanishGender } from "../intake/labels.ts";
import { asGenderOf, readName } from "../intake/person.ts";
import { isInCanada, readPlace } from "../intake/place.ts";
import { withFirstZeros } from "../patients/contact.ts";
import { patientFields, readPatientForm, type PatientForm } from "../patients/patient-form.ts";
import { normalizeText, type DateContext } from "../time/calendar.ts";
import type { ColumnKind } from "./columns.ts";
import { asBirth, hasTime, stripMidnight } from "./midnight.ts";
import { isSeveral } from "./people.ts";

/** How the rows of a file are read. */
export type Columns = {
  readonly kinds: readonly ColumnKind[];
  /** The head of the column of genders: in Spanish M is another letter. */
  readonly genderHead: string;
};

/** A row as the form of a patient, with what is wrong with it by field; `row` is the row as a whole. */
export type RowRead = {
  /** Complete where there are no errors. Of a row its date is as it was read, `YYYY-MM-DD`, also beside errors. */
  readonly form: PatientForm;
  readonly errors: FieldErrors;
  /** `YYYY-MM-DD`: the day that may have been meant, of a date of birth that does not exist. */
  readonly meant: string | null;
};

/** The longest text of a field, as everywhere. */
const longest = 2_000;
/** In place of a sign that the encoding does not have. */
const unreadableSign = "\uFFFD";
const formula = /^[=\uFF1D@\uFF20]/;

/** What a spreadsheet shows in place of what it cannot work out or has no room for, and digits of which it kept the first alone. */
const spoilt = /^(?:#(?:N\/[AD]|[¡¿]?[A-Z/0]+[!?]|#+)|[-+]?\d+(?:[.,]\d+)?E\+\d{2,3})$/i;
/** The number of a day in a spreadsheet, or a date without its zeros. */
const noDate = /^(?:\d{1,5}|\d{7})$/;
/** Letters of a Mac or of MS-DOS that were read as those of Windows: "Nœ–ez", "JosŽ", "MU¥OZ", "Garc¡a". No language writes so. */
const strayed =
  /[\u0080-\u0084\u0086-\u009F£¤¥¢§¶µ‚ƒ„†‡ˆ‰‹›˜]|\p{L}¡|\p{L}œ(?!u)|\p{Ll}[ŠŒŽŸ]|\p{L}[ŠŽŸ–—“”•™…]\p{Ll}/u;
/** The same where names alone are written otherwise: "Mart’nez", "M rquez". */
const strayedName = /\p{L}{3}[‘’]\p{Ll}|\p{L}\u00A0\p{Ll}/u;
const nameKinds: ReadonlySet<ColumnKind> = new Set(["name", "firstName", "lastName", "lastName2"]);

/** What stands in a cell: without what nobody sees, and as spreadsheets keep digits from being a number: `="00417"`. */
function textOf(cell: string): string {
  const text = stripHidden(unescapeCsvCell(cell)).trim();
  return /^=?"([^"]*)"$/.exec(text)?.[1] ?? text;
}

type Found = { readonly values: Record<string, string>; readonly errors: FieldErrors };

/** What somebody left, or put their house into. */
const noPerson = /^(?:the )?estate of\s|\s(?:trust|estate)$/i;

/** More than a name would be lost in reading it, or put into it: a nickname, pronouns, a dash between two; and what is nobody. */
const isNameAlone = (text: string): boolean =>
  !noPerson.test(text) && !/[\d@/()[\]{}<>"\u201C\u201D]|(?:^|\s)[-\u2010-\u2015](?:\s|$)/.test(text);

/** Marks that somebody put beside a name, and a nickname: "Boyd*", "Margaret (Peggy)". */
const marked = /[*@^<>{}()[\]"\u201C\u201D:]/;
/** What is wrong with a cell, whatever it is to become. */
function wrongWith(kind: ColumnKind, cell: string, text: string): Saying | null {
  const isStrayed = strayed.test(cell) || (nameKinds.has(kind) && strayedName.test(cell));
  if (text.includes(unreadableSign) || isStrayed) return say("import.row.signs");
  if (formula.test(text)) return say("import.row.formula");
  if (spoilt.test(text)) return say("import.row.spoilt");
  if (kind === "name" || kind === "firstName" || kind === "lastName") {
    if (isSeveral(cell.trim(), kind)) return say("import.row.people");
    return marked.test(text) ? say("import.row.name") : null;
  }
  if (kind !== "dob") return null;
  if (hasTime(stripMidnight(text))) return say("import.row.time");
  return noDate.test(text) ? say("import.row.noDate") : null;
}

function put(found: Found, kind: ColumnKind, cell: string, { columns, context }: Reading): void {
  const { values, errors } = found;
  if (kind === "leave") return;
  const text = textOf(cell);
  const wrong = wrongWith(kind, cell, text);
  if (wrong !== null) errors[kind] = wrong;
  switch (kind) {
    case "name": {
      if (!isNameAlone(text)) errors["name"] ??= say("import.row.name");
      const isOne = isNameAlone(text) && !isSeveral(cell.trim(), "name");
      const { firstName, lastName } = isOne ? readName(text, context) : { firstName: "", lastName: text };
      values["firstName"] ??= firstName;
      values["lastName"] ??= lastName;
      return;
    }
    case "place": {
      const place = readPlace(text);
      if (place === null && text !== "") errors["place"] ??= say("import.row.place");
      values["city"] ??= place?.city ?? text;
      values["state"] ??= place?.state ?? "";
      values["zip"] ??= place?.zip ?? "";
      values["address"] ??= place?.address ?? "";
      return;
    }
    case "lastName2":
      values["lastName"] = [values["lastName"] ?? "", text].filter((part) => part !== "").join(" ");
      return;
    case "address2":
      values["address"] = [values["address"] ?? "", text].filter((part) => part !== "").join(", ");
      return;
    case "dob":
      values["dob"] = asBirth(text, context) || text;
      return;
    case "gender":
      values["gender"] = asGenderOf(text, isSpanishGender(columns.genderHead)) || text;
      return;
    default:
      if ((values[kind] ?? "") === "") values[kind] = text;
  }
}

/** What one column becomes several of. */
const made: Partial<Record<ColumnKind, readonly string[]>> = {
  name: ["firstName", "lastName"],
  place: ["city", "state", "zip"],
};

type Reading = { readonly columns: Columns; readonly context: DateContext };

/** The second line of an address, and the second surname, stand behind the first, wherever their columns are. */
const last = (kind: ColumnKind): number => (kind === "address2" || kind === "lastName2" ? 1 : 0);

/** Reads the cells of a row. Never throws. */
export function readImportRow(cells: readonly string[], reading: Reading): RowRead {
  const { kinds } = reading.columns;
  const found: Found = { values: {}, errors: {} };
  const order = kinds.map((kind, at) => ({ kind, at })).toSorted((a, b) => last(a.kind) - last(b.kind));
  for (const { kind, at } of order) put(found, kind, cells[at] ?? "", reading);
  const { zip = "", state = "" } = found.values;
  if (zip !== "") found.values["zip"] = withFirstZeros(zip, state);
  // Its cells stand under other heads than their own.
  if (cells.slice(kinds.length).some((cell) => cell.trim() !== ""))
    found.errors["row"] = say("import.row.cells", { count: cells.length, columns: kinds.length });
  const form: PatientForm = { ...createBlankForm(patientFields), ...found.values };
  return judged(form, reading.context, found.errors);
}

/** What was corrected by a person, read as the form reads it: what is only odd in it they have seen. */
export const readImportForm = (form: PatientForm, context: DateContext): RowRead =>
  judged(form, context, null);

/** What is only odd. The form knows the states of the country alone: a province with a code of its own is as right. */
function oddIn(form: PatientForm, warnings: FieldErrors): FieldErrors {
  const { zip: _zip, state: _state, ...others } = warnings;
  return isInCanada(form) ? others : warnings;
}

/** `rowErrors`: what the row's own reader says; null where a person corrected it. */
function judged(form: PatientForm, context: DateContext, rowErrors: FieldErrors | null): RowRead {
  const { errors, warnings, values, readings, missing } = readPatientForm(form, context);
  const before = rowErrors ?? {};
  // A row is created without anybody seeing what is only odd: it must be put right, or insisted on.
  const all: FieldErrors = { ...(rowErrors === null ? {} : oddIn(form, warnings)), ...errors, ...before };
  // What the row's own reader says of all of it says better why a part of it is missing.
  const told = Object.entries(made)
    .filter(([kind]) => before[kind] !== undefined)
    .flatMap(([, fields]) => fields);
  for (const field of missing) if (told.includes(field)) delete all[field];
  for (const [field, text] of Object.entries(form))
    if (text.length > longest) all[field] = say("fields.tooLong");
  const { dob } = readings;
  const isAsRead = rowErrors === null ? Object.keys(all).length === 0 : before["dob"] === undefined;
  return {
    form: isAsRead ? { ...form, dob: values.dob ?? form.dob } : form,
    errors: all,
    meant: dob.kind === "wrong" ? (dob.meant ?? null) : null,
  };
}

/** Of the fields that the service asks for those that no column becomes. */
export function listMissingFields(kinds: readonly ColumnKind[]): readonly (keyof PatientForm)[] {
  const there = new Set(kinds.flatMap((kind) => made[kind] ?? [kind]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a table's rows
  const names = Object.keys(patientFields) as (keyof PatientForm)[];
  return names.filter((name) => patientFields[name].missing !== null && !there.has(name));
}

/** By which two rows of a file are the same person: name and date of birth. */
export const toPersonKey = ({ firstName, lastName, dob }: PatientForm): string =>
  [lastName, firstName].map((name) => normalizeText(name).replace(/[^\p{L}\p{N}]/gu, "")).join("|") +
  `|${dob}`;

/** Whether nothing at all stands in a row. */
export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
