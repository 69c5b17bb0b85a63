import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { connectInMemory } from "../../../main/db/connection.ts";
import { migrateDatabase, migrations } from "../../../main/db/migrations.ts";
import { parseRows, parseJsonRow } from "../../../main/db/rows.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { createStoreError } from "../../../main/db/store-error.ts";
import { account, bookingItem, idOf, patientRecord } from "../../support/store-records.ts";

/** A record that got a field twice since it was first kept. */
const shape = {
  schema: z.strictObject({ id: z.string(), name: z.string(), nick: z.string(), tags: z.array(z.string()) }),
  upgrades: [
    (record: Readonly<Record<string, unknown>>) => ({ ...record, nick: `${String(record["name"])}y` }),
    (record: Readonly<Record<string, unknown>>) => ({ ...record, tags: [record["nick"]] }),
  ],
};
const row = (record: object) => ({ id: "a", json: JSON.stringify(record) });

describe("a record of an earlier version", () => {
  test.each([
    [1, { v: 1, id: "a", name: "Ann" }],
    [2, { v: 2, id: "a", name: "Ann", nick: "Anny" }],
    [3, { v: 3, id: "a", name: "Ann", nick: "Anny", tags: ["Anny"] }],
  ])("%s is read as one of today, by each step that came after it", (_version, record) => {
    expect(parseJsonRow(shape, row(record))).toEqual({ id: "a", name: "Ann", nick: "Anny", tags: ["Anny"] });
  });

  test.each([
    ["that its steps do not make whole", { v: 1, id: "a" }],
    ["with what is of today already", { v: 1, id: "a", name: 7 }],
    ["without a version", { id: "a", name: "Ann", nick: "Anny", tags: [] }],
    ["with no version there was", { v: 0, id: "a", name: "Ann" }],
    ["with half a version", { v: 1.5, id: "a", name: "Ann" }],
    ["that is a list", []],
  ])("%s is damaged", (_what, record) => {
    expect(parseRows(shape, [row(record)])).toEqual({ items: [], damaged: ["a"], newer: [] });
    expect(() => parseJsonRow(shape, row(record))).toThrow(createStoreError("damaged"));
  });

  test("of a later version is said to be newer, whatever it holds", () => {
    const later = row({ v: 4, id: "a", other: true });
    expect(parseRows(shape, [later])).toEqual({ items: [], damaged: [], newer: ["a"] });
    expect(() => parseJsonRow(shape, later)).toThrow(createStoreError("newer"));
  });
});

describe("what a newer Front Desk saved", () => {
  const card = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 12, expYear: 2034 };
  const keptCard = { accountId: account, patientRecordId: idOf(2), card, usedAt: "2026-03-02T09:00:00.000Z" };
  const webhooks = { webhooks: [], asOf: "2026-03-02T09:00:00.000Z" };
  const tables = ["items", "patients", "settings", "cards", "webhook_lists"];

  /** A store whose every record has a later version, and a look at all that is kept. */
  async function newer() {
    const db = await connectInMemory();
    migrateDatabase(db, migrations);
    const store = createSqliteStore(db, "memory");
    store.transaction(({ items, patients, settings, cards, webhookLists }) => {
      items.insert(bookingItem(1, { status: "ready" }));
      patients.insert(patientRecord(2, { patientId: 7 }));
      settings.set(account, createFirstSettings("UTC"));
      cards.keep(keptCard);
      webhookLists.set(account, webhooks);
    });
    const kept = () => tables.map((table) => db.prepare(`select * from ${table}`).all());
    for (const table of tables)
      db.exec(`update ${table} set json = json_set(json, '$.v', 1000, '$.more', 'x')`);
    return { store, kept };
  }

  test("is said to be that, and holds nobody up", async () => {
    const { store } = await newer();
    store.transaction(({ items }) => items.insert(bookingItem(3, { status: "ready" })));
    const wanted = { accountId: account, limit: 1, without: [] };
    store.read(({ items, patients, settings, cards, webhookLists }) => {
      expect(() => items.get(idOf(1))).toThrow(createStoreError("newer"));
      expect(() => patients.get(account, idOf(2))).toThrow(createStoreError("newer"));
      expect([items.find(idOf(1)), patients.find(account, idOf(2))]).toEqual([null, null]);
      expect(settings.get(account)).toBe("newer");
      expect(cards.get(account, "pm_1")).toBeNull();
      expect(webhookLists.get(account)).toBeNull();
      const page = items.list({ ...wanted, limit: 9, offset: 0, kinds: [], statuses: [] });
      expect([page.newer, page.damaged, page.total]).toEqual([[idOf(1)], [], 2]);
      expect(items.ready(wanted).map(({ id }) => id)).toEqual([idOf(3)]);
      expect(items.readyCount(account)).toBe(1);
    });
  });

  test("is never written over", async () => {
    const { store, kept } = await newer();
    const before = kept();
    expect(() => store.transaction(({ items }) => items.update(bookingItem(1)))).toThrow(
      createStoreError("misfit"),
    );
    expect(() =>
      store.transaction(({ settings }) => settings.set(account, createFirstSettings("Asia/Tokyo"))),
    ).toThrow(createStoreError("newer"));
    store.transaction(({ patients, cards, webhookLists }) => {
      patients.update(patientRecord(2, { patientId: 8 }));
      cards.keep({ ...keptCard, patientRecordId: null });
      webhookLists.set(account, { ...webhooks, asOf: "2027-01-01T00:00:00.000Z" });
    });
    expect(kept()).toEqual(before);
  });
});
