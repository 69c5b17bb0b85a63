/** The labels of fields, under the names of the forms and of the interface. */
const labels: Readonly<Record<string, string>> = {
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
  firstName: "First name",
  lastName: "Last name",
  dob: "Date of birth",
  address: "Address",
  city: "City",
  state: "State",
  zip: "ZIP code",
  email: "Email",
  phone: "Phone",
  gender: "Gender",
  externalId: "External ID",
  url: "URL",
  events: "Event kinds",
};

/** What the field is called on the screen; one that is not known keeps the name it came with. */
export const fieldLabel = (name: string): string => labels[name] ?? name;
