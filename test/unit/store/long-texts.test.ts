import Sqlite from "better-sqlite3-multiple-ciphers";
import { describe, expect, test } from "vitest";
import type { BookingItem } from "../../../contract/records/item.ts";
import { migrate, migrations } from "../../../main/store/migrations.ts";
import { sqliteStore } from "../../../main/store/sqlite-store.ts";
import {
  account,
  bookingItem,
  idOf,
  noIndex,
  patientItem,
  webhookItem,
} from "../../support/store-records.ts";
import { read, twins, valueOf, write } from "./twins.ts";

/** Texts that a conversion on the way would change: halves of surrogate pairs, zero, quotes. */
const long = `Ω"\\\u0000\n🩺\ud83d and \udc00`.repeat(1_000);
const appointment = {
  id: 7,
  appointmentDateTime: "2026-04-01T18:00:00Z",
  appointmentTimeZone: null,
  price: 85,
  status: "Pending",
  notes: long,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
  billingType: "Monthly Invoice",
  more: { that: "the service said" },
};
const booked = (number: number): BookingItem =>
  bookingItem(number, {
    status: "done",
    form: { ...bookingItem(number).form, notes: long, service: "101" },
    payload: JSON.stringify({ notes: long }),
    result: { appointment, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: false },
  });
const marked = bookingItem(2, {
  status: "done",
  result: { appointment: null, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: true },
});
const everything = { accountId: account, kinds: [], statuses: [], limit: 200, offset: 0 };

describe.each(twins)("long texts in $twin", ({ create }) => {
  test("are not in any list, where each could be a megabyte, and whole in the item itself", async () => {
    const store = await create();
    const index = { ...noIndex, patientRecordId: idOf(9), appointmentInstant: "2026-04-01T18:00:00.000Z" };
    const items = [booked(1), marked, patientItem(3, { payload: long }), webhookItem(4, { payload: long })];
    write(store, (repositories) => items.forEach((item) => repositories.items.insert({ item, index })));
    const lists = read(store, (repositories) => [
      repositories.items.list(everything),
      repositories.items.bookings({ accountId: account, text: "", limit: 50, offset: 0 }),
      repositories.items.bookingsAt({
        accountId: account,
        patientRecordId: idOf(9),
        instant: "2026-04-01T18:00:00.000Z",
      }),
    ]);
    expect(lists.map((page) => [page.items.length, page.damaged])).toEqual([
      [4, []],
      [2, []],
      [2, []],
    ]);
    for (const page of lists) {
      expect(JSON.stringify(page).length).toBeLessThan(6_000);
      for (const item of page.items) expect(item).not.toHaveProperty("payload");
    }
    expect(lists[0]?.items.at(-1)).toMatchObject({
      id: idOf(1),
      form: { service: "101" },
      result: { appointment: { id: 7, price: 85, status: "Pending" } },
    });
    for (const item of items)
      expect(valueOf(read(store, (repositories) => repositories.items.get(item.id)))).toEqual(item);
  });

  test("come back with everything that is sent or judged: ready, sending, waiting and unfinished items", async () => {
    const store = await create();
    const texts = { form: booked(1).form, payload: long };
    const items = [
      bookingItem(1, { ...texts, status: "ready" }),
      bookingItem(2, { ...texts, status: "sending" }),
      bookingItem(3, { ...texts, status: "waiting-for-patient" }),
    ];
    const index = { ...noIndex, patientRecordId: idOf(9) };
    write(store, (repositories) => items.forEach((item) => repositories.items.insert({ item, index })));
    const found = read(store, (repositories) => [
      repositories.items.nextReady({ accountId: account, limit: 5, without: [] }).items,
      repositories.items.everySending().items,
      repositories.items.waitingFor(idOf(9)).items,
      repositories.items.everyUnfinished().items,
    ]);
    expect(found).toEqual([[items[0]], [items[1]], [items[2]], items]);
  });

  test("are replaced when the item is", async () => {
    const store = await create();
    write(store, ({ items }) => items.insert({ item: booked(1), index: noIndex }));
    const plain = bookingItem(1);
    write(store, ({ items }) => void items.update({ item: plain }));
    expect(valueOf(read(store, ({ items }) => items.get(idOf(1))))).toEqual(plain);
  });
});

describe("records from before long texts had columns", () => {
  const insert = `insert into items
    (id, account_id, kind, status, parked, created_at, updated_at, revision, changed, search_text, json)
    values (:id, :accountId, :kind, :status, 0, :createdAt, :updatedAt, 1, 1, '', :json)`;

  test("are all there, to the last half of a letter; what could not be read stays as it is", () => {
    const db = new Sqlite(":memory:");
    migrate(db, migrations.slice(0, 2));
    const items = [booked(1), marked, patientItem(3, { payload: long }), webhookItem(4), bookingItem(5)];
    for (const item of items) db.prepare(insert).run({ ...item, json: JSON.stringify(item) });
    const garbage = { ...bookingItem(6), json: "{ no json" };
    db.prepare(insert).run(garbage);
    migrate(db, migrations);
    const store = sqliteStore(db, "opened");
    for (const item of items)
      expect(valueOf(read(store, (repositories) => repositories.items.get(item.id)))).toEqual(item);
    const page = read(store, (repositories) => repositories.items.list(everything));
    expect([page.items.length, page.damaged]).toEqual([5, [idOf(6)]]);
    expect(JSON.stringify(page.items)).not.toContain("🩺");
    expect(db.prepare("select json from items where id = ?").get(idOf(6))).toEqual({ json: "{ no json" });
    store.close();
  });
});
