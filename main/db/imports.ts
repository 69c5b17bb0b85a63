import type { Database } from "better-sqlite3-multiple-ciphers";
import {
  importRowUpgrades,
  importUpgrades,
  keptImport,
  type KeptImport,
} from "../../shared/import/import.ts";
import { patientForm } from "../../shared/patients/patient-form.ts";
import { stampVersion } from "../../shared/core/stored.ts";
import type { ItemStatus } from "../../shared/outbox/item.ts";
import type { ImportRepository, WaitingRow } from "./record-types.ts";
import { parseRow, parseRows, type JsonRow } from "./rows.ts";
import { toPhoneDigits } from "./fold.ts";
import { isLike, toPatientKeys } from "./search-query.ts";

const shape = { schema: keptImport, upgrades: importUpgrades };
const rowShape = { schema: patientForm, upgrades: importRowUpgrades };

type KeptRow = { readonly row: number; readonly json: string };
type Queued = { readonly id: string; readonly status: ItemStatus };

/** A file may have a million rows, and each is looked through as a form is typed. Further ones are judged when it is their turn. */
const mostSeen = 5_000;
const mostCompared = 200;

const statementsOf = (db: Database) => ({
  nextNumber: db.prepare<unknown[], number>("select coalesce(max(number), 0) + 1 from imports").pluck(),
  save: db.prepare(`insert into imports (number, id, account_id, json) values (:number, :id, :accountId, :json)
    on conflict (number) do update set json = excluded.json`),
  all: db.prepare<unknown[], JsonRow>("select id, json from imports order by number"),
  remove: db.prepare("delete from imports where id = ?"),
  keep: db.prepare("insert into import_rows (number, row, json) values (?, ?, ?)"),
  next: db.prepare<unknown[], KeptRow>(
    "select row, json from import_rows where number = ? order by row limit ?",
  ),
  /** Narrows it down by text; a part that is not typed is a line break, which no JSON has. */
  similar: db.prepare<unknown[], KeptRow>(`select row, json from
    (select row, json from import_rows where number = :number order by row limit ${mostSeen})
    where instr(json, :dob) > 0 or instr(json, :phone) > 0 or instr(lower(json), :email) > 0
    order by row limit ${mostCompared}`),
  take: db.prepare("delete from import_rows where number = ? and row = ?"),
  drop: db.prepare(`delete from import_rows where number = :number and row in
    (select row from import_rows where number = :number order by row limit :limit)`),
  queued: db.prepare<unknown[], Queued>(`select q.item_id as id, coalesce(i.status, 'discarded') as status
    from import_items q left join items i on i.id = q.item_id where q.number = ?`),
  enqueue: db.prepare("insert into import_items (item_id, number) values (?, ?)"),
  replace: db.prepare("update import_items set item_id = :by where item_id = :itemId"),
  settle: db.prepare("delete from import_items where item_id = ?"),
});

const typed = (text: string): string => text || "\n";

function waiting({ row, json }: KeptRow): WaitingRow {
  const form = parseRow(rowShape, json);
  return { row, form: typeof form === "string" ? null : form };
}

/** Imports that are under way: their rows, until each is a patient, and the items that those became, until they are sent. */
export function createImportRepository(db: Database): ImportRepository {
  const run = statementsOf(db);
  const all = (): readonly KeptImport[] => parseRows(shape, run.all.all()).items;
  const save = (kept: KeptImport): void =>
    void run.save.run({
      number: kept.number,
      id: kept.id,
      accountId: kept.accountId,
      json: JSON.stringify(stampVersion(shape, kept)),
    });
  return {
    all,
    nextNumber: () => run.nextNumber.get() ?? 1,
    save,
    remove: (id) => void run.remove.run(id),
    keepRow: ({ number }, { row, form }) =>
      void run.keep.run(number, row, JSON.stringify(stampVersion(rowShape, form))),
    nextRows: ({ number }, limit) => run.next.all(number, limit).map(waiting),
    similarRows: ({ number }, likeness) =>
      run.similar
        .all({
          number,
          dob: typed(likeness.dob ?? ""),
          phone: typed(toPhoneDigits(likeness.phone).slice(-4)),
          email: typed(likeness.email.trim().toLowerCase()),
        })
        .map(waiting)
        .filter(
          ({ form }) => form !== null && isLike(toPatientKeys({ input: form, patientId: null }), likeness),
        ),
    takeRow: ({ number }, row) => run.take.run(number, row).changes === 1,
    dropRows: ({ number }, limit) => run.drop.run({ number, limit }).changes,
    queued: ({ number }) => run.queued.all(number),
    enqueue: ({ number }, itemId) => void run.enqueue.run(itemId, number),
    replace: (itemId, by) => void run.replace.run({ itemId, by }),
    settle: (itemId) => void run.settle.run(itemId),
    doubt: () => {
      for (const kept of all()) save({ ...kept, isDoubtful: true });
    },
  };
}
