import { describe, expect, test } from "vitest";
import type { Item, ListedItem } from "../../../shared/outbox/item.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import type { Listed, RecordPage } from "../../../main/db/item-types.ts";
import type { Store } from "../../../main/db/types.ts";
import { bookingsWanted, bookingsWithin } from "../../support/booking-lists.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
  webhookItem,
} from "../../support/store-records.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { blankStore } from "../../support/blank-store.ts";

const idsOf = (items: readonly { readonly id: string }[]): string[] => items.map(({ id }) => id);
const listedIds = (page: RecordPage<Listed<ListedItem>>): string[] =>
  idsOf(page.items.map(({ item }) => item));
const insert = (store: Store, item: Item): void => store.transaction(({ items }) => items.insert(item));
const update = (store: Store, item: Item): void => store.transaction(({ items }) => items.update(item));
const everything = { accountId: account, kinds: [], statuses: [], limit: 200, offset: 0 };

describe("items", () => {
  test("an item comes back exactly as it was saved, a megabyte of notes and all", async () => {
    const store = await blankStore();
    const item = bookingItem(1, {
      form: { ...bookingItem(1).form, notes: 'Ω"\\\u0000\n🩺'.repeat(150_000).slice(0, 1_048_576) },
      attempts: [
        { startedAt: "2026-03-02T09:00:00Z", endedAt: null, phase: "sent", status: null, outcome: null },
      ],
    });
    insert(store, item);
    expect(store.read(({ items }) => items.get(item.id))).toEqual(item);
  });

  test("an unknown id is nothing", async () => {
    const store = await blankStore();
    expect(store.read(({ items }) => [items.get(idOf(9)), items.find(idOf(9))])).toEqual([null, null]);
  });

  test("a second item of the same id is refused and the first stays", async () => {
    const store = await blankStore();
    insert(store, bookingItem(1, { status: "ready" }));
    expect(() => insert(store, bookingItem(1))).toThrow(createStoreError("constraint"));
    expect(store.read(({ items }) => items.get(idOf(1)))?.status).toBe("ready");
  });

  test("an update of an unknown item, or with another account or kind, changes nothing and is told", async () => {
    const store = await blankStore();
    insert(store, bookingItem(1));
    for (const item of [
      bookingItem(2),
      bookingItem(1, { accountId: otherAccount, status: "ready" }),
      patientItem(1, { status: "ready" }),
    ]) {
      expect(() => update(store, item)).toThrow(createStoreError("misfit"));
      expect(() => store.transaction(({ items }) => items.restate(item))).toThrow(createStoreError("misfit"));
    }
    expect(store.read(({ items }) => items.get(idOf(1)))).toEqual(bookingItem(1));
  });

  test("an item that stands otherwise is the same item, with its long texts, and is found as before", async () => {
    const store = await blankStore();
    const form = { ...bookingItem(1).form, date: "2026-04-01", time: "2pm", notes: "Ω".repeat(10_000) };
    const item = bookingItem(1, { form: { ...form, patient: known(7) }, status: "ready" });
    insert(store, item);
    const sending = {
      ...item,
      status: "sending" as const,
      updatedAt: "2026-03-03T09:00:00.000Z",
      payload: '{"notes":"Ω"}',
      attempts: [
        { startedAt: item.createdAt, endedAt: null, phase: "none" as const, status: null, outcome: null },
      ],
    };
    store.transaction(({ items }) => items.restate(sending));
    store.read(({ items }) => {
      expect(items.get(item.id)).toEqual(sending);
      expect(idsOf(items.sending())).toEqual([item.id]);
      expect(items.written()).toEqual({ items: 1, changes: 2 });
    });
    const at = { from: "2026-04-01T18:00:00.000Z", to: "2026-04-01T18:00:00.001Z" };
    expect(idsOf(bookingsWithin(store, at))).toEqual([item.id]);
  });

  test("what an item is found by follows every change of it", async () => {
    const store = await blankStore();
    const at = { from: "2026-12-01T14:00:00.000Z", to: "2026-12-01T14:00:00.001Z" };
    const found = (): number[] => [
      ...store.read(({ items, bookings }) => [
        bookings.places(bookingsWanted("recent", "cleaning")).length,
        items.bookingsOf(idOf(70)).length,
      ]),
      bookingsWithin(store, at).length,
    ];
    const when = { patient: known(70), date: "2026-12-01", time: "9am" };
    insert(store, bookingItem(1));
    expect(found()).toEqual([0, 0, 0]);
    update(store, bookingWith(1, when));
    expect(found()).toEqual([0, 1, 0]);
    update(store, bookingWith(1, { ...when, service: "cleaning" }, { status: "done" }));
    expect(found()).toEqual([1, 0, 1]);
    update(store, bookingItem(1));
    expect(found()).toEqual([0, 0, 0]);
  });

  test("bookings are found by the words of their patient and their service, and a list names the patient", async () => {
    const store = await blankStore();
    const settings = {
      ...createFirstSettings("UTC"),
      services: [{ id: 4, name: "First visit", minutes: null }],
    };
    store.transaction((repositories) => {
      repositories.settings.set(account, settings);
      repositories.patients.insert(patientRecord(70));
      repositories.patients.insert(patientRecord(71, { accountId: otherAccount }));
    });
    insert(store, bookingWith(1, { patient: known(70), service: "4" }, { status: "done" }));
    insert(store, bookingWith(2, { patient: known(71) }, { status: "done" }));
    insert(store, patientItem(3, { patientRecordId: idOf(70) }));
    const wanted = { accountId: account, limit: 10, offset: 0 };
    const found = store.read(({ bookings }) =>
      bookings.at(
        { accountId: account, view: "recent" },
        bookings.places(bookingsWanted("recent", "ann first visit")),
      ),
    );
    expect(found.items.map(({ item, patient }) => [item.id, patient])).toEqual([
      [idOf(1), patientRecord(70)],
    ]);
    const all = store.read(({ items }) => items.list({ ...wanted, kinds: [], statuses: [] }));
    // Another account's patient is nobody here, and a patient's own item is not a booking.
    expect(all.items.map(({ patient }) => patient)).toEqual([null, null, patientRecord(70)]);
  });

  test("the list has the last change first, whatever the clock said", async () => {
    const store = await blankStore();
    insert(store, bookingItem(1, { updatedAt: "2030-01-01T00:00:00Z" }));
    insert(store, patientItem(2, { updatedAt: "2020-01-01T00:00:00Z" }));
    insert(store, webhookItem(3, { updatedAt: "2025-01-01T00:00:00Z" }));
    update(store, bookingItem(1, { updatedAt: "2001-01-01T00:00:00Z" }));
    expect(listedIds(store.read(({ items }) => items.list(everything)))).toEqual([idOf(1), idOf(3), idOf(2)]);
  });

  test("the list keeps to account, kinds and statuses, and counts past its page", async () => {
    const store = await blankStore();
    for (let number = 1; number <= 6; number += 1) insert(store, bookingItem(number, { status: "ready" }));
    insert(store, patientItem(7, { status: "ready" }));
    insert(store, bookingItem(8, { status: "done" }));
    insert(store, bookingItem(9, { status: "ready", accountId: otherAccount }));
    const page = store.read(({ items }) =>
      items.list({ accountId: account, kinds: ["booking"], statuses: ["ready"], limit: 2, offset: 1 }),
    );
    expect(listedIds(page)).toEqual([idOf(5), idOf(4)]);
    expect(page).toMatchObject({ total: 6, damaged: [] });
    expect(store.read(({ items }) => items.list(everything)).total).toBe(8);
  });

  test("counts name every status, of this account alone", async () => {
    const store = await blankStore();
    insert(store, bookingItem(1, { status: "ready" }));
    insert(store, patientItem(2, { status: "ready" }));
    insert(store, patientItem(3, { status: "needs-checking" }));
    insert(store, patientItem(4, { status: "ready", accountId: otherAccount }));
    expect(store.read(({ items }) => items.counts(account))).toEqual({
      draft: 0,
      "on-hold": 0,
      "saved-for-later": 0,
      "waiting-for-patient": 0,
      ready: 2,
      sending: 0,
      "needs-card": 0,
      "needs-editing": 0,
      "needs-checking": 1,
      elsewhere: 0,
      done: 0,
      discarded: 0,
    });
  });

  test("what is ready goes in the order of saving, without what is saved for later or of another account", async () => {
    const store = await blankStore();
    for (const number of [5, 3, 4]) insert(store, bookingItem(number, { status: "ready" }));
    insert(store, bookingItem(6, { status: "saved-for-later" }));
    insert(store, bookingItem(7, { status: "ready", accountId: otherAccount }));
    insert(store, bookingItem(8));
    update(store, bookingItem(5, { status: "ready", resends: 1 }));
    const first = store.read(({ items }) => items.ready({ accountId: account, limit: 2, without: [] }));
    expect(idsOf(first)).toEqual([idOf(5), idOf(3)]);
    const wanted = { accountId: account, limit: 2, without: [idOf(5), idOf(9)] };
    expect(idsOf(store.read(({ items }) => items.ready(wanted)))).toEqual([idOf(3), idOf(4)]);
    expect(store.read(({ items }) => items.readyCount(account))).toBe(3);
  });

  test("bookings that wait for a patient are found by that patient", async () => {
    const store = await blankStore();
    const forPatient = { patient: known(70) };
    insert(store, bookingWith(2, forPatient, { status: "waiting-for-patient" }));
    insert(store, bookingWith(1, forPatient, { status: "waiting-for-patient" }));
    insert(store, bookingWith(3, forPatient, { status: "done" }));
    insert(store, bookingWith(4, { patient: known(71) }, { status: "waiting-for-patient" }));
    insert(store, patientItem(5, { patientRecordId: idOf(70), status: "waiting-for-patient" }));
    expect(idsOf(store.read(({ items }) => items.waitingFor(idOf(70))))).toEqual([idOf(2), idOf(1)]);
  });

  test("attempts that were cut off are found in every account", async () => {
    const store = await blankStore();
    insert(store, bookingItem(1, { status: "sending" }));
    insert(store, patientItem(2, { status: "sending", accountId: otherAccount }));
    insert(store, patientItem(3, { status: "ready" }));
    expect(idsOf(store.read(({ items }) => items.sending()))).toEqual([idOf(1), idOf(2)]);
  });

  test("bookings from one instant up to another are found, earliest first, but no forms and no discarded ones", async () => {
    const store = await blankStore();
    const at = { patient: known(70), date: "2026-12-01", time: "9am" };
    insert(store, bookingWith(1, { ...at, time: "10am" }, { status: "done" }));
    insert(store, bookingWith(2, at, { status: "needs-checking" }));
    insert(store, bookingWith(3, at, { status: "discarded" }));
    insert(store, bookingWith(4, at));
    insert(store, bookingWith(5, { ...at, patient: known(71), time: "9:30am" }, { status: "ready" }));
    insert(store, bookingWith(6, at, { accountId: otherAccount, status: "done" }));
    insert(store, bookingWith(7, { ...at, time: "11am" }, { status: "done" }));
    const found = bookingsWithin(store, {
      from: "2026-12-01T14:00:00.000Z",
      to: "2026-12-01T16:00:00.000Z",
    });
    expect(idsOf(found)).toEqual([idOf(2), idOf(5), idOf(1)]);
  });
});
