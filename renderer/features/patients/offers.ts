import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { DateContext } from "../../../shared/time/calendar.ts";
import { splitFullName } from "../../../shared/patients/patient-query.ts";
import { capitalizeName, normalizeName } from "../../../shared/patients/person-name.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import { patientFieldNames } from "./state.ts";

/** What the form may look like after one press: the fields that change. */
export type Offer = {
  readonly kind: "split" | "capitals";
  readonly values: Partial<PatientForm>;
};

const names = ["firstName", "lastName"] as const;
type NameField = (typeof names)[number];

/** A name, date or number goes where nothing stands yet; else nothing is offered, so that nothing typed is lost. */
function splitOf(form: PatientForm, field: NameField, context: DateContext): Offer | null {
  const read = splitFullName(form[field], context);
  if (read === null) return null;
  const { firstName, lastName, ...rest } = read;
  // Of one name beside a date it is known in which field it stands.
  const named = firstName === "" ? { [field]: lastName } : { firstName, lastName };
  const values: Partial<PatientForm> = Object.fromEntries(
    Object.entries({ ...named, ...rest }).filter(([, value]) => value !== ""),
  );
  const isFree = patientFieldNames.every(
    (name) => name === field || values[name] === undefined || form[name].trim() === "",
  );
  return isFree ? { kind: "split", values } : null;
}

function capitalsOf(form: PatientForm, touched: readonly PatientField[]): Offer | null {
  const changed = names.flatMap((field) => {
    const typed = normalizeName(form[field]);
    const offered = capitalizeName(typed);
    return touched.includes(field) && offered !== typed ? [[field, offered] as const] : [];
  });
  return changed.length === 0 ? null : { kind: "capitals", values: Object.fromEntries(changed) };
}

/** What a person who typed a name in haste may want; of a field that they have left. */
export function findOffer(
  form: PatientForm,
  touched: readonly PatientField[],
  context: DateContext,
): Offer | null {
  for (const field of names) {
    const offer = touched.includes(field) ? splitOf(form, field, context) : null;
    if (offer !== null) return offer;
  }
  return capitalsOf(form, touched);
}
