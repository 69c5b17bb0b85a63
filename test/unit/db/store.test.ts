import { describe, expect, test } from "vitest";
import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import { firstDaySettings, type Settings } from "../../../shared/settings/settings.ts";
import { account, bookingItem, idOf, otherAccount, patientRecord } from "../../support/store-records.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Repositories } from "../../../main/db/types.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import { createStoreError } from "../../../main/db/store-error.ts";

const settings = (timeZone: string): Settings => ({
  timeZone,
  ...firstDaySettings,
  undoSeconds: 0,
  services: [{ id: 4, name: "Cleaning", minutes: 30 }],
  currency: "USD",
  dateOrder: "month-first",
  theme: "system",
  language: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});

describe("a store", () => {
  test("a transaction that throws leaves nothing in any repository, and the fault goes on to its caller", async () => {
    const store = await blankStore();
    store.transaction(({ meta }) => meta.set("kept", "before"));
    const broken = (): void =>
      store.transaction(({ items, patients, settings: kept, accounts, webhookLists, meta }) => {
        items.insert(bookingItem(1));
        patients.insert(patientRecord(1));
        kept.set(account, settings("UTC"));
        accounts.remember({
          id: account,
          serviceAddress: "x",
          issuer: null,
          subject: null,
          createdAt: "",
          lastUsedAt: "",
        });
        webhookLists.set(account, { webhooks: [], asOf: "" });
        meta.countSend();
        meta.set("kept", "after");
        throw new TypeError("a fault");
      });
    expect(broken).toThrow(new TypeError("a fault"));
    store.read(({ items, patients, settings: kept, accounts, webhookLists, meta }) => {
      expect(items.get(idOf(1))).toBeNull();
      expect(patients.get(account, idOf(1))).toBeNull();
      expect(kept.get(account)).toBeNull();
      expect(accounts.get(account)).toBeNull();
      expect(webhookLists.get(account)).toBeNull();
      expect(meta.sendCounter()).toBe(0);
      expect(meta.get("kept")).toBe("before");
    });
  });

  test("a failed result would not undo a transaction: it does not compile there", async () => {
    const store = await blankStore();
    const write = (work: () => Result<null>): void => {
      // @ts-expect-error A transaction's work answers no result.
      store.transaction(work);
      // @ts-expect-error The same.
      store.transaction(() => failed(fail("busy", "Not now.")));
      // @ts-expect-error The same.
      store.transaction(({ meta }) => ok(meta.countSend()));
    };
    expect(() => write(() => ok(null))).not.toThrow();
  });

  test("a transaction inside another is undone alone, or with the outer one", async () => {
    const store = await blankStore();
    const kept = () => store.read(({ meta }) => [meta.get("outer"), meta.get("inner")]);
    const broken = (): never => {
      throw new Error("no");
    };
    store.transaction(({ meta }) => {
      meta.set("outer", "1");
      const inner = (): void => store.transaction((inside) => (inside.meta.set("inner", "1"), broken()));
      expect(inner).toThrow("no");
    });
    expect(kept()).toEqual(["1", null]);
    const outer = (): void =>
      store.transaction(({ meta }) => {
        store.transaction((inside) => inside.meta.set("inner", "2"));
        meta.set("outer", "2");
        broken();
      });
    expect(outer).toThrow("no");
    expect(kept()).toEqual(["1", null]);
  });

  test("a closed store says so", async () => {
    const store = await blankStore();
    store.close();
    store.close();
    expect(() => store.read(({ meta }) => meta.sendCounter())).toThrow(createStoreError("closed"));
    expect(() => store.transaction(({ meta }) => meta.countSend())).toThrow(createStoreError("closed"));
  });

  test("says where it came from, and what SQLite throws is its own error, in whatever is asked of it", async () => {
    const db = await blankDatabase();
    const store = createSqliteStore(db, "created");
    expect(store.origin).toBe("created");
    const twice = ({ items }: Repositories): void => [1, 1].forEach((id) => items.insert(bookingItem(id)));
    for (const write of [store.read, store.transaction, store.group])
      expect(() => write(twice)).toThrow(createStoreError("constraint"));
    expect(() => store.read(() => JSON.parse("{"))).toThrow(SyntaxError);
  });

  test("dates what is done by its clock, and by the computer's where it has none", async () => {
    const dated = async (now?: () => Date): Promise<string> => {
      const store = createSqliteStore(await blankDatabase(), "memory", now === undefined ? {} : { now });
      store.transaction(({ items }) => items.insert(bookingItem(1)));
      return store.read(({ audit }) => audit.after(0, 1)[0]?.entry.at ?? "");
    };
    expect(await dated(() => new Date("2026-03-02T09:00:00Z"))).toBe("2026-03-02T09:00:00.000Z");
    const before = new Date().toISOString();
    expect((await dated()) >= before).toBe(true);
  });

  test("prepares what few desks need once", async () => {
    const store = await blankStore();
    const parts = () => store.read(({ clinic, notices }) => [clinic, notices]);
    const [clinic, notices] = parts();
    expect(parts()[0]).toBe(clinic);
    expect(parts()[1]).toBe(notices);
  });

  test("takes each transaction of a group for itself: one that fails is undone alone, and all with the group", async () => {
    const store = await blankStore();
    const set = (key: string, fails = false): void =>
      store.transaction(({ meta }) => {
        meta.set(key, "1");
        if (fails) throw new Error(key);
      });
    const kept = () => store.read(({ meta }) => ["a", "b", "c"].map((key) => meta.get(key)));
    store.group(() => {
      set("a");
      expect(() => set("b", true)).toThrow("b");
    });
    expect(kept()).toEqual(["1", null, null]);
    const group = (): void =>
      store.group(() => {
        set("c");
        throw new Error("group");
      });
    expect(group).toThrow("group");
    expect(kept()).toEqual(["1", null, null]);
  });

  test("settings are kept for each scope", async () => {
    const store = await blankStore();
    store.transaction(({ settings: kept }) => kept.set(account, settings("America/New_York")));
    store.transaction(({ settings: kept }) => kept.set("practice", settings("UTC")));
    store.transaction(({ settings: kept }) => kept.set(account, settings("Europe/Paris")));
    expect(store.read(({ settings: kept }) => kept.get(account))).toEqual(settings("Europe/Paris"));
    expect(store.read(({ settings: kept }) => kept.get("practice"))).toEqual(settings("UTC"));
    expect(store.read(({ settings: kept }) => kept.get("nobody"))).toBeNull();
  });

  test("an account seen again keeps its beginning and renews its last use", async () => {
    const store = await blankStore();
    const one = {
      id: account,
      serviceAddress: "https://one.example",
      issuer: "clinic",
      subject: "desk",
      createdAt: "2026-01-01T00:00:00Z",
      lastUsedAt: "2026-01-01T00:00:00Z",
    };
    const two = { ...one, id: otherAccount, issuer: null, subject: null };
    store.transaction(({ accounts }) => [one, two].forEach((each) => accounts.remember(each)));
    const later = "2026-02-02T00:00:00Z";
    store.transaction(({ accounts }) => accounts.remember({ ...one, createdAt: later, lastUsedAt: later }));
    expect(store.read(({ accounts }) => accounts.list())).toEqual([{ ...one, lastUsedAt: later }, two]);
    expect(store.read(({ accounts }) => accounts.get(otherAccount))).toEqual(two);
  });

  test("the last list of webhooks is kept for each account, members unknown here included", async () => {
    const store = await blankStore();
    const known = {
      webhooks: [{ id: 1, url: "https://example.com", events: ["a.b.v1"], note: "extra" }],
      asOf: "2026-01-01T00:00:00Z",
    };
    store.transaction(({ webhookLists }) => webhookLists.set(account, known));
    expect(store.read(({ webhookLists }) => webhookLists.get(account))).toEqual(known);
    expect(store.read(({ webhookLists }) => webhookLists.get(otherAccount))).toBeNull();
  });

  test("the send counter counts", async () => {
    const store = await blankStore();
    expect([1, 2].map(() => store.transaction(({ meta }) => meta.countSend()))).toEqual([1, 2]);
    expect(store.read(({ meta }) => meta.sendCounter())).toBe(2);
  });
});
