import type { Database, Statement } from "better-sqlite3-multiple-ciphers";
import type { z } from "zod";
import {
  bookingItem,
  item as itemSchema,
  itemCounts,
  itemKinds,
  itemStatuses,
  itemUpgrades,
  listedBooking,
  listedItem,
  type BookingItem,
  type Item,
  type ItemCounts,
  type ListedItem,
} from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { stampVersion, getVersion, type Shape } from "../../shared/core/stored.ts";
import { getKind } from "../features/outbox/kinds/kinds.ts";
import { normalizeForSearch } from "./fold.ts";
import { bookingNumberSql, editedItem } from "./migrations.ts";
import { restoreLongTexts } from "./long-texts.ts";
import { patientShape } from "./patient-index.ts";
import { everWritten, nextChange } from "./change-order.ts";
import { isNewer, parseRows, parseJsonRow, type JsonRow, type WholeRow } from "./rows.ts";
import { createStoreError } from "./store-error.ts";
import type { Tallies } from "./tallies.ts";
import type { ItemRepository, Listed, RecordPage, ListPage, ReadyWanted, WriteCounts } from "./item-types.ts";
import type { PatientRepository, SettingsRepository } from "./record-types.ts";

const ofItems = <S extends z.ZodType>(schema: S): Shape<S> => ({ schema, upgrades: itemUpgrades });
const wholeItem = ofItems(itemSchema);
const wholeBooking = ofItems(bookingItem);
export const listedShape = ofItems(listedItem);
export const listedBookings = ofItems(listedBooking);
const noItems = (): ItemCounts =>
  itemCounts.parse(Object.fromEntries(itemStatuses.map((status) => [status, 0])));
/** How an account without settings of its own writes dates. */
const firstListed: Pick<Settings, "dateOrder" | "services"> = { dateOrder: "month-first", services: [] };
const unfinished = itemStatuses.filter((status) => status !== "done" && status !== "discarded");
/** How many of the oldest are looked at for rows that cannot be read. */
const looksAt = 200;
const anyOf = (chosen: readonly string[], all: readonly string[]): string =>
  JSON.stringify(chosen.length === 0 ? all : chosen);

type Count = { readonly total: number };

export type ListedRow = JsonRow & {
  readonly patientJson: string | null;
  readonly patientId: string | null;
  readonly instant: string | null;
};

/** A row that says something else than its record is read as damaged: what it would be sent as is not known. */
const record = "id, account_id as accountId, kind, status, json";
/** The long texts too: where the item itself is wanted. */
const whole = `${record}, notes, payload, answer`;
const ready = `select ${whole} from items where account_id = :accountId and status = 'ready'
  and id not in (select value from json_each(:without))`;
const listed = `from items where account_id = :accountId
  and kind in (select value from json_each(:kinds)) and status in (select value from json_each(:statuses))`;

/** Rows of a list with what else stands in its lines: the booking's known patient, joined in. */
export const buildSelectWithPatient = (condition: string): string =>
  `select i.sequence, i.changed, i.id, i.account_id as accountId, i.kind, i.status, i.json,
    i.appointment_instant as instant, p.id as patientId, p.json as patientJson
  from (select sequence, id, account_id, kind, status, json, appointment_instant, patient_record_id, changed
    from items where ${condition}) i
  left join patients p on p.id = i.patient_record_id and p.account_id = i.account_id
    and i.kind = 'booking' order by i.changed desc`;

/** The change of one item, and of no other's. */
const changing = (columns: string): string => `update items set
    status = :status, updated_at = :updatedAt,
    changed = ${nextChange},
    json = :json, payload = :payload${columns}
    where id = :id and account_id = :accountId and kind = :kind and not (${isNewer})`;

const statementsOf = (db: Database) => ({
  insert: db.prepare(`insert into items
    (id, account_id, kind, status, created_at, updated_at, changed,
     patient_record_id, appointment_instant, search_text, json, notes, payload, answer)
    values (:id, :accountId, :kind, :status, :createdAt, :updatedAt,
     ${nextChange}, :patientRecordId, :appointmentInstant, :searchText, :json,
     :notes, :payload, :answer)`),
  update: db.prepare(
    changing(`, notes = :notes, answer = :answer, patient_record_id = :patientRecordId,
      appointment_instant = :appointmentInstant, search_text = :searchText`),
  ),
  restate: db.prepare(changing("")),
  get: db.prepare<unknown[], WholeRow>(`select ${whole} from items where id = ?`),
  list: db.prepare<unknown[], ListedRow>(
    buildSelectWithPatient(`sequence in
    (select sequence ${listed} order by changed desc limit :limit offset :offset)`),
  ),
  listTotal: db.prepare<unknown[], Count>(`select count(*) as total ${listed}`),
  waiting: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where patient_record_id = ? and kind = 'booking' and status = 'waiting-for-patient' order by sequence`),
  ready: db.prepare<unknown[], WholeRow>(`${ready} and id not in (select item_id from import_items)
    order by sequence limit :limit`),
  readyImported: db.prepare<unknown[], WholeRow>(`${ready} and id in (select item_id from import_items)
    order by sequence limit :limit`),
  sending: db.prepare<unknown[], WholeRow>(
    `select ${whole} from items where status = 'sending' order by sequence`,
  ),
  unfinished: db.prepare<unknown[], WholeRow>(
    `select ${whole} from items where status in (select value from json_each('${JSON.stringify(unfinished)}'))
    order by sequence`,
  ),
  written: db.prepare<unknown[], WriteCounts>(everWritten),
  numbered: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where account_id = :accountId and kind = 'booking' and ${bookingNumberSql} = :number order by sequence`),
  madeFrom: db.prepare<unknown[], WholeRow>(
    `select ${whole} from items where ${editedItem} = ? order by sequence desc limit 1`,
  ),
  bookingsOf: db.prepare<unknown[], WholeRow>(`select ${whole} from items
    where patient_record_id = ? and kind = 'booking' and status not in ('sending', 'done', 'discarded')
    order by sequence`),
});

export function toPage<T extends ListedItem>(
  shape: Shape<z.ZodType<T>>,
  rows: readonly ListedRow[],
  total: number,
): RecordPage<Listed<T>> {
  const { items, ...unread } = parseRows(shape, rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const patientOf = (row: ListedRow | undefined): PatientRecord | null =>
    typeof row?.patientId === "string" && row.patientJson !== null
      ? (parseRows(patientShape, [{ id: row.patientId, json: row.patientJson }]).items[0] ?? null)
      : null;
  const listedRows = items.map((item) => {
    const row = byId.get(item.id);
    return { item, patient: patientOf(row), instant: row?.instant ?? null };
  });
  return { items: listedRows, ...unread, total };
}
/** Rows of a part of a long list, each in its place. */
export function toPageRows<T extends ListedItem>(
  shape: Shape<z.ZodType<T>>,
  rows: readonly ListedRow[],
): ListPage<Listed<T>>["rows"] {
  const { items, newer } = toPage(shape, rows, rows.length);
  const byId = new Map(items.map((listed) => [listed.item.id, listed]));
  return rows.map(({ id }) => byId.get(id) ?? (newer.includes(id) ? "newer" : "damaged"));
}
const wholeItems = (rows: readonly WholeRow[]): readonly Item[] =>
  parseRows(wholeItem, rows, restoreLongTexts).items;
const wholeBookings = (rows: readonly WholeRow[]): readonly BookingItem[] =>
  parseRows(wholeBooking, rows, restoreLongTexts).items;

/** What an item is found by depends on its patient's record and its account's settings. */
type FoundBy = {
  readonly patients: Pick<PatientRepository, "find">;
  readonly settings: Pick<SettingsRepository, "get">;
};

/** Items in the database. Its statements are prepared once, against the newest schema. */
export function createItemRepository(
  db: Database,
  { patients, settings, tallies }: FoundBy & { readonly tallies: Tallies },
): ItemRepository {
  const run = statementsOf(db);

  const stateOf = (item: Item) => ({
    id: item.id,
    accountId: item.accountId,
    kind: item.kind,
    status: item.status,
    updatedAt: item.updatedAt,
    json: JSON.stringify(stampVersion(wholeItem, getKind(item).listed(item))),
    payload: JSON.stringify(item.payload),
  });
  /** Every change of what it holds brings the item's index along. */
  function columnsOf(item: Item) {
    const kind = getKind(item);
    const kept = settings.get(item.accountId);
    const { searchText, ...index } = kind.index(item, {
      patient: (id) => patients.find(item.accountId, id),
      settings: kept === null || typeof kept === "string" ? firstListed : kept,
    });
    return {
      ...stateOf(item),
      ...kind.longTexts(item),
      ...index,
      searchText: normalizeForSearch(searchText),
    };
  }
  const version = getVersion(wholeItem);
  function change(statement: Statement, columns: object): void {
    if (statement.run({ ...columns, version }).changes === 0) throw createStoreError("misfit");
  }
  /** What people made goes before what came with a file. */
  function readyRows(wanted: {
    readonly accountId: string;
    readonly limit: number;
    readonly without: string;
  }): readonly WholeRow[] {
    const rows = run.ready.all(wanted);
    const limit = wanted.limit - rows.length;
    return limit === 0 ? rows : [...rows, ...run.readyImported.all({ ...wanted, limit })];
  }
  /** The oldest that can be read: rows that cannot hold nobody up. */
  function ready({ accountId, limit, without }: ReadyWanted): readonly Item[] {
    const passed = [...without];
    for (;;) {
      const rows = readyRows({ accountId, limit, without: JSON.stringify(passed) });
      const { items, damaged, newer } = parseRows(wholeItem, rows, restoreLongTexts);
      if (items.length > 0 || rows.length === 0) return items;
      passed.push(...damaged, ...newer);
    }
  }
  /** Rows that cannot be read gather at the head: they are not sent, and nothing is said to be left. */
  function readyCount(accountId: string): number {
    const total = tallies.statuses(accountId).find(({ status }) => status === "ready")?.total ?? 0;
    const head = (limit: number): number => {
      const rows = readyRows({ accountId, limit, without: "[]" });
      return rows.length - wholeItems(rows).length;
    };
    return total === 0 || head(1) === 0 ? total : total - head(looksAt);
  }

  return {
    insert: (item) => void run.insert.run({ ...columnsOf(item), createdAt: item.createdAt }),
    update: (item) => change(run.update, columnsOf(item)),
    restate: (item) => change(run.restate, stateOf(item)),
    get: (id) => {
      const row = run.get.get(id);
      return row === undefined ? null : parseJsonRow(wholeItem, row, restoreLongTexts);
    },
    find: (id) => wholeItems(run.get.all(id))[0] ?? null,
    list: ({ accountId, kinds, statuses, limit, offset }) => {
      const wanted = { accountId, kinds: anyOf(kinds, itemKinds), statuses: anyOf(statuses, itemStatuses) };
      const total = run.listTotal.get(wanted)?.total ?? 0;
      return toPage(listedShape, run.list.all({ ...wanted, limit, offset }), total);
    },
    counts: (accountId) => {
      const counts = noItems();
      for (const { status, total } of tallies.statuses(accountId))
        if (Object.hasOwn(counts, status)) counts[status] = total;
      return counts;
    },
    waitingFor: (patientRecordId) => wholeBookings(run.waiting.all(patientRecordId)),
    ready,
    readyCount,
    sending: () => wholeItems(run.sending.all()),
    unfinished: () => wholeItems(run.unfinished.all()),
    written: () => run.written.get() ?? { items: 0, changes: 0 },
    bookingsNumbered: (accountId, number) => wholeBookings(run.numbered.all({ accountId, number })),
    madeFrom: (id) => wholeItems(run.madeFrom.all(id))[0] ?? null,
    bookingsOf: (patientRecordId) => wholeBookings(run.bookingsOf.all(patientRecordId)),
  };
}
