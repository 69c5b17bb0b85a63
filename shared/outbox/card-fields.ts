import type { FieldErrors } from "../contract/failure.ts";
import type { FormOf } from "../contract/routes/items.ts";
import { bookingFields } from "./booking/booking-fields.ts";
import { textsOfSeries } from "./booking/series-form.ts";
import { cardNumberFound, holdsCardNumber } from "./card/card-number.ts";
import { cardNumbersIn, type Fields } from "./form.ts";
import { patientFields } from "./patient/patient-form.ts";
import { webhookFields } from "./webhook/webhook-form.ts";

const tables: Readonly<Record<FormOf["kind"], Fields>> = {
  patient: patientFields,
  webhook: webhookFields,
  booking: bookingFields,
};

/** The fields that hold a card number, with the reason why it is not kept; empty when there is none. */
export function cardNumberFields(content: FormOf): FieldErrors {
  const found = cardNumbersIn(tables[content.kind], content.form);
  const series = content.kind === "booking" ? content.form.series : undefined;
  return series !== undefined && textsOfSeries(series).some(holdsCardNumber)
    ? { ...found, series: cardNumberFound }
    : found;
}
