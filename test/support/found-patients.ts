import type { PatientRecord } from "../../shared/patients/patient.ts";
import { parsePatientQuery } from "../../main/db/search-query.ts";
import type { PatientSearchPage } from "../../main/db/record-types.ts";
import type { Store } from "../../main/db/types.ts";
import { account } from "./store-records.ts";

/** How the tests of the store read what is typed to find a patient. */
export const context = { today: "2026-11-22", dateOrder: "month-first" } as const;

/** The number that `patientRecord` was called with. */
export const numberOf = (patient: PatientRecord): number => Number(patient.id.slice(-12));

export const add = (store: Store, ...patients: PatientRecord[]): void =>
  store.transaction((repositories) => patients.forEach((patient) => repositories.patients.insert(patient)));

/** What the search field's text finds. */
export const page = (store: Store, text: string, limit = 20): PatientSearchPage =>
  store.read(({ patients }) =>
    patients.search({ accountId: account, query: parsePatientQuery(text, context), limit }),
  );

/** The numbers of who is found, in their order. */
export const search = (store: Store, text: string, limit?: number): number[] =>
  page(store, text, limit).items.map(numberOf);

/** The numbers of who may be meant. */
export const near = (store: Store, text: string, limit?: number): number[] =>
  page(store, text, limit).near.map(numberOf);
