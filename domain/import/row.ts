import type { FieldErrors } from "../../contract/failure.ts";
import { say } from "../../messages/saying.ts";
import { withoutHidden } from "../clean-text.ts";
import { cellText } from "../csv.ts";
import { blankForm } from "../form.ts";
import { isSpanishGender } from "../intake/labels.ts";
import { asDob, asGenderOf, readName } from "../intake/person.ts";
import { readPlace } from "../intake/place.ts";
import { patientFields, readPatientForm, type PatientForm } from "../patient/patient-form.ts";
import { plainText, type DateContext } from "../time/calendar.ts";
import type { ColumnKind } from "./columns.ts";

/** How the rows of a file are read. */
export type Columns = {
  readonly kinds: readonly ColumnKind[];
  /** The head of the column of genders: in Spanish M is another letter. */
  readonly genderHead: string;
};

/** A row as the form of a patient, with what is wrong with it by field; `row` is the row as a whole. */
export type RowRead = {
  /** Complete, and with its date as it was read, where there are no errors. */
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

/** What stands in a cell: without what nobody sees, and as spreadsheets keep digits from being a number: `="00417"`. */
function textOf(cell: string): string {
  const text = withoutHidden(cellText(cell)).trim();
  return /^="([^"]*)"$/.exec(text)?.[1] ?? text;
}

type Found = { readonly values: Record<string, string>; readonly errors: FieldErrors };

/** More than a name would be lost in reading it, or put into it: a nickname, pronouns, a second person. */
const isNameAlone = (text: string): boolean => !/[\d@/()[\]{}<>"\u201C\u201D]/.test(text);

function put(found: Found, kind: ColumnKind, text: string, { columns, context }: Reading): void {
  const { values, errors } = found;
  if (kind === "leave") return;
  if (text.includes(unreadableSign)) errors[kind] = say("import.row.signs");
  else if (formula.test(text)) errors[kind] = say("import.row.formula");
  switch (kind) {
    case "name": {
      if (!isNameAlone(text)) errors["name"] ??= say("import.row.name");
      const { firstName, lastName } = isNameAlone(text)
        ? readName(text, context)
        : { firstName: "", lastName: text };
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
    case "address2":
      values["address"] = [values["address"] ?? "", text].filter((part) => part !== "").join(", ");
      return;
    case "dob":
      values["dob"] = asDob(text, context) || text;
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

/** The second line of an address stands behind the first, wherever its column is. */
const last = (kind: ColumnKind): number => (kind === "address2" ? 1 : 0);

/** Reads the cells of a row. Never throws. */
export function readRow(cells: readonly string[], reading: Reading): RowRead {
  const { kinds } = reading.columns;
  const found: Found = { values: {}, errors: {} };
  const order = kinds.map((kind, at) => ({ kind, at })).toSorted((a, b) => last(a.kind) - last(b.kind));
  for (const { kind, at } of order) put(found, kind, textOf(cells[at] ?? ""), reading);
  // Its cells stand under other heads than their own.
  if (cells.slice(kinds.length).some((cell) => cell.trim() !== ""))
    found.errors["row"] = say("import.row.cells", { count: cells.length, columns: kinds.length });
  const form: PatientForm = { ...blankForm(patientFields), ...found.values };
  return readForm(form, reading.context, found.errors);
}

/** What was corrected by a person, or came from a row, read as the form reads it. */
export function readForm(form: PatientForm, context: DateContext, before: FieldErrors = {}): RowRead {
  const { errors, values, readings, missing } = readPatientForm(form, context);
  const all: FieldErrors = { ...errors, ...before };
  // What the row's own reader says of all of it says better why a part of it is missing.
  const told = Object.entries(made)
    .filter(([kind]) => before[kind] !== undefined)
    .flatMap(([, fields]) => fields);
  for (const field of missing) if (told.includes(field)) delete all[field];
  for (const [field, text] of Object.entries(form))
    if (text.length > longest) all[field] = say("fields.tooLong");
  const { dob } = readings;
  return {
    form: Object.keys(all).length > 0 ? form : { ...form, dob: values.dob ?? form.dob },
    errors: all,
    meant: dob.kind === "wrong" ? (dob.meant ?? null) : null,
  };
}

/** Of the fields that the service asks for those that no column becomes. */
export function missingFields(kinds: readonly ColumnKind[]): readonly (keyof PatientForm)[] {
  const there = new Set(kinds.flatMap((kind) => made[kind] ?? [kind]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names of a table's rows
  const names = Object.keys(patientFields) as (keyof PatientForm)[];
  return names.filter((name) => patientFields[name].missing !== null && !there.has(name));
}

/** By which two rows of a file are the same person: name and date of birth. */
export const personKey = ({ firstName, lastName, dob }: PatientForm): string =>
  [lastName, firstName].map((name) => plainText(name).replace(/[^\p{L}\p{N}]/gu, "")).join("|") + `|${dob}`;

/** Whether nothing at all stands in a row. */
export const isEmptyRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === "");
