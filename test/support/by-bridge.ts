import type { Page } from "playwright";
import { createEmptyBookingForm, type BookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import type { Item } from "../../shared/outbox/item.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { annSample } from "./app.ts";

/** Asks main as the page does; throws where main refuses. For a desk to be in a state whose screens are not what is tested. */
export async function ask<N extends RouteName>(
  page: Page,
  name: N,
  input: RouteInput<N>,
): Promise<RouteOutput<N>> {
  const answer = await page.evaluate(([route, given]) => window.desk.invoke(route as N, given as never), [
    name,
    input,
  ] as const);
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`);
  return answer.value;
}

export const annForm: FormOf = { kind: "patient", form: { ...emptyPatientForm, ...annSample } };

/** The form of a patient of that name. */
export const patientCalled = (firstName: string): FormOf => ({
  kind: "patient",
  form: { ...emptyPatientForm, ...annSample, firstName, email: `${firstName}@example.com` },
});

/** The form of a booking, complete but for the patient. */
export const bookingOf = (change: Partial<BookingForm>): FormOf => ({
  kind: "booking",
  form: {
    ...createEmptyBookingForm("America/New_York"),
    service: "102",
    date: "2031-03-04",
    time: "2pm",
    billingType: "Monthly Invoice",
    ...change,
  },
});

/** A form of a booking with all that it needs, for the patient of a number that no desk has to know. */
export const bookingForm = (change: Partial<BookingForm> = {}): FormOf =>
  bookingOf({
    patient: { kind: "number", text: "7" },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    service: "101",
    ...change,
  });

/**
 * Saves and sends what a form has without the screens, as they do it. `wait`: answers once its first attempt has settled; without
 * it, what a person has to do first is no failure, and the item waits for it.
 */
export async function send(page: Page, content: FormOf, { wait = true } = {}): Promise<Item> {
  const { id } = await ask(page, "items.create", content);
  return ask(page, "items.submit", { id, wait });
}

/**
 * Whom a search finds first, as a booking's form names a patient that this computer knows; no id: nobody is found, or one whose number
 * is still to come from another desk.
 */
export async function knownPatient(
  page: Page,
  text: string,
): Promise<{ readonly kind: "known"; readonly id: string }> {
  const [found] = (await ask(page, "patients.search", { text, limit: 1 })).patients;
  return { kind: "known", id: found?.patientId === null ? "" : (found?.id ?? "") };
}
