import type { PatientRecord } from "../../contract/records/patient.ts";
import { parsePatientQuery } from "../../main/store/search-query.ts";
import type { Store } from "../../main/store/types.ts";
import { account } from "./store-records.ts";

/** How the tests of the store read what is typed to find a patient. */
export const context = { today: "2026-11-22", dateOrder: "month-first" } as const;

/** The number that `patientRecord` was called with. */
export const numberOf = (patient: PatientRecord): number => Number(patient.id.slice(-12));

export const add = (store: Store, ...patients: PatientRecord[]): void =>
  store.transaction((repositories) => patients.forEach((patient) => repositories.patients.insert(patient)));

/** The numbers of who is found, in their order. */
export const search = (store: Store, text: string, limit = 20): number[] =>
  store
    .read(({ patients }) =>
      patients.search({ accountId: account, query: parsePatientQuery(text, context), limit }),
    )
    .items.map(numberOf);
