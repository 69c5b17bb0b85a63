import type { Page } from "playwright";
import { emptyBookingForm, emptyPatientForm, type BookingForm } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { FormOf } from "../../contract/routes/items.ts";
import { annSample } from "./app.ts";

/** A form of a booking with all that it needs, for the patient of a number that no desk has to know. */
export const bookingForm = (change: Partial<BookingForm> = {}): FormOf => ({
  kind: "booking",
  form: {
    ...emptyBookingForm("America/New_York"),
    patient: { kind: "number", text: "7" },
    sameAddress: false,
    address: "1 Main St",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    service: "101",
    date: "2031-03-04",
    time: "2pm",
    billingType: "Monthly Invoice",
    ...change,
  },
});
export const annForm: FormOf = { kind: "patient", form: { ...emptyPatientForm, ...annSample } };

/**
 * Saves and sends what a form has without the screens, as they do it. `wait`: answers once its first attempt has settled; without
 * it, what a person has to do first is no failure, and the item waits for it.
 */
export const sendForm = (page: Page, content: FormOf, { wait = true } = {}): Promise<Item> =>
  page.evaluate(
    async ([typed, isAwaited]) => {
      const made = await window.desk.invoke("items.create", typed);
      if (!made.ok) throw new Error(made.failure.why.id);
      const sent = await window.desk.invoke("items.submit", { id: made.value.id, wait: isAwaited });
      if (!sent.ok) throw new Error(JSON.stringify(sent.failure));
      return sent.value;
    },
    [content, wait] as const,
  );

/** Whom a search finds first, as a booking's form names a patient that this computer knows; no id: nobody is found. */
export const knownPatient = (
  page: Page,
  text: string,
): Promise<{ readonly kind: "known"; readonly id: string }> =>
  page.evaluate(async (name) => {
    const found = await window.desk.invoke("patients.search", { text: name, limit: 1 });
    if (!found.ok) throw new Error(found.failure.why.id);
    return { kind: "known" as const, id: found.value.patients[0]?.id ?? "" };
  }, text);
