import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import { createEmptyBookingForm, type BookingForm } from "../../../shared/bookings/booking-form.ts";
import { emptyPatientForm } from "../../../shared/patients/patient-form.ts";
import type { BookingItem, PatientItem, WebhookItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { verbatim } from "../../../messages/saying.ts";

export const zone = "America/New_York";
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

const base = {
  accountId: "account",
  createdAt: "2026-11-20T15:00:00Z",
  updatedAt: "2026-11-20T15:00:00Z",
  idempotencyKey: uuid(99),
  payload: null,
  attempts: [],
  resends: 0,
  problem: null,
  editOf: null,
  by: null,
  noAnswerAt: [],
};

export const knownPatient = (n = 1, patientId: number | null = 100 + n): PatientRecord => ({
  id: uuid(n),
  accountId: "account",
  patientId,
  itemId: null,
  input: {
    firstName: "Ann",
    lastName: "Smith",
    dob: "1984-03-05",
    address: "1 Main St",
    city: "Albany",
    state: "NY",
    zip: "12207",
    email: "ann@example.com",
    gender: "Female",
  },
  createdAt: "2026-11-20T15:00:00Z",
});

export const filledBooking: BookingForm = {
  ...createEmptyBookingForm(zone),
  patient: { kind: "known", id: uuid(1) },
  service: "12",
  date: "2026-12-01",
  time: "2pm",
  billingType: "Bill to Account",
};

export const bookingItem = (change: Partial<BookingItem> = {}): BookingItem => ({
  ...base,
  id: uuid(50),
  kind: "booking",
  status: "draft",
  form: filledBooking,
  result: null,
  ...change,
});

/** A booking as the agenda has it: made, Pending, of Ann Sample. */
export const bookingLine = (
  n: number,
  instant: string | null,
  change: Partial<BookingLine> = {},
): BookingLine => ({
  id: uuid(n),
  status: "done",
  instant,
  patient: { firstName: "Ann", lastName: "Sample" },
  patientRecord: uuid(1),
  patientNumber: "101",
  service: "12",
  result: { appointment: { id: n, status: "Pending" }, markedByPerson: false, differs: false },
  mayBeMade: false,
  isBeingCorrected: false,
  notices: [],
  askService: false,
  atOnce: 1,
  isTwice: false,
  ...change,
});

/** The service's answer to a booking, as it was sent. */
export const appointment = {
  id: 900,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  appointmentTimeZone: "America/New_York",
  price: 85,
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  billingType: "Bill to Account",
};

export const patientItem = (change: Partial<PatientItem> = {}): PatientItem => ({
  ...base,
  id: uuid(60),
  kind: "patient",
  status: "draft",
  form: emptyPatientForm,
  generatedExternalId: "FD-0001",
  patientRecordId: null,
  result: null,
  ...change,
});

export const refusal = (fields: Readonly<Record<string, string>>): Failure =>
  fail("fields-refused", verbatim("The service refused it."), {
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, verbatim(text)])),
  });

export const webhookItem = (change: Partial<WebhookItem> = {}): WebhookItem => ({
  ...base,
  id: uuid(70),
  kind: "webhook",
  status: "draft",
  form: { url: "https://ehr.example/hooks", events: ["appointment.approved.v1"] },
  result: null,
  ...change,
});
