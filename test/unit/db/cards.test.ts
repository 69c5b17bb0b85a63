import Sqlite from "better-sqlite3-multiple-ciphers";
import { describe, expect, test } from "vitest";
import type { Card } from "../../../shared/cards/card.ts";
import { formatKnownPatient } from "../../../main/db/cards.ts";
import { migrateDatabase, migrations } from "../../../main/db/migrations.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { account, bookingItem, idOf, otherAccount } from "../../support/store-records.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";

const cardOf = (number: number): Card => ({
  id: `pm_${number}`,
  brand: "Visa",
  last4: "4242",
  expMonth: 12,
  expYear: 2034,
});
const at = (minute: number): string => `2026-03-02T09:${String(minute).padStart(2, "0")}:00.000Z`;
const kept = (number: number, usedAt = at(0)) => ({
  accountId: account,
  patientRecordId: idOf(1),
  card: cardOf(number),
  usedAt,
});
const intent = (number: number, change: object = {}) => ({
  itemId: idOf(number),
  accountId: account,
  patient: "Ann",
  clientSecret: `seti_${number}_secret_1`,
  publishableKey: "pk_test_1",
  createdAt: at(0),
  ...change,
});

describe("cards in a store", () => {
  test("are found by their patient, last used first, and by nobody else", async () => {
    const store = await blankStore();
    store.transaction(({ cards }) => {
      cards.keep(kept(1, at(1)));
      cards.keep(kept(2, at(3)));
      cards.keep(kept(3, at(2)));
      cards.keep({ ...kept(4), patientRecordId: idOf(2) });
      cards.keep({ ...kept(5), patientRecordId: null });
      cards.keep({ ...kept(6), accountId: otherAccount });
    });
    const found = store.read(({ cards }) => cards.ofPatient(account, idOf(1)));
    expect(found).toEqual([kept(2, at(3)), kept(3, at(2)), kept(1, at(1))]);
  });

  test("of the same moment come newest first", async () => {
    const store = await blankStore();
    store.transaction(({ cards }) => [1, 2, 3].forEach((number) => cards.keep(kept(number))));
    const found = store.read(({ cards }) => cards.ofPatient(account, idOf(1)));
    expect(found.map(({ card }) => card.id)).toEqual(["pm_3", "pm_2", "pm_1"]);
  });

  test("kept again are renewed and not doubled", async () => {
    const store = await blankStore();
    const known = { ...kept(1, at(5)), card: { ...cardOf(1), expYear: 2040 } };
    store.transaction(({ cards }) => (cards.keep(kept(1)), cards.keep(known)));
    expect(store.read(({ cards }) => cards.ofPatient(account, idOf(1)))).toEqual([known]);
    expect(store.read(({ cards }) => cards.get(account, "pm_1"))).toEqual(known);
  });

  test("of which nothing is known are kept as that", async () => {
    const store = await blankStore();
    const card = { id: "pm_9", brand: null, last4: null, expMonth: null, expYear: null };
    store.transaction(({ cards }) => cards.keep({ ...kept(9), card, patientRecordId: null }));
    expect(store.read(({ cards }) => cards.get(account, "pm_9"))?.card).toEqual(card);
    expect(store.read(({ cards }) => cards.get(otherAccount, "pm_9"))).toBeNull();
  });

  test("of nobody on this computer are found by the number that was typed for the booking, last used first", async () => {
    const store = await blankStore();
    const typed = (number: number, text: string, changes: object = {}) =>
      bookingItem(number, {
        form: {
          ...bookingItem(number).form,
          patient: { kind: "number", text },
          card: cardOf(number),
        },
        ...changes,
      });
    store.transaction(({ cards, items }) => {
      for (const [number, text] of [
        [1, "77"],
        [2, " #77"],
        [3, "78"],
        [4, "77"],
        [5, "77"],
      ] as const)
        items.insert(typed(number, text, number === 4 ? { accountId: otherAccount } : {}));
      cards.keep({ ...kept(1, at(1)), patientRecordId: null });
      cards.keep({ ...kept(2, at(2)), patientRecordId: null });
      cards.keep({ ...kept(3), patientRecordId: null });
      cards.keep({ ...kept(4), patientRecordId: null, accountId: otherAccount });
      // Of somebody who is known: offered with them.
      cards.keep(kept(5));
    });
    const found = (number: number) =>
      store.read(({ cards }) => cards.ofNumber(account, number).map(({ card }) => card.id));
    expect([found(77), found(78), found(7)]).toEqual([["pm_2", "pm_1"], ["pm_3"], []]);
  });

  test("a setup intent is kept for its booking until it is cleared or replaced", async () => {
    const store = await blankStore();
    store.transaction(({ cards }) => cards.setPendingIntent(intent(1)));
    store.transaction(({ cards }) => cards.setPendingIntent(intent(2)));
    store.transaction(({ cards }) => cards.setPendingIntent(intent(1, { clientSecret: "seti_9_secret_1" })));
    expect(store.read(({ cards }) => cards.pendingIntent(idOf(1)))).toEqual(
      intent(1, { clientSecret: "seti_9_secret_1" }),
    );
    store.transaction(({ cards }) => cards.clearPendingIntent(idOf(1)));
    expect(store.read(({ cards }) => cards.pendingIntent(idOf(1)))).toBeNull();
    expect(store.read(({ cards }) => cards.pendingIntent(idOf(2)))).toEqual(intent(2));
    store.transaction(({ cards }) => cards.setPendingIntent(intent(1)));
    expect(store.read(({ cards }) => cards.pendingIntent(idOf(1)))).toEqual(intent(1));
  });

  test("a transaction that fails leaves neither card nor intent, and takes none away", async () => {
    const store = await blankStore();
    store.transaction(({ cards }) => cards.setPendingIntent(intent(1)));
    const broken = (): void =>
      store.transaction(({ cards }) => {
        cards.keep(kept(1));
        cards.clearPendingIntent(idOf(1));
        cards.setPendingIntent(intent(2));
        throw new Error("Not now.");
      });
    expect(broken).toThrow("Not now.");
    store.read(({ cards }) => {
      expect(cards.get(account, "pm_1")).toBeNull();
      expect(cards.pendingIntent(idOf(1))).toEqual(intent(1));
      expect(cards.pendingIntent(idOf(2))).toBeNull();
    });
  });
});

test("a card whose row holds another one is nobody's, and the patient of an intent is written as ever", async () => {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  store.transaction(({ cards }) => [1, 2].forEach((number) => cards.keep(kept(number))));
  db.exec("update cards set json = json_set(json, '$.id', 'pm_2') where id = 'pm_1'");
  expect(store.read(({ cards }) => [cards.get(account, "pm_1"), cards.get(account, "pm_2")])).toEqual([
    null,
    kept(2),
  ]);
  expect(formatKnownPatient(idOf(1))).toBe(`{"kind":"known","id":"${idOf(1)}"}`);
});

test("a card whose row is damaged is left out, and the others are still offered", () => {
  const db = new Sqlite(":memory:");
  migrateDatabase(db, migrations);
  const store = createSqliteStore(db, "created");
  store.transaction(({ cards, items }) => {
    items.insert(bookingItem(1));
    cards.keep(kept(1));
    cards.keep(kept(2));
    const { form } = bookingItem(3);
    items.insert(
      bookingItem(3, { form: { ...form, patient: { kind: "number", text: "77" }, card: cardOf(3) } }),
    );
    cards.keep({ ...kept(3), patientRecordId: null });
  });
  db.prepare("update cards set json = '{}' where id <> 'pm_2'").run();
  expect(store.read(({ cards }) => cards.ofNumber(account, 77))).toEqual([]);
  expect(store.read(({ cards }) => cards.ofPatient(account, idOf(1)).map(({ card }) => card.id))).toEqual([
    "pm_2",
  ]);
  expect(store.read(({ cards }) => cards.get(account, "pm_1"))).toBeNull();
});
