import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { ImportRow } from "../../../shared/import/import.ts";
import type { PatientForm } from "../../../shared/outbox/forms.ts";
import { alikeKey } from "../../../shared/import/people.ts";
import { personKey, readForm, readRow, type Columns } from "../../../shared/import/row.ts";
import { plainText, type DateContext } from "../../../shared/time/calendar.ts";
import { say } from "../../../messages/saying.ts";
import type { FileRow } from "./records.ts";

/** Who is known on this computer already. */
export type Known = {
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
export function madeSince(form: PatientForm, known: Known): Failure | null {
  const same = known.samePerson(form);
  if (same !== null) return fail("invalid-input", say("import.row.madeSince", { name: same.name }));
  const owner = plainText(form.externalId) === "" ? null : known.byExternalId(form.externalId);
  if (owner === null) return null;
  const why = say("import.row.otherPerson", { name: owner.name });
  return fail("invalid-input", why, { fields: { externalId: why } });
}

type Options = {
  readonly columns: Columns;
  readonly context: DateContext;
  readonly known: Known;
  /** Rows that a person put right, as they are now. */
  readonly fixed: ReadonlyMap<number, PatientForm>;
};

export const isBad = ({ errors }: Pick<ImportRow, "errors">): boolean => Object.keys(errors).length > 0;

/** Says of each row of a file, one after another, what becomes of it: nobody is to be created twice. */
export function judgeOf({ columns, context, known, fixed }: Options): Judge {
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
    const other = alikeKey(key);
    // Somebody whose own key is that one, and who would not have yet another.
    const isPlain = other !== key && alikeKey(other) === other;
    const before = (isPlain ? people.get(other) : undefined) ?? alike.get(other);
    if (other !== key && !alike.has(other)) alike.set(other, row);
    return before ?? row;
  }

  /** `isSeen`: a person looked at it, and says that whoever is only alike is somebody else. */
  function whole(row: number, read: ReturnType<typeof readForm>, isSeen: boolean): ImportRow {
    const { form, meant } = read;
    const errors = { ...read.errors };
    const externalId = plainText(form.externalId);
    if (!isBad(read)) {
      const key = personKey(form);
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

  const judgeForm = (row: number, form: PatientForm): ImportRow => whole(row, readForm(form, context), true);
  return {
    judge: ({ row, cells }) => {
      const form = fixed.get(row);
      return form === undefined
        ? whole(row, readRow(cells, { columns, context }), false)
        : judgeForm(row, form);
    },
    judgeForm,
  };
}
