import type { Database } from "better-sqlite3-multiple-ciphers";
import type { PatientNotesRepository } from "./record-types.ts";

/** What is noted of a patient on this computer alone. */
export function createPatientNotes(db: Database): PatientNotesRepository {
  const get = db
    .prepare<unknown[], string>("select notes from patient_notes where account_id = ? and record_id = ?")
    .pluck();
  const set =
    db.prepare(`insert into patient_notes (record_id, account_id, notes) values (:id, :accountId, :notes)
    on conflict (record_id) do update set notes = excluded.notes where account_id = excluded.account_id`);
  const clear = db.prepare("delete from patient_notes where account_id = :accountId and record_id = :id");

  function read(accountId: string, id: string): string {
    const kept: unknown = JSON.parse(get.get(accountId, id) ?? '""');
    return typeof kept === "string" ? kept : "";
  }
  function write(accountId: string, id: string, notes: string): void {
    if (notes.trim() === "") clear.run({ accountId, id });
    else set.run({ accountId, id, notes: JSON.stringify(notes) });
  }
  return {
    get: read,
    set: write,
    moveTo: (accountId, { from, to }) => {
      const both = [read(accountId, to), read(accountId, from)].filter((text) => text !== "");
      write(accountId, from, "");
      write(accountId, to, both.join("\n\n"));
    },
  };
}
