import type { PatientField } from "../service/patient.ts";

/** The accessible name of each field. */
export const patientLabels: Readonly<Record<PatientField, string>> = {
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
};
