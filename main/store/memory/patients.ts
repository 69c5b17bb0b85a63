import { failed, ok } from "../../../contract/failure.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { fold } from "../fold.ts";
import { mostSimilar } from "../patients.ts";
import { ConstraintBroken, noSuchRecord } from "../problems.ts";
import { isEmptyQuery, isLike, keysOf, scoreOf } from "../search-query.ts";
import type { PatientRepository } from "../types.ts";
import type { Table } from "./table.ts";

/** Known patients in memory: what the database's repository does, looking at every one. */
export function memoryPatients(table: Table<PatientRecord>): PatientRepository {
  const newestFirst = (accountId: string): PatientRecord[] =>
    table
      .all()
      .filter((patient) => patient.accountId === accountId)
      .toReversed();

  return {
    insert: (patient) => {
      if (table.get(patient.id) !== undefined)
        throw new ConstraintBroken(`The patient ${patient.id} is there already.`);
      table.put(patient.id, patient);
    },
    update: (patient) => {
      if (table.get(patient.id)?.accountId !== patient.accountId) return false;
      table.put(patient.id, patient);
      return true;
    },
    remove: (id) => table.remove(id),
    get: (id) => {
      const patient = table.get(id);
      return patient === undefined ? failed(noSuchRecord()) : ok(patient);
    },
    byPatientId: (accountId, patientId) =>
      newestFirst(accountId).find((patient) => patient.patientId === patientId) ?? null,
    byExternalId: (accountId, externalId) =>
      newestFirst(accountId).find((patient) => keysOf(patient).externalId === fold(externalId)) ?? null,
    search: ({ accountId, query, limit }) => {
      const patients = newestFirst(accountId);
      const found = isEmptyQuery(query)
        ? patients
        : patients
            .map((patient) => ({ patient, score: scoreOf(keysOf(patient), query) }))
            .filter(({ score }) => score > 0)
            .toSorted((a, b) => b.score - a.score)
            .map(({ patient }) => patient);
      return { items: found.slice(0, limit), damaged: [], total: found.length };
    },
    similar: (likeness) =>
      newestFirst(likeness.accountId)
        .filter((patient) => isLike(keysOf(patient), likeness))
        .slice(0, mostSimilar),
  };
}
