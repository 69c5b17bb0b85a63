import type { Database } from "better-sqlite3-multiple-ciphers";
import type { RecordId } from "../../contract/records/forms.ts";
import { floorKey, nextChange } from "./change-order.ts";
import { patientShape } from "./patient-index.ts";
import { parseRows, type Row } from "./rows.ts";
import type { PatientRepository, RetentionRepository } from "./record-types.ts";

const member = (path: string): string => `case when json_valid(i.json) then i.json ->> '$.${path}' end`;
/** A booking for which a patient's number was typed, not chosen. */
const typedNumber = `i.kind = 'booking' and i.patient_record_id is null and ${member("form.patient.kind")} = 'number'`;
const number = `cast(ltrim(${member("form.patient.text")}, '# ') as integer)`;

const touched = (who: string, condition: string): string => `select ${who} as who,
    max(max(i.updated_at, coalesce(i.appointment_instant, ''))) as seen,
    sum(i.status not in ('done', 'discarded')) as open
  from items i where i.account_id = :accountId and ${condition} group by 1`;

/** Every patient of an account with the last moment at which anything of theirs happened, and what is unfinished. */
const patients = `with known as (${touched("i.patient_record_id", "i.patient_record_id is not null")}),
  numbered as (${touched(number, typedNumber)}),
  seen as (select p.sequence, p.id, p.account_id as accountId, p.json,
      max(case when json_valid(p.json) then coalesce(p.json ->> '$.createdAt', '') else '' end,
        coalesce(known.seen, ''), coalesce(numbered.seen, '')) as lastSeen,
      coalesce(known.open, 0) + coalesce(numbered.open, 0) as open
    from patients p left join known on known.who = p.id left join numbered on numbered.who = p.patient_id
    where p.account_id = :accountId)`;
const offered = "from seen where open = 0 and lastSeen < :before";

/** Everything of some patients; the ids as JSON. */
const theirs = `i.account_id = :accountId and (i.patient_record_id in (select value from json_each(:ids))
  or (${typedNumber} and ${number} in (select patient_id from patients
    where account_id = :accountId and id in (select value from json_each(:ids)))))`;

type SeenRow = Row & { readonly lastSeen: string };

const statementsOf = (db: Database) => ({
  list: db.prepare<unknown[], SeenRow>(
    `${patients} select * ${offered} order by lastSeen, sequence limit :limit`,
  ),
  total: db.prepare<unknown[], number>(`${patients} select count(*) ${offered}`).pluck(),
  seen: db.prepare<unknown[], { readonly id: string; readonly lastSeen: string; readonly open: number }>(
    `${patients} select id, lastSeen, open from seen where id in (select value from json_each(:ids))`,
  ),
  items: db.prepare<unknown[], { readonly id: string }>(`select i.id from items i where ${theirs}`),
  keepFloor: db.prepare(`insert into meta (key, value) values ('${floorKey}', cast(${nextChange} - 1 as text))
    on conflict (key) do update set value = excluded.value`),
  eraseIntents: db.prepare("delete from setup_intents where item_id in (select value from json_each(?))"),
  eraseItems: db.prepare("delete from items where id in (select value from json_each(?))"),
  eraseCards: db.prepare(`delete from cards
    where account_id = :accountId and patient_record_id in (select value from json_each(:ids))`),
});

/** Who was not seen for long, and the end of all that is known of them. What is deleted is written over. */
export function sqliteRetention(
  db: Database,
  { remove }: Pick<PatientRepository, "remove">,
): RetentionRepository {
  const run = statementsOf(db);
  return {
    unseen: ({ limit, ...wanted }) => {
      const rows = run.list.all({ ...wanted, limit });
      const seen = new Map(rows.map(({ id, lastSeen }) => [id, lastSeen]));
      return {
        patients: parseRows(patientShape, rows).items.map((patient) => ({
          patient,
          lastSeen: seen.get(patient.id) ?? patient.createdAt,
        })),
        total: run.total.get(wanted) ?? 0,
      };
    },
    seen: (accountId, ids) =>
      run.seen
        .all({ accountId, ids: JSON.stringify(ids) })
        .map(({ id, lastSeen, open }) => ({ id, lastSeen, isFinished: open === 0 })),
    erase: (accountId, ids) => {
      const whose = { accountId, ids: JSON.stringify(ids) };
      const items: readonly RecordId[] = run.items.all(whose).map(({ id }) => id);
      run.keepFloor.run();
      run.eraseIntents.run(JSON.stringify(items));
      run.eraseItems.run(JSON.stringify(items));
      run.eraseCards.run(whose);
      for (const id of ids) remove(id);
      return items;
    },
  };
}
