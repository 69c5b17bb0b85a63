import type { BillingType } from "../../shared/service-api/appointment.ts";

/** What stands in the description as an example: people and places that are none. The tests hold each to its schema. */

const place = { address: "12 Oak Street", city: "Springfield", state: "IL", zip: "62701" };
const visit = {
  ...place,
  patientId: 41,
  appointmentDateTime: "2026-12-01T14:00:00-06:00",
  serviceId: 101,
};

const patient = {
  firstName: "Jane",
  lastName: "Roe",
  dob: "1984-03-05",
  ...place,
  email: "jane.roe@example.com",
  phone: "(217) 555-0199",
  gender: "Female",
  externalId: "FD-7K2M9QX4TB1C",
};

/** A booking of each billing type, as it is sent. */
export const bookings: Readonly<Record<BillingType, object>> = {
  "Bill to Patient": {
    ...visit,
    billingType: "Bill to Patient",
    paymentMethod: "pm_1PqExampleCard",
    notes: "Left knee",
  },
  "Bill to Account": { ...visit, billingType: "Bill to Account" },
  "Monthly Invoice": { ...visit, billingType: "Monthly Invoice" },
};

const appointment = {
  id: 7001,
  appointmentDateTime: "2026-12-01T14:00:00-06:00",
  appointmentTimeZone: "America/Chicago",
  price: 85.5,
  status: "Pending",
  notes: "Left knee",
  ...place,
  billingType: "Bill to Patient",
};

const webhook = { url: "https://hooks.example.com/front-desk", events: ["appointment.approved.v1"] };
const registration = { id: 3, ...webhook };

/** By the name of the schema. */
export const examples = {
  PatientInput: patient,
  PatientCreated: { patientId: 41 },
  AppointmentInput: bookings["Bill to Patient"],
  Appointment: appointment,
  WebhookInput: webhook,
  WebhookRegistration: registration,
  WebhookList: [registration],
  PatientExists: { message: "External ID FD-7K2M9QX4TB1C already belongs to patient #41.", patientId: 41 },
} as const;

/** What was sent to the registrations for that kind of event. */
export const notificationOf = (type: string, status: string): object => ({
  id: "evt_5b1f0c9e",
  type,
  createdAt: "2026-11-26T15:04:05Z",
  data: { appointmentId: 7001, patientId: 41, status, appointmentDateTime: appointment.appointmentDateTime },
});
