import type { Database } from "better-sqlite3-multiple-ciphers";
import type { z } from "zod";
import { failed, ok } from "../../contract/failure.ts";
import {
  bookingItem,
  item as itemSchema,
  itemCounts,
  itemStatuses,
  listedBooking,
  listedItem,
  type BookingItem,
  type Item,
  type ItemCounts,
  type ItemKind,
  type ItemStatus,
} from "../../contract/records/item.ts";
import { fold } from "./fold.ts";
import { bookingNumber } from "./migrations.ts";
import { listedOf, longTextsOf, wholeOf } from "./long-texts.ts";
import { damagedRecord, noSuchRecord } from "./problems.ts";
import { parseRows, type Row, type WholeRow } from "./rows.ts";
import type { ItemIndex, ItemRepository, Page, Written } from "./types.ts";

const itemKinds = ["patient", "booking", "webhook"] as const satisfies readonly ItemKind[];
const noItems = (): ItemCounts =>
  itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0])));
/** The words of a bookings search, as JSON for `json_each`. */
const wordsOf = (text: string): string => JSON.stringify(fold(text).split(" ").filter(Boolean));
const anyOf = (chosen: readonly string[], all: readonly string[]): string =>
  JSON.stringify(chosen.length === 0 ? all : chosen);

type Count = { readonly total: number };

/** A row that says something else than its record is read as damaged: what it would be sent as is not known. */
const record = "id, account_id as accountId, kind, status, json";
/** The long texts too: where the item itself is wanted. */
const whole = `${record}, notes, payload, answer`;
const listed = `from items where account_id = :accountId
  and kind in (select value from json_each(:kinds)) and status in (select value from json_each(:statuses))`;
const booked = `from items where account_id = :accountId and kind = 'booking' and status = 'done'
  and not exists (select 1 from json_each(:words) where instr(search_text, value) = 0)`;

const statementsOf = (db: Database) => ({
  insert: db.prepare(`insert into items
    (id, account_id, kind, status, parked, created_at, updated_at, revision, changed,
     patient_record_id, appointment_instant, search_text, json, notes, payload, answer)
    values (:id, :accountId, :kind, :status, :parked, :createdAt, :updatedAt, 1,
     (select coalesce(max(changed), 0) + 1 from items), :patientRecordId, :appointmentInstant, :searchText, :json,
     :notes, :payload, :answer)`),
  update: db.prepare<unknown[], { revision: number }>(`update items set
    status = :status, parked = :parked, updated_at = :updatedAt, revision = revision + 1,
    changed = (select coalesce(max(changed), 0) + 1 from items), json = :json,
    notes = :notes, payload = :payload, answer = :answer
    where id = :id and account_id = :accountId and kind = :kind
      and revision = coalesce(:expectedRevision, revision) returning revision`),
  index: db.prepare(`update items set patient_record_id = :patientRecordId,
    appointment_instant = :appointmentInstant, search_text = :searchText where id = :id`),
  get: db.prepare<unknown[], WholeRow>(`select ${whole} from items where id = ?`),
  revision: db.prepare<unknown[], { revision: number }>("select revision from items where id = ?"),
  indexOf: db.prepare<unknown[], ItemIndex>(`select patient_record_id as patientRecordId,
    appointment_instant as appointmentInstant, search_text as searchText from items where id = ?`),
  list: db.prepare<unknown[], Row>(`select ${record} from items where sequence in
    (select sequence ${listed} order by changed desc limit :limit offset :offset) order by changed desc`),
  listTotal: db.prepare<unknown[], Count>(`select count(*) as total ${listed}`),
  counts: db.prepare<unknown[], Count & { status: ItemStatus }>(
    "select status, count(*) as total from items where account_id = ? group by status",
  ),
  waiting: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where patient_record_id = ? and status = 'waiting-for-patient' order by sequence`),
  ready: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where account_id = :accountId and status = 'ready' and parked = 0
      and id not in (select value from json_each(:without)) order by sequence limit :limit`),
  readyTotal: db.prepare<unknown[], Count>(
    "select count(*) as total from items where account_id = ? and status = 'ready' and parked = 0",
  ),
  sending: db.prepare<unknown[], WholeRow>(
    `select ${whole} from items where status = 'sending' order by sequence`,
  ),
  unfinished: db.prepare<unknown[], WholeRow>(
    `select ${whole} from items where status not in ('done', 'discarded') order by sequence`,
  ),
  written: db.prepare<unknown[], Written>(
    "select coalesce(max(sequence), 0) as items, coalesce(max(changed), 0) as changes from items",
  ),
  booked: db.prepare<unknown[], Row>(`select ${record} from items where sequence in
    (select sequence ${booked} order by changed desc limit :limit offset :offset) order by changed desc`),
  bookedTotal: db.prepare<unknown[], Count>(`select count(*) as total ${booked}`),
  numbered: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where account_id = :accountId and kind = 'booking' and ${bookingNumber} = :number order by sequence`),
  bookingsOf: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where patient_record_id = ? and kind = 'booking' and status not in ('sending', 'done', 'discarded')
    order by sequence`),
  bookedAt: db.prepare<unknown[], Row>(`select ${record} from items
    where patient_record_id = :patientRecordId and appointment_instant = :instant
      and account_id = :accountId and kind = 'booking' and status <> 'discarded' order by sequence desc`),
});

const columnsOf = (item: Item) => ({
  id: item.id,
  accountId: item.accountId,
  kind: item.kind,
  status: item.status,
  parked: item.parked ? 1 : 0,
  updatedAt: item.updatedAt,
  json: JSON.stringify(listedOf(item)),
  ...longTextsOf(item),
});

const indexColumns = (index: ItemIndex) => ({
  patientRecordId: index.patientRecordId,
  appointmentInstant: index.appointmentInstant,
  searchText: fold(index.searchText),
});

function pageOf<T extends { readonly id: string }>(
  schema: z.ZodType<T>,
  rows: readonly Row[],
  total = rows.length,
): Page<T> {
  return { ...parseRows(schema, rows), total };
}
const wholePage = (rows: readonly WholeRow[], total = rows.length): Page<Item> => ({
  ...parseRows(itemSchema, rows, wholeOf),
  total,
});

const wholeBookings = (rows: readonly WholeRow[]): Page<BookingItem> => ({
  ...parseRows(bookingItem, rows, wholeOf),
  total: rows.length,
});

/** Items in the database. Its statements are prepared once, against the newest schema. */
export function sqliteItems(db: Database): ItemRepository {
  const run = statementsOf(db);
  return {
    insert: ({ item, index }) => {
      run.insert.run({ ...columnsOf(item), createdAt: item.createdAt, ...indexColumns(index) });
    },
    update: ({ item, index, expectedRevision }) => {
      const row = run.update.get({ ...columnsOf(item), expectedRevision: expectedRevision ?? null });
      if (row === undefined) return null;
      if (index !== undefined) run.index.run({ id: item.id, ...indexColumns(index) });
      return row.revision;
    },
    get: (id) => {
      const row = run.get.get(id);
      if (row === undefined) return failed(noSuchRecord());
      const found = wholePage([row]).items[0];
      return found === undefined ? failed(damagedRecord()) : ok(found);
    },
    revisionOf: (id) => run.revision.get(id)?.revision ?? null,
    indexOf: (id) => run.indexOf.get(id) ?? null,
    list: ({ accountId, kinds, statuses, limit, offset }) => {
      const wanted = { accountId, kinds: anyOf(kinds, itemKinds), statuses: anyOf(statuses, itemStatuses) };
      const total = run.listTotal.get(wanted)?.total ?? 0;
      return pageOf(listedItem, run.list.all({ ...wanted, limit, offset }), total);
    },
    counts: (accountId) => {
      const counts = noItems();
      for (const { status, total } of run.counts.all(accountId))
        // A row that was edited by hand may say anything.
        if (itemStatuses.includes(status)) counts[status] = total;
      return counts;
    },
    waitingFor: (patientRecordId) => wholePage(run.waiting.all(patientRecordId)),
    nextReady: ({ accountId, limit, without }) =>
      wholePage(
        run.ready.all({ accountId, limit, without: JSON.stringify(without) }),
        run.readyTotal.get(accountId)?.total ?? 0,
      ),
    everySending: () => wholePage(run.sending.all()),
    everyUnfinished: () => wholePage(run.unfinished.all()),
    written: () => run.written.get() ?? { items: 0, changes: 0 },
    bookings: ({ accountId, text, limit, offset }) => {
      const wanted = { accountId, words: wordsOf(text) };
      const total = run.bookedTotal.get(wanted)?.total ?? 0;
      return pageOf(listedBooking, run.booked.all({ ...wanted, limit, offset }), total);
    },
    bookingsNumbered: (accountId, number) => wholeBookings(run.numbered.all({ accountId, number })),
    bookingsOf: (patientRecordId) => wholeBookings(run.bookingsOf.all(patientRecordId)),
    bookingsAt: (wanted) => pageOf(listedBooking, run.bookedAt.all(wanted)),
  };
}
