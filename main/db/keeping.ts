import type { Database } from "better-sqlite3-multiple-ciphers";
import type { AccountId } from "../../shared/session/account.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import { deniedEvent } from "../../shared/notices/news.ts";
import { floorKey, nextChange } from "./change-order.ts";
import { patientMade } from "./keeping-migration.ts";
import { bookingNumberSql, ofNobodyKnown, typedNumber } from "./migrations.ts";
import type { Amount, KeepingRepository, MadePlace } from "./record-types.ts";

type LookedRow = {
  readonly id: RecordId;
  readonly made: string;
  readonly sequence: number;
  readonly visit: string | null;
  readonly isOld: number;
};
type GoneRow = { readonly patient: RecordId | null; readonly number: number | null; readonly at: string };

/** All of them along their index, and the last ones from its end. */
function countOf(rows: string, made: string): string {
  const all = `select count(*) from ${rows}`;
  return `select (${all}) as "all", (${all} and ${made} >= :month) as month, (${all} and ${made} >= :year) as year`;
}

const statementsOf = (db: Database) => ({
  look: db.prepare<
    unknown[],
    LookedRow
  >(`select id, created_at as made, sequence, appointment_instant as visit,
    status in ('done', 'discarded') and updated_at < :before and coalesce(appointment_instant, '') < :before as isOld
    from items where account_id = :account and kind = 'booking' and created_at < :before
      and (created_at, sequence) > (:made, :sequence) order by created_at, sequence limit :limit`),
  isWaitedFor: db
    .prepare<unknown[], number>(
      `select exists (select 1 from setup_intents where item_id = :id)
        or exists (select 1 from clinic_changes where record_id = :id)
        or exists (select 1 from notices where account_id = :account and seen_at is null and event = '${deniedEvent}'
          and booking = (select ${bookingNumberSql} from items where id = :id))`,
    )
    .pluck(),
  gone: db.prepare<unknown[], GoneRow>(`select patient_record_id as patient,
    case when ${ofNobodyKnown} then ${typedNumber} end as number,
    max(updated_at, coalesce(appointment_instant, '')) as at from items where id = ?`),
  seen: db.prepare(`update patients set seen_at = max(coalesce(seen_at, ''), :at)
    where account_id = :account and id = :patient`),
  seenByNumber: db.prepare(`update patients set seen_at = max(coalesce(seen_at, ''), :at)
    where account_id = :account and patient_id = :number`),
  letGo: db.prepare(`insert or replace into clinic_gone select account_id, id, updated_at from items
    where account_id = :account and id = :id and exists (select 1 from clinics where account_id = :account)`),
  isGone: db
    .prepare<unknown[], number>(
      `select exists (select 1 from clinic_gone where account_id = ? and record_id = ? and updated_at >= ?)`,
    )
    .pluck(),
  keepFloor: db.prepare(`insert into meta (key, value) values ('${floorKey}', cast(${nextChange} - 1 as text))
    on conflict (key) do update set value = excluded.value`),
  remove: db.prepare("delete from items where account_id = ? and id = ?"),
  toldNobody: db.prepare("delete from clinic_changes where record_id = ?"),
  bookings: db.prepare<unknown[], Amount>(
    countOf("items where account_id = :account and kind = 'booking'", "created_at"),
  ),
  patients: db.prepare<unknown[], Amount>(countOf("patients where account_id = :account", patientMade)),
});

/** Finished bookings that are older than they are kept, and how much there is of everything. */
export function createKeepingRepository(db: Database): KeepingRepository {
  const run = statementsOf(db);
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));

  /** What this booking says of when its patient was seen last is said of the patient. */
  function keepSeen(account: AccountId, id: RecordId): void {
    const gone = run.gone.get(id);
    if (gone === undefined) return;
    if (gone.patient !== null) run.seen.run({ account, patient: gone.patient, at: gone.at });
    else if (gone.number !== null) run.seenByNumber.run({ account, number: gone.number, at: gone.at });
  }

  return {
    look: (account, { before, after, limit }) => {
      const rows = run.look.all({ account, before, limit, ...after });
      const last: MadePlace | undefined = rows.at(-1);
      return {
        old: rows.filter(({ isOld }) => isOld === 1).map(({ id, visit }) => ({ id, visit })),
        next: rows.length < limit || last === undefined ? null : { made: last.made, sequence: last.sequence },
      };
    },
    isWaitedFor: (account, id) => run.isWaitedFor.get({ account, id }) === 1,
    remove: (account, ids) => {
      run.keepFloor.run();
      for (const id of ids) {
        keepSeen(account, id);
        run.letGo.run({ account, id });
        run.remove.run(account, id);
        // It is this desk's copy that goes: the clinic keeps its own.
        run.toldNobody.run(id);
      }
    },
    isGone: (account, { id, updatedAt }) => run.isGone.get(account, id, updatedAt) === 1,
    amount: (what, account, since) => run[what].get({ account, ...since }) ?? { all: 0, month: 0, year: 0 },
    pages: () => {
      const size = pragma("page_size");
      return { bytes: pragma("page_count") * size, free: pragma("freelist_count") * size };
    },
  };
}
