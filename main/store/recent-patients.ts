import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../contract/records/forms.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import { inAgenda } from "./migrations.ts";
import { patientShape, type SequencedRow } from "./patient-index.ts";
import type { PatientRepository, RecentPatient } from "./record-types.ts";
import { parseRows } from "./rows.ts";
import { accountSigns, is, word } from "./search-words.ts";

/** One patient may have several of the last bookings. */
const bookingsEach = 3;

type Options = Pick<PatientRepository, "find"> & {
  /** The record that stands for the person of this one. */
  readonly personOf: (patient: PatientRecord) => PatientRecord;
};
type Booked = { readonly id: RecordId; readonly bookedAt: string | null; readonly updatedAt: string };

/** Who was at the desk last: those who come back in a moment, or whose next visit is made today. */
export function recentPatients(db: Database, { find, personOf }: Options): PatientRepository["recent"] {
  const signOf = accountSigns();
  const booked = db.prepare<unknown[], Booked>(`select patient_record_id as id, updated_at as updatedAt,
      case when json_valid(json) then json ->> '$.result.bookedAt' end as bookedAt
    from items where account_id = :accountId and ${inAgenda} order by changed desc limit :limit`);
  const added = db.prepare<
    unknown[],
    SequencedRow
  >(`select p.sequence, p.id, p.account_id as accountId, p.json
    from patient_whole w cross join patients p on p.sequence = w.rowid
    where w.patient_whole match :match and p.account_id = :accountId order by w.rowid desc limit :limit`);

  return ({ accountId, limit }) => {
    const match = is(word(signOf(accountId), "a", ""));
    const bookings = booked
      .all({ accountId, limit: limit * bookingsEach })
      .flatMap(({ id, bookedAt, updatedAt }): RecentPatient[] => {
        const patient = id === null ? null : find(accountId, id);
        if (patient === null) return [];
        return [{ patient, at: bookedAt ?? updatedAt, how: bookedAt === null ? "saved" : "booked" }];
      });
    const { items } = parseRows(patientShape, added.all({ accountId, match, limit }));
    const all = [
      ...bookings,
      ...items.map((patient): RecentPatient => ({ patient, at: patient.createdAt, how: "added" })),
    ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    const each = new Map<RecordId, RecentPatient>();
    for (const recent of all) {
      const patient = personOf(recent.patient);
      if (!each.has(patient.id)) each.set(patient.id, { ...recent, patient });
    }
    return [...each.values()].slice(0, limit);
  };
}
