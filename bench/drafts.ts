import { createEmptyBookingForm, type BookingForm } from "../shared/bookings/booking-form.ts";
import { emptyPatientForm, type PatientForm } from "../shared/patients/patient-form.ts";
import type { FormOf } from "../shared/outbox/routes.ts";
import type { BenchDesk } from "./desk.ts";
import { people } from "./people.ts";

/** What is typed, saved and sent. */

/** A booking under way, with notes that tell one save from another. */
export const bookingDraft = (notes: string): FormOf & { readonly form: BookingForm } => ({
  kind: "booking",
  form: {
    ...createEmptyBookingForm("America/New_York"),
    service: "101",
    date: "2031-03-04",
    time: "2pm",
    notes,
  },
});

/** So many new patients, each complete. */
export const patientForms = (count: number): readonly PatientForm[] =>
  Array.from(people({ count, seed: 11 }), ({ input }, number) => ({
    ...emptyPatientForm,
    ...input,
    phone: input.phone ?? "",
    externalId: `BENCH-${number}`,
  }));

/** Saves them as drafts, some at a time, and answers their ids. */
export async function saveAll({ call }: BenchDesk, contents: readonly FormOf[]): Promise<readonly string[]> {
  const ids: string[] = [];
  const atOnce = 200;
  for (let from = 0; from < contents.length; from += atOnce) {
    const some = contents.slice(from, from + atOnce);
    const items = await Promise.all(some.map((content) => call("items.create", content)));
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}
