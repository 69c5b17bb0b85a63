import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { ImportRow } from "../../../shared/import/import.ts";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import { toAlikeKey } from "../../../shared/import/people.ts";
import { toPersonKey, readImportForm, readImportRow, type Columns } from "../../../shared/import/row.ts";
import { normalizeText, type DateContext } from "../../../shared/time/calendar.ts";
import { say } from "../../../messages/saying.ts";
import type { FileRow } from "./records.ts";

/** Who is known on this computer already. */
export type KnownToImport = {
  /** By name and date of birth. */
  readonly samePerson: (form: PatientForm) => ImportRow["knownAs"];
  readonly byExternalId: (externalId: string) => ImportRow["knownAs"];
};

export type Judge = {
  readonly judge: (row: FileRow) => ImportRow;
  /** The same for a row that a person put right. */
  readonly judgeForm: (row: number, form: PatientForm) => ImportRow;
};

/**
 * Why a row that was right and new when its file was read is not sent by itself any more: that patient was made by hand, or
 * at another desk, since. Null while nobody has.
 */
export function findMadeSince(form: PatientForm, known: KnownToImport): Failure | null {
  const same = known.samePerson(form);
  if (same !== null) return fail("invalid-input", say("import.row.madeSince", { name: same.name }));
  const owner = normalizeText(form.externalId) === "" ? null : known.byExternalId(form.externalId);
  if (owner === null) return null;
  const why = say("import.row.otherPerson", { name: owner.name });
  return fail("invalid-input", why, { fields: { externalId: why } });
}

type Options = {
  readonly columns: Columns;
  readonly context: DateContext;
  readonly known: KnownToImport;
  /** Rows that a person put right, as they are now. */
  readonly fixed: ReadonlyMap<number, PatientForm>;
};

export const isBad = ({ errors }: Pick<ImportRow, "errors">): boolean => Object.keys(errors).length > 0;

/** Says of each row of a file, one after another, what becomes of it: nobody is to be created twice. */
export function createRowJudge({ columns, context, known, fixed }: Options): Judge {
  const people = new Map<string, number>();
  /** Those who would have another key in other letters, by that key. */
  const alike = new Map<string, number>();
  const externalIds = new Map<string, number>();

  /** The row before that is the same; this one itself where there is none. */
  function first(of: Map<string, number>, key: string, row: number): number {
    const before = of.get(key);
    if (before === undefined) of.set(key, row);
    return before ?? row;
  }

  /** The row before that may be the same person, written in other letters: "Łukasz Żółć" and "Lukasz Zolc". */
  function firstAlike(key: string, row: number): number {
    const other = toAlikeKey(key);
    // Somebody whose own key is that one, and who would not have yet another.
    const isPlain = other !== key && toAlikeKey(other) === other;
    const before = (isPlain ? people.get(other) : undefined) ?? alike.get(other);
    if (other !== key && !alike.has(other)) alike.set(other, row);
    return before ?? row;
  }

  /** `isSeen`: a person looked at it, and says that whoever is only alike is somebody else. */
  function whole(row: number, read: ReturnType<typeof readImportForm>, isSeen: boolean): ImportRow {
    const { form, meant } = read;
    const errors = { ...read.errors };
    const externalId = normalizeText(form.externalId);
    if (!isBad(read)) {
      const key = toPersonKey(form);
      const person = first(people, key, row);
      if (person !== row) errors["row"] = say("import.row.twice", { row: person });
      const other = firstAlike(key, row);
      if (person === row && other !== row && !isSeen) errors["row"] = say("import.row.alike", { row: other });
      const owner = externalId === "" ? row : first(externalIds, externalId, row);
      if (owner !== row && person === row) errors["externalId"] = say("import.row.sameId", { row: owner });
    }
    const same = isBad({ errors }) ? null : known.samePerson(form);
    const other = isBad({ errors }) || externalId === "" ? null : known.byExternalId(form.externalId);
    // A number of somebody else's here would lead the service to that one.
    if (other !== null && other.id !== same?.id)
      errors["externalId"] = say("import.row.otherPerson", { name: other.name });
    return { row, form, errors, meant, knownAs: isBad({ errors }) ? null : same };
  }

  const judgeForm = (row: number, form: PatientForm): ImportRow =>
    whole(row, readImportForm(form, context), true);
  return {
    judge: ({ row, cells }) => {
      const form = fixed.get(row);
      return form === undefined
        ? whole(row, readImportRow(cells, { columns, context }), false)
        : judgeForm(row, form);
    },
    judgeForm,
  };
}
