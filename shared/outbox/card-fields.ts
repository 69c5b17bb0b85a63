import type { FieldErrors } from "../core/failure.ts";
import type { FormOf } from "./routes.ts";
import { bookingFields } from "../bookings/booking-fields.ts";
import { listSeriesTexts } from "../bookings/series-form.ts";
import { cardNumberFound, hasCardNumber } from "../cards/card-number.ts";
import { findCardNumbers, type Fields } from "../core/form.ts";
import { patientFields } from "../patients/patient-form.ts";
import { webhookFields } from "../webhooks/webhook-form.ts";

const tables: Readonly<Record<FormOf["kind"], Fields>> = {
  patient: patientFields,
  webhook: webhookFields,
  booking: bookingFields,
};

/** The fields that hold a card number, with the reason why it is not kept; empty when there is none. */
export function findCardNumberFields(content: FormOf): FieldErrors {
  const found = findCardNumbers(tables[content.kind], content.form);
  const series = content.kind === "booking" ? content.form.series : undefined;
  return series !== undefined && listSeriesTexts(series).some(hasCardNumber)
    ? { ...found, series: cardNumberFound }
    : found;
}
