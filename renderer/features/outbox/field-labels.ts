import { patientLabels } from "../../../contract/forms/patient-labels.ts";

/** The labels of fields, under the names of the forms and of the interface. */
const labels: Readonly<Record<string, string>> = {
  ...patientLabels,
  patient: "Patient",
  patientId: "Patient",
  service: "Service",
  serviceId: "Service",
  date: "Date",
  time: "Time",
  appointmentDateTime: "Date and time",
  billingType: "Billing type",
  paymentMethod: "Payment method",
  notes: "Notes",
  url: "URL",
  events: "Event kinds",
};

/** What the field is called on the screen; one that is not known keeps the name it came with. */
export const fieldLabel = (name: string): string =>
  (Object.hasOwn(labels, name) ? labels[name] : null) ?? name;
