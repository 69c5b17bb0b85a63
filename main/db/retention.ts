import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../shared/core/record-id.ts";
import { floorKey, nextChange } from "./change-order.ts";
import { ofNobodyKnown, typedNumber } from "./migrations.ts";
import type { PatientRepository, RetentionRepository, SamePeople } from "./record-types.ts";

/** Items of a record, and bookings for which its number was typed. The plus: a typed column would not use the index. */
const itemsOf = (columns: string): string => `
  select ${columns} from some cross join items
    on patient_record_id = some.record_id and account_id = :accountId
  union all select ${columns} from some cross join items
    on account_id = :accountId and ${ofNobodyKnown} and ${typedNumber} = +some.patient_number`;

const some = (
  records: string,
): string => `some (place, record_id, patient_number, record, seen_at) as materialized (
    select sequence, id, patient_id, json, seen_at from patients where account_id = :accountId and ${records})`;

/** Records, each with the last moment at which anything of theirs happened, and what is unfinished. */
const seenOf = (records: string): string => `with ${some(records)},
  theirs (place, touched, open) as (${itemsOf(`place,
    max(updated_at, coalesce(appointment_instant, '')), status not in ('done', 'discarded')`)})
  select some.place, record_id as id,
    max(case when json_valid(record) then coalesce(record ->> '$.createdAt', '') else '' end,
      coalesce(max(touched), ''), coalesce(seen_at, '')) as lastSeen,
    coalesce(sum(open), 0) as open
  from some left join theirs on theirs.place = some.place group by some.place order by some.place`;

const named = "id in (select value from json_each(:ids))";

type SeenRow = {
  readonly place: number;
  readonly id: RecordId;
  readonly lastSeen: string;
  readonly open: number;
};

const statementsOf = (db: Database) => ({
  look: db.prepare<unknown[], SeenRow>(seenOf("sequence > :after order by sequence limit :limit")),
  joined: db
    .prepare<unknown[], RecordId>("select record_id from same_people union select kept_id from same_people")
    .pluck(),
  seen: db.prepare<unknown[], SeenRow>(seenOf(named)),
  items: db.prepare<unknown[], RecordId>(`with ${some(named)} ${itemsOf("items.id")}`).pluck(),
  keepFloor: db.prepare(`insert into meta (key, value) values ('${floorKey}', cast(${nextChange} - 1 as text))
    on conflict (key) do update set value = excluded.value`),
  eraseIntents: db.prepare("delete from setup_intents where item_id in (select value from json_each(?))"),
  eraseItems: db.prepare("delete from items where id in (select value from json_each(?))"),
  eraseCards: db.prepare(`delete from cards
    where account_id = :accountId and patient_record_id in (select value from json_each(:ids))`),
  eraseNotes: db.prepare(`delete from patient_notes
    where account_id = :accountId and record_id in (select value from json_each(:ids))`),
});

type Options = Pick<PatientRepository, "remove"> & {
  readonly people: Pick<SamePeople, "keptOf" | "recordsOf" | "part">;
};

/** When everybody was seen last, and the end of all that is known of them. What is deleted is written over. */
export function createRetentionRepository(db: Database, { people, remove }: Options): RetentionRepository {
  const run = statementsOf(db);
  return {
    look: ({ limit, ...wanted }) => {
      const rows = run.look.all({ ...wanted, limit });
      const joined = new Set(run.joined.all());
      return {
        seen: rows
          .filter(({ id }) => !joined.has(id))
          .map(({ id, lastSeen, open }) => ({ id, lastSeen, isFinished: open === 0 })),
        joined: rows.filter(({ id }) => joined.has(id)).map(({ id }) => id),
        next: rows.length < limit ? null : (rows.at(-1)?.place ?? null),
      };
    },
    seen: (accountId, ids) =>
      [...new Set(ids.map(people.keptOf))].flatMap((id) => {
        const records = people.recordsOf(id);
        const rows = run.seen.all({ accountId, ids: JSON.stringify(records) });
        if (rows.length === 0) return [];
        return [
          {
            records,
            lastSeen: rows.reduce((last, row) => (row.lastSeen > last ? row.lastSeen : last), ""),
            isFinished: rows.every(({ open }) => open === 0),
          },
        ];
      }),
    erase: (accountId, { ids, others }) => {
      const whose = { accountId, ids: JSON.stringify(ids) };
      const items = [...new Set([...run.items.all(whose), ...others])];
      run.keepFloor.run();
      run.eraseIntents.run(JSON.stringify(items));
      run.eraseItems.run(JSON.stringify(items));
      run.eraseCards.run(whose);
      run.eraseNotes.run(whose);
      for (const id of ids) {
        people.part(id);
        remove(id);
      }
      return items;
    },
  };
}
