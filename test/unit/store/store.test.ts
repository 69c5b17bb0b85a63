import { describe, expect, test } from "vitest";
import { fail, failed, ok } from "../../../contract/failure.ts";
import type { Settings } from "../../../contract/records/settings.ts";
import {
  account,
  bookingItem,
  idOf,
  noIndex,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";
import { read, twins, valueOf, write } from "./twins.ts";

const settings = (timeZone: string): Settings => ({
  timeZone,
  services: [{ id: 4, name: "Cleaning", minutes: 30 }],
  currency: "USD",
  dateOrder: "month-first",
  theme: "system",
  language: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});

describe.each(twins)("a store in $twin", ({ create }) => {
  test("a transaction that answers a failure leaves nothing in any repository", async () => {
    const store = await create();
    write(store, ({ meta }) => meta.set("kept", "before"));
    const refused = store.transaction(({ items, patients, settings: kept, accounts, webhookLists, meta }) => {
      items.insert({ item: bookingItem(1), index: noIndex });
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
      return failed(fail("busy", "Not now."));
    });
    expect(refused).toEqual(failed(fail("busy", "Not now.")));
    read(store, ({ items, patients, settings: kept, accounts, webhookLists, meta }) => {
      expect(items.get(idOf(1)).ok).toBe(false);
      expect(patients.get(idOf(1)).ok).toBe(false);
      expect(kept.get(account)).toEqual(ok(null));
      expect(accounts.get(account)).toBeNull();
      expect(webhookLists.get(account)).toBeNull();
      expect(meta.sendCounter()).toBe(0);
      expect(meta.get("kept")).toBe("before");
    });
  });

  test("a transaction that throws is undone, and the fault of the program goes on to its caller", async () => {
    const store = await create();
    expect(() =>
      store.transaction(({ meta }) => {
        meta.countSend();
        throw new TypeError("a fault");
      }),
    ).toThrow("a fault");
    expect(read(store, ({ meta }) => meta.sendCounter())).toBe(0);
  });

  test("a transaction inside another is undone alone, or with the outer one", async () => {
    const store = await create();
    store.transaction(({ meta }) => {
      meta.set("outer", "1");
      store.transaction((inner) => {
        inner.meta.set("inner", "1");
        return failed(fail("busy", ""));
      });
      return ok(null);
    });
    expect(read(store, ({ meta }) => [meta.get("outer"), meta.get("inner")])).toEqual(["1", null]);
    store.transaction(({ meta }) => {
      store.transaction((inner) => ok(inner.meta.set("inner", "2")));
      meta.set("outer", "2");
      return failed(fail("busy", ""));
    });
    expect(read(store, ({ meta }) => [meta.get("outer"), meta.get("inner")])).toEqual(["1", null]);
  });

  test("a closed store answers with a failure", async () => {
    const store = await create();
    store.close();
    store.close();
    expect(store.read(({ meta }) => meta.sendCounter())).toMatchObject({
      ok: false,
      failure: { code: "store" },
    });
    expect(store.transaction(({ meta }) => ok(meta.countSend()))).toMatchObject({ ok: false });
  });

  test("settings are kept for each scope", async () => {
    const store = await create();
    write(store, ({ settings: kept }) => kept.set(account, settings("America/New_York")));
    write(store, ({ settings: kept }) => kept.set("practice", settings("UTC")));
    write(store, ({ settings: kept }) => kept.set(account, settings("Europe/Paris")));
    expect(valueOf(read(store, ({ settings: kept }) => kept.get(account)))).toEqual(settings("Europe/Paris"));
    expect(valueOf(read(store, ({ settings: kept }) => kept.get("practice")))).toEqual(settings("UTC"));
    expect(valueOf(read(store, ({ settings: kept }) => kept.get("nobody")))).toBeNull();
  });

  test("an account seen again keeps its beginning and renews its last use", async () => {
    const store = await create();
    const one = {
      id: account,
      serviceAddress: "https://one.example",
      issuer: "clinic",
      subject: "desk",
      createdAt: "2026-01-01T00:00:00Z",
      lastUsedAt: "2026-01-01T00:00:00Z",
    };
    const two = { ...one, id: otherAccount, issuer: null, subject: null };
    write(store, ({ accounts }) => [one, two].forEach((each) => accounts.remember(each)));
    const later = "2026-02-02T00:00:00Z";
    write(store, ({ accounts }) => accounts.remember({ ...one, createdAt: later, lastUsedAt: later }));
    expect(read(store, ({ accounts }) => accounts.list())).toEqual([{ ...one, lastUsedAt: later }, two]);
    expect(read(store, ({ accounts }) => accounts.get(otherAccount))).toEqual(two);
  });

  test("the last list of webhooks is kept for each account, members unknown here included", async () => {
    const store = await create();
    const known = {
      webhooks: [{ id: 1, url: "https://example.com", events: ["a.b.v1"], note: "extra" }],
      asOf: "2026-01-01T00:00:00Z",
    };
    write(store, ({ webhookLists }) => webhookLists.set(account, known));
    expect(read(store, ({ webhookLists }) => webhookLists.get(account))).toEqual(known);
    expect(read(store, ({ webhookLists }) => webhookLists.get(otherAccount))).toBeNull();
  });

  test("the send counter counts", async () => {
    const store = await create();
    expect([1, 2].map(() => write(store, ({ meta }) => meta.countSend()))).toEqual([1, 2]);
    expect(read(store, ({ meta }) => meta.sendCounter())).toBe(2);
  });
});
