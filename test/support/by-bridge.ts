import type { Page } from "playwright";
import { emptyBookingForm, emptyPatientForm, type BookingForm } from "../../contract/records/forms.ts";
import type { Item } from "../../contract/records/item.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../contract/routes.ts";
import type { FormOf } from "../../contract/routes/items.ts";
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
  if (!answer.ok) throw new Error(`${name}: ${answer.failure.why.id}`);
  return answer.value;
}

/** The form of a patient of that name. */
export const patientCalled = (firstName: string): FormOf => ({
  kind: "patient",
  form: { ...emptyPatientForm, ...annSample, firstName, email: `${firstName}@example.com` },
});

/** The form of a booking, complete but for the patient. */
export const bookingOf = (change: Partial<BookingForm>): FormOf => ({
  kind: "booking",
  form: {
    ...emptyBookingForm("America/New_York"),
    service: "102",
    date: "2031-03-04",
    time: "2pm",
    billingType: "Monthly Invoice",
    ...change,
  },
});

/** Saves it and sends it, as a form's button does; answers the item as it stands after the first attempt. */
export async function send(page: Page, content: FormOf): Promise<Item> {
  const { id } = await ask(page, "items.create", content);
  return ask(page, "items.submit", { id, wait: true });
}

/** Saves it as "Save for later" does; answers the item as it waits then. */
export async function saveForLater(page: Page, content: FormOf): Promise<Item> {
  const { id } = await ask(page, "items.create", content);
  return ask(page, "items.submit", { id, wait: false });
}
