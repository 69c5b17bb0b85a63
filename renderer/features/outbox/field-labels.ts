import { bookingFields } from "../../../domain/booking/booking-fields.ts";
import { nameInForm } from "../../../domain/form.ts";
import { words } from "../../../messages/words.ts";

/** What the field is called on the screen, by its name in the forms or in the interface; else that name. */
export function fieldLabel(name: string): string {
  const { patients, booking, outbox } = words;
  const labels: ReadonlyMap<string, string> = new Map(
    Object.entries({ ...patients.label, ...booking.label, ...outbox.field }),
  );
  return labels.get(name) ?? labels.get(nameInForm(bookingFields, name) ?? "") ?? name;
}
