import { createEmptyBookingForm, type BookingForm } from "../../shared/bookings/booking-form.ts";
import { emptyPatientForm } from "../../shared/patients/patient-form.ts";
import { emptyWebhookForm } from "../../shared/webhooks/webhook-form.ts";
import type { BookingItem, PatientItem, WebhookItem } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";

/** A UUID that shows its number: records of tests are told apart by it. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const account = "account-one";
export const otherAccount = "account-two";
const at = "2026-03-02T09:00:00.000Z";

const base = (number: number) => ({
  id: idOf(number),
  accountId: account,
  status: "draft" as const,
  createdAt: at,
  updatedAt: at,
  idempotencyKey: idOf(number + 500_000),
  payload: null,
  attempts: [],
  resends: 0,
  problem: null,
  editOf: null,
  by: null,
  noAnswerAt: [],
});

export const bookingItem = (number: number, changes: Partial<BookingItem> = {}): BookingItem => ({
  ...base(number),
  kind: "booking",
  form: createEmptyBookingForm("America/New_York"),
  result: null,
  ...changes,
});

/** A booking whose form says that. */
export const bookingWith = (
  number: number,
  form: Partial<BookingForm>,
  changes: Partial<BookingItem> = {},
): BookingItem => bookingItem(number, { form: { ...bookingItem(number).form, ...form }, ...changes });

/** The known patient of that number, as a booking names them. */
export const known = (number: number) => ({ kind: "known", id: idOf(number) }) as const;

export const patientItem = (number: number, changes: Partial<PatientItem> = {}): PatientItem => ({
  ...base(number),
  kind: "patient",
  form: emptyPatientForm,
  generatedExternalId: `FD-${number}`,
  patientRecordId: null,
  result: null,
  ...changes,
});

export const webhookItem = (number: number, changes: Partial<WebhookItem> = {}): WebhookItem => ({
  ...base(number),
  kind: "webhook",
  form: emptyWebhookForm,
  result: null,
  ...changes,
});

type Changes = Partial<Omit<PatientRecord, "input">> & { readonly input?: Partial<PatientRecord["input"]> };

export const patientRecord = (number: number, { input, ...changes }: Changes = {}): PatientRecord => ({
  id: idOf(number),
  accountId: account,
  patientId: null,
  itemId: null,
  createdAt: at,
  ...changes,
  input: {
    firstName: "Ann",
    lastName: "Smith",
    dob: "1984-03-05",
    address: "1 Elm Street",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    email: `patient${number}@example.com`,
    gender: "Female",
    ...input,
  },
});
