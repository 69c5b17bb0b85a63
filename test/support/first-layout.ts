import type { Database } from "better-sqlite3-multiple-ciphers";
import type { PatientRecord } from "../../shared/patients/patient.ts";

/** Writes a patient as the program of the first layout did, by that layout's columns. */
export function addFirstPatient(db: Database, patient: PatientRecord): void {
  const { input } = patient;
  const columns = {
    id: patient.id,
    accountId: patient.accountId,
    patientId: patient.patientId,
    first: input.firstName.toLowerCase(),
    last: input.lastName.toLowerCase(),
    dob: input.dob,
    email: input.email,
    json: JSON.stringify({ v: 1, ...patient }),
  };
  const { lastInsertRowid } = db
    .prepare(`insert into patients
      (id, account_id, patient_id, first, last, dob, phone, phone_reversed, email, external_id, json)
      values (:id, :accountId, :patientId, :first, :last, :dob, '', '', :email, '', :json)`)
    .run(columns);
  db.prepare("insert into patient_words (rowid, account, words) values (?, ?, ?)").run(
    lastInsertRowid,
    "kone",
    `${columns.first} ${columns.last}`,
  );
}
