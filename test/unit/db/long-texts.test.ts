import { describe, expect, test } from "vitest";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { bookingsWanted, bookingsWithin } from "../../support/booking-lists.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  patientItem,
  webhookItem,
} from "../../support/store-records.ts";
import { restoreLongTexts } from "../../../main/db/long-texts.ts";
import type { WholeRow } from "../../../main/db/rows.ts";
import { blankStore } from "../../support/blank-store.ts";

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
/** Of one patient, at one instant. */
const forNine = { ...bookingItem(1).form, patient: known(9), date: "2026-04-01", time: "2pm" };
const booked = (number: number): BookingItem =>
  bookingItem(number, {
    status: "done",
    form: { ...forNine, notes: long, service: "101" },
    payload: JSON.stringify({ notes: long }),
    result: { appointment, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: false },
  });
const marked = bookingWith(2, forNine, {
  status: "done",
  result: { appointment: null, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: true },
});
const everything = { accountId: account, kinds: [], statuses: [], limit: 200, offset: 0 };

describe("long texts", () => {
  test("are not in any list, where each could be a megabyte, and whole in the item itself", async () => {
    const store = await blankStore();
    const items = [booked(1), marked, patientItem(3, { payload: long }), webhookItem(4, { payload: long })];
    store.transaction((repositories) => items.forEach((item) => repositories.items.insert(item)));
    const lists = store.read((repositories) => [
      repositories.items.list(everything),
      repositories.bookings.at(
        { accountId: account, view: "recent" },
        repositories.bookings.places(bookingsWanted("recent")),
      ),
    ]);
    const ofDay = bookingsWithin(store, {
      from: "2026-04-01T18:00:00.000Z",
      to: "2026-04-02T00:00:00.000Z",
    });
    expect(ofDay).toHaveLength(2);
    expect(lists.map((page) => [page.items.length, page.damaged])).toEqual([
      [4, []],
      [2, []],
    ]);
    for (const shown of [...lists.map((page) => page.items.map(({ item }) => item)), ofDay]) {
      expect(JSON.stringify(shown).length).toBeLessThan(6_000);
      for (const item of shown) expect(item).not.toHaveProperty("payload");
    }
    expect(lists[0]?.items.at(-1)?.item).toMatchObject({
      id: idOf(1),
      form: { service: "101" },
      result: { appointment: { id: 7, price: 85, status: "Pending" } },
    });
    for (const item of items)
      expect(store.read((repositories) => repositories.items.get(item.id))).toEqual(item);
  });

  test("come back with everything that is sent or judged: ready, sending, waiting and unfinished items", async () => {
    const store = await blankStore();
    const texts = { form: booked(1).form, payload: long };
    const items = [
      bookingItem(1, { ...texts, status: "ready" }),
      bookingItem(2, { ...texts, status: "sending" }),
      bookingItem(3, { ...texts, status: "waiting-for-patient" }),
    ];
    store.transaction((repositories) => items.forEach((item) => repositories.items.insert(item)));
    const found = store.read((repositories) => [
      repositories.items.ready({ accountId: account, limit: 5, without: [] }),
      repositories.items.sending(),
      repositories.items.waitingFor(idOf(9)),
      repositories.items.unfinished(),
    ]);
    expect(found).toEqual([[items[0]], [items[1]], [items[2]], items]);
  });

  test("are replaced when the item is", async () => {
    const store = await blankStore();
    store.transaction(({ items }) => items.insert(booked(1)));
    const plain = bookingItem(1);
    store.transaction(({ items }) => items.update(plain));
    expect(store.read(({ items }) => items.get(idOf(1)))).toEqual(plain);
  });
});

describe("a record and what stands beside it", () => {
  const beside = (texts: Partial<WholeRow> = {}): WholeRow => ({
    id: "a",
    json: "",
    notes: null,
    payload: null,
    answer: null,
    ...texts,
  });
  test.each<[string, unknown, Partial<WholeRow>, unknown]>([
    ["nothing", { form: { a: 1 }, result: null }, {}, { form: { a: 1 }, result: null, payload: null }],
    ["a payload", { form: {} }, { payload: '"x"' }, { form: {}, payload: "x" }],
    ["notes", { form: { a: 1 } }, { notes: '"n"' }, { form: { a: 1, notes: "n" }, payload: null }],
    ["notes of no form", { form: null }, { notes: '"n"' }, { form: null, payload: null }],
    [
      "an answer",
      { result: { a: 1 } },
      { answer: "{}" },
      { result: { a: 1, appointment: {} }, payload: null },
    ],
    ["an answer of no result", { result: null }, { answer: "{}" }, { result: null, payload: null }],
    ["an answer of a list", { result: [] }, { answer: "{}" }, { result: [], payload: null }],
    ["no answer of a result", { result: { a: 1 } }, {}, { result: { a: 1 }, payload: null }],
    ["what is beside a list", [], { payload: '"x"' }, []],
    ["what is beside null", null, { payload: '"x"' }, null],
    ["what is beside a text", "text", { payload: '"x"' }, "text"],
    ["what is beside a number", 7, { payload: '"x"' }, 7],
  ])("are one: %s", (_what, value, texts, whole) => {
    expect(restoreLongTexts(value, beside(texts))).toEqual(whole);
  });

  test.each([{ payload: "{" }, { notes: "" }, { answer: "x" }])("are none where %j is no JSON", (texts) => {
    expect(() => restoreLongTexts({ form: {}, result: {} }, beside(texts))).toThrow(SyntaxError);
  });
});
