import type { FieldErrors } from "../contract/failure.ts";
import type { FormOf } from "../contract/routes/items.ts";
import { bookingFields } from "./booking/booking-fields.ts";
import { cardNumbersIn, type Fields } from "./form.ts";
import { patientFields } from "./patient/patient-form.ts";
import { webhookFields } from "./webhook/webhook-form.ts";

const tables: Readonly<Record<FormOf["kind"], Fields>> = {
  patient: patientFields,
  webhook: webhookFields,
  booking: bookingFields,
};

/** The fields that hold a card number, with the reason why it is not kept; empty when there is none. */
export const cardNumberFields = ({ kind, form }: FormOf): FieldErrors => cardNumbersIn(tables[kind], form);
