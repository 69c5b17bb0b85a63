import type { PatientInput } from "../shared/service-api/patient.ts";

/** A service that can be booked: visit length in minutes, price in the clinic's currency. */
export type SampleService = {
  readonly id: number;
  readonly name: string;
  readonly minutes: number;
  readonly price: number;
};

/** The whole catalogue of the mock. Every other serviceId is unknown to it. */
export const sampleServices: readonly SampleService[] = [
  { id: 101, name: "New patient visit", minutes: 60, price: 185 },
  { id: 102, name: "Follow-up visit", minutes: 30, price: 95 },
  { id: 103, name: "Annual physical", minutes: 45, price: 150 },
  { id: 104, name: "Flu vaccination", minutes: 15, price: 35.5 },
  { id: 105, name: "Blood draw", minutes: 15, price: 28.75 },
  { id: 106, name: "Telehealth consultation", minutes: 20, price: 70 },
];

const springfield = { city: "Springfield", state: "IL", zip: "62701" } as const;

/** People to practise with. None exists: names, numbers and addresses are made up. */
export const samplePatients: readonly PatientInput[] = [
  {
    firstName: "Maria",
    lastName: "Alvarez",
    dob: "1984-03-05",
    address: "12 Oak Street",
    ...springfield,
    email: "maria.alvarez@example.com",
    phone: "(217) 555-0101",
    gender: "Female",
    externalId: "TRAINING-1",
  },
  {
    firstName: "James",
    lastName: "O'Connor",
    dob: "1951-11-30",
    address: "480 Lincoln Avenue, Apt 3B",
    ...springfield,
    email: "james.oconnor@example.com",
    phone: "(217) 555-0102",
    gender: "Male",
    externalId: "TRAINING-2",
  },
  {
    firstName: "Linh",
    lastName: "Nguyen",
    dob: "2019-07-14",
    address: "7 Maple Court",
    city: "Newark",
    state: "NJ",
    zip: "07102",
    email: "nguyen.family@example.com",
    phone: "(973) 555-0103",
    gender: "Female",
    externalId: "TRAINING-3",
  },
  {
    firstName: "Zoë",
    lastName: "Brandt",
    dob: "2000-02-29",
    address: "1 Harbor Way",
    city: "Portland",
    state: "ME",
    zip: "04101",
    email: "zoe.brandt@example.com",
    gender: "Female",
    externalId: "TRAINING-4",
  },
];
