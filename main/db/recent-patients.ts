import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import { inAgenda } from "./migrations.ts";
import { patientShape, type SequencedRow } from "./patient-index.ts";
import type { PatientRepository, RecentPatient } from "./record-types.ts";
import { parseRows } from "./rows.ts";

/** One patient may have several of the last bookings. */
const bookingsEach = 3;

type Options = Pick<PatientRepository, "find"> & {
  /** The record that stands for the person of this one. */
  readonly personOf: (patient: PatientRecord) => PatientRecord;
};
type Booked = { readonly id: RecordId | null; readonly bookedAt: string | null; readonly updatedAt: string };
type Seen = { readonly id: RecordId } & Pick<RecentPatient, "at" | "how">;

/** Who was at the desk last: those who come back in a moment, or whose next visit is made today. */
export function createRecentPatients(db: Database, { find, personOf }: Options): PatientRepository["recent"] {
  const run = {
    booked: db.prepare<unknown[], Booked>(`select patient_record_id as id, updated_at as updatedAt,
        case when json_valid(json) then json ->> '$.result.bookedAt' end as bookedAt
      from items where account_id = :accountId and ${inAgenda} order by changed desc limit :limit`),
    added: db.prepare<unknown[], SequencedRow>(`select p.sequence, p.id, p.account_id as accountId, p.json
      from patients p where p.account_id = :accountId and p.imported is null
      order by p.sequence desc limit :limit`),
  };

  return ({ accountId, limit }) => {
    const added = run.added.all({ accountId, limit });
    const known = new Map(parseRows(patientShape, added).items.map((patient) => [patient.id, patient]));
    const all: Seen[] = [
      ...run.booked
        .all({ accountId, limit: limit * bookingsEach })
        .flatMap(({ id, bookedAt, updatedAt }): Seen[] => {
          if (id === null) return [];
          return [
            bookedAt === null ? { id, at: updatedAt, how: "saved" } : { id, at: bookedAt, how: "booked" },
          ];
        }),
      ...[...known.values()].map(({ id, createdAt }): Seen => ({ id, at: createdAt, how: "added" })),
    ].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
    const looked = new Set<RecordId>();
    const each = new Map<RecordId, RecentPatient>();
    for (const { id, at, how } of all) {
      if (each.size === limit) break;
      if (looked.has(id)) continue;
      looked.add(id);
      const record = known.get(id) ?? find(accountId, id);
      if (record === null) continue;
      const patient = personOf(record);
      if (!each.has(patient.id)) each.set(patient.id, { patient, at, how });
    }
    return [...each.values()];
  };
}
