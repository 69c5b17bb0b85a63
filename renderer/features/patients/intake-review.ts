import { type PatientForm, patientFields } from "../../../shared/patients/patient-form.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import type { Intake, IntakeFormat, Odd } from "../../../shared/intake/intake.ts";
import type { DateContext } from "../../../shared/time/calendar.ts";
import { readDateOfBirth } from "../../../shared/time/date-of-birth.ts";
import { patientFieldNames } from "./state.ts";

/** What a scan or a text did to the form, for the person to look at. In memory alone. */
export type Review = {
  readonly from: IntakeFormat;
  /** With what stood there before: Undo puts it back. */
  readonly filled: readonly Filled[];
  /** What it says is of somebody else, by the name or the date of birth that is typed here: nothing was filled in. */
  readonly isOther: boolean;
  /** Fields in which something else was typed, which stays. */
  readonly differs: readonly { readonly field: PatientField; readonly read: string }[];
  readonly otherNames: string;
  readonly rest: readonly string[];
  readonly odd: readonly Odd[];
};
type Filled = { readonly field: PatientField; readonly before: string; readonly value: string };
type Form = Readonly<PatientForm>;

/** Whether two texts of a field mean the same: "3/5/84" and "1984-03-05", "ILLINOIS" and "IL". */
function means(field: PatientField, one: string, other: string, dates: DateContext): boolean {
  const plain = (text: string): string => {
    const reading = patientFields[field].read(text, dates);
    return (reading.kind === "read" ? reading.value : text.trim()).toLocaleLowerCase();
  };
  return plain(one) === plain(other);
}

/** Another name than is typed here, or that name and another day of birth; "Jane" and "Jane Marie" are one. */
function isOtherPerson(form: Form, intake: Intake, dates: DateContext): boolean {
  const plain = (text = ""): string => text.trim().toLocaleLowerCase();
  const both = (["firstName", "lastName"] as const)
    .map((field) => ({ typed: plain(form[field]), read: plain(intake.values[field]) }))
    .filter(({ typed, read }) => typed !== "" && read !== "");
  if (both.some(({ typed, read }) => !typed.startsWith(read) && !read.startsWith(typed))) return true;
  const born = [form.dob, intake.values.dob ?? ""].map((text) => readDateOfBirth(text, dates));
  const days = born.flatMap((read) => (read.kind === "read" ? [read.date] : []));
  return both.length > 0 && new Set(days).size > 1;
}

type Known = {
  readonly dates: DateContext;
  readonly before: Review | null;
  readonly isHeld: boolean;
  readonly takesOther: boolean;
};

/**
 * What a scan or a text would do to the form: it fills in what is empty, and of what was typed changes nothing. What an
 * earlier one did, and its lines that nobody has dismissed, stay in the review.
 */
export function createReview(
  form: Form,
  intake: Intake,
  { dates, before, isHeld, takesOther }: Known,
): Review {
  const isOther = !takesOther && isOtherPerson(form, intake, dates);
  const filled: Filled[] = [];
  const differs: Review["differs"][number][] = [];
  for (const field of patientFieldNames) {
    const value = intake.values[field] ?? "";
    // One that may be in use for this very patient is not changed.
    if (value === "" || (field === "externalId" && isHeld)) continue;
    if (isOther) differs.push({ field, read: value });
    else if (form[field].trim() === "") filled.push({ field, before: form[field], value });
    else if (!means(field, form[field], value, dates)) differs.push({ field, read: value });
  }
  return {
    from: intake.format,
    filled: [...listStillFilled(form, before, dates), ...filled],
    isOther,
    differs,
    otherNames: intake.otherNames,
    rest: [...new Set([...(before?.rest ?? []), ...intake.rest])],
    odd: intake.odd,
  };
}

/** What stands in the form as it was filled in; what was typed since is the person's own. */
export const listStillFilled = (form: Form, review: Review | null, dates: DateContext): readonly Filled[] =>
  (review?.filled ?? []).filter(({ field, value }) => means(field, form[field], value, dates));

/** As it was before: what was typed since stays. */
export const revertFilled = (form: Form, review: Review, dates: DateContext): Partial<PatientForm> =>
  Object.fromEntries(listStillFilled(form, review, dates).map(({ field, before }) => [field, before]));

/** One of the fields in which something else was typed now has what was read. */
export function replaceWithRead(form: Form, review: Review, field: PatientField): Review {
  const read = review.differs.find((each) => each.field === field)?.read;
  if (read === undefined) return review;
  return {
    ...review,
    filled: [
      ...review.filled.filter((each) => each.field !== field),
      { field, before: form[field], value: read },
    ],
    differs: review.differs.filter((each) => each.field !== field),
  };
}
