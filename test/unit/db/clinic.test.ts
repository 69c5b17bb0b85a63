import { describe, expect, test } from "vitest";
import { nothingAside } from "../../../shared/clinic/clinic.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import type { AsideReason, KnownClaim, KnownRecord } from "../../../main/db/clinic-types.ts";
import { prepareOnDemand } from "../../../main/db/on-demand.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Repositories, Store } from "../../../main/db/types.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  idOf,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

type Clinic = Repositories["clinic"];
const inClinic = <T>(store: Store, work: (clinic: Clinic) => T): T =>
  store.read(({ clinic }) => work(clinic));
const change = (store: Store, work: (clinic: Clinic) => void): void =>
  store.transaction(({ clinic }) => work(clinic));

const record = (sharedId: string, changes: Partial<KnownRecord> = {}): KnownRecord => ({
  sharedId,
  recordId: idOf(1),
  kind: "item",
  version: 3,
  dropped: false,
  droppedBy: null,
  digest: "ab",
  aside: null,
  had: 0,
  ...changes,
});
const claim = (sharedId: string, changes: Partial<KnownClaim> = {}): KnownClaim => ({
  sharedId,
  recordId: idOf(1),
  shared: "1",
  desk: "2",
  was: null,
  ...changes,
});
const changedIds = (store: Store, limit = 100): readonly string[] =>
  inClinic(store, ({ changes }) =>
    changes.list(account, limit).map(({ recordId, kind }) => `${kind} ${Number(recordId.slice(-6))}`),
  ).toSorted();

describe("a clinic's membership", () => {
  test("marks all that is there when it begins, once: patients, and bookings that are more than forms", async () => {
    const store = await blankStore();
    const statuses: ItemStatus[] = ["draft", "on-hold", "discarded", "done", "ready", "saved-for-later"];
    store.transaction(({ items, patients }) => {
      for (const [at, status] of statuses.entries()) items.insert(bookingItem(at + 1, { status }));
      items.insert(patientItem(20, { status: "ready" }));
      items.insert(bookingItem(21, { status: "done", accountId: otherAccount }));
      patients.insert(patientRecord(30));
      patients.insert(patientRecord(31, { accountId: otherAccount }));
    });
    expect(inClinic(store, (clinic) => clinic.get(account))).toBeNull();
    change(store, (clinic) => clinic.set(account, "{}"));
    expect(inClinic(store, (clinic) => [clinic.get(account), clinic.get(otherAccount)])).toEqual([
      "{}",
      null,
    ]);
    expect(changedIds(store)).toEqual(["item 4", "item 5", "item 6", "person 30"]);
    change(store, (clinic) => {
      for (const number of [4, 5, 6, 30]) clinic.changes.done(idOf(number));
      clinic.set(account, '{"at":2}');
    });
    expect(inClinic(store, (clinic) => clinic.get(account))).toBe('{"at":2}');
    expect(changedIds(store)).toEqual([]);
  });

  test("that is forgotten leaves nothing of this account, and all of another", async () => {
    const store = await blankStore();
    const known = (whose: string): readonly unknown[] =>
      inClinic(store, ({ get, heads, records, claims, attempts, changes, pushes }) => [
        get(whose),
        heads.get(whose, 1),
        records.get(whose, "a"),
        claims.get(whose, "a"),
        attempts.at(whose, "t"),
        changes.count(whose),
        pushes.wasSigned(whose, "d"),
      ]);
    for (const [at, whose] of [account, otherAccount].entries())
      change(store, ({ set, heads, records, claims, attempts, changes, pushes }) => {
        set(whose, "{}");
        heads.add(whose, 1, "h");
        records.put(whose, record("a"));
        claims.put(whose, claim("a"));
        attempts.add(whose, { attempt: "t", sharedId: "a", at: "2026-01-01" });
        changes.add(whose, { recordId: idOf(at + 1), kind: "item" });
        pushes.put(whose, { sequence: 1, digest: "d", json: "{}" });
      });
    const before = known(otherAccount);
    expect(before).toEqual(["{}", "h", record("a"), claim("a"), "2026-01-01", 1, true]);
    change(store, (clinic) => clinic.forget(account));
    expect(known(account)).toEqual([null, null, null, null, null, 0, false]);
    expect(known(otherAccount)).toEqual(before);
  });
});

describe("a log that is read anew", () => {
  const filled = async (): Promise<Store> => {
    const store = await blankStore();
    for (const whose of [account, otherAccount])
      change(store, ({ heads, records, claims, attempts, pushes }) => {
        heads.add(whose, 1, "h");
        records.put(whose, record("a", { version: 3, dropped: true }));
        records.put(whose, record("b", { version: 1, had: 5 }));
        claims.put(whose, claim("a", { shared: "1", was: "0" }));
        claims.put(whose, claim("b", { shared: null, was: "0" }));
        attempts.add(whose, { attempt: "t", sharedId: "a", at: "2026-01-01" });
        pushes.put(whose, { sequence: 1, digest: "d", json: "{}" });
      });
    return store;
  };
  const known = (store: Store, whose: string): readonly unknown[] =>
    inClinic(store, ({ heads, records, claims, attempts, pushes }) => [
      heads.get(whose, 1),
      records.get(whose, "a"),
      records.get(whose, "b"),
      claims.get(whose, "a"),
      claims.get(whose, "b"),
      attempts.at(whose, "t"),
      pushes.wasSigned(whose, "d"),
    ]);

  test("begins at its beginning, and what was known of it is known as what was", async () => {
    const store = await filled();
    const other = known(store, otherAccount);
    change(store, (clinic) => clinic.rewind(account));
    // What was read is told from what is read now.
    expect(known(store, account)).toEqual([
      "h",
      record("a", { version: 0, had: 3 }),
      record("b", { version: 0, had: 5 }),
      claim("a", { shared: null, was: "1" }),
      claim("b", { shared: null, was: "0" }),
      null,
      true,
    ]);
    expect(known(store, otherAccount)).toEqual(other);
    change(store, ({ heads }) => heads.add(account, 1, "another"));
    expect(inClinic(store, ({ heads }) => heads.get(account, 1))).toBe("another");
  });

  test("marks what it lacks, and every item that is claimed, and forgets what there was", async () => {
    const store = await blankStore();
    change(store, ({ records, claims }) => {
      records.put(account, record("lost", { recordId: idOf(1), version: 1, had: 2 }));
      records.put(account, record("person", { recordId: idOf(2), kind: "person", version: 0, had: 1 }));
      records.put(account, record("there", { recordId: idOf(3), version: 2, had: 2 }));
      records.put(account, record("new", { recordId: idOf(4), version: 2, had: 0 }));
      records.put(account, record("name", { recordId: idOf(5), kind: "desk", version: 1, had: 2 }));
      records.put(account, record("unread", { recordId: null, version: 1, had: 2 }));
      records.put(otherAccount, record("other", { recordId: idOf(6), version: 1, had: 2 }));
      claims.put(account, claim("claimed", { recordId: idOf(7) }));
      claims.put(account, claim("nobody's", { recordId: null }));
      claims.put(otherAccount, claim("other", { recordId: idOf(8) }));
    });
    change(store, ({ records }) => records.markLost(account));
    expect(changedIds(store)).toEqual(["item 1", "item 7", "person 2"]);
    const had = (whose: string, sharedId: string) =>
      inClinic(store, ({ records }) => records.get(whose, sharedId)?.had);
    expect([had(account, "lost"), had(account, "there"), had(otherAccount, "other")]).toEqual([0, 0, 2]);
  });
});

describe("what a clinic's desk knows of the log", () => {
  test("is a hash at each number, of each account", async () => {
    const store = await blankStore();
    change(store, ({ heads }) => {
      heads.add(account, 1, "one");
      heads.add(account, 2, "two");
      heads.add(otherAccount, 1, "other");
    });
    expect(
      inClinic(store, ({ heads }) => [
        heads.get(account, 1),
        heads.get(account, 2),
        heads.get(otherAccount, 2),
      ]),
    ).toEqual(["one", "two", null]);
  });

  test.each([
    record("plain"),
    record("gone", { dropped: true, digest: null }),
    record("unread", { recordId: null, aside: "unread", had: 7 }),
    record("later", { aside: "newer", kind: "person" }),
  ])("is a record as it was put: $sharedId", async (known) => {
    const store = await blankStore();
    change(store, ({ records }) => records.put(account, { ...known, version: 1 }));
    change(store, ({ records }) => records.put(account, known));
    expect(inClinic(store, ({ records }) => records.get(account, known.sharedId))).toEqual(known);
    expect(inClinic(store, ({ records }) => records.get(otherAccount, known.sharedId))).toBeNull();
  });

  test("counts what is set aside by why, of this account alone", async () => {
    const store = await blankStore();
    const put = (whose: string, reason: AsideReason | null, count: number) =>
      change(store, ({ records }) => {
        for (let at = 0; at < count; at += 1)
          records.put(whose, record(`${reason} ${at}`, { aside: reason }));
      });
    const wanted = { unread: 1, large: 2, otherAccount: 3, refused: 4, newer: 5, deleted: 7 };
    for (const [reason, count] of Object.entries(wanted)) put(account, reason as AsideReason, count);
    put(account, null, 6);
    put(otherAccount, "large", 1);
    expect(inClinic(store, ({ records }) => records.asideCounts(account))).toEqual(wanted);
    expect(inClinic(store, ({ records }) => records.asideCounts("nobody"))).toEqual(nothingAside);
  });

  test("has whose word it was that the clinic keeps it no more, and marks what those desks dropped, and what was refused", async () => {
    const store = await blankStore();
    const [thief, other] = [idOf(90), idOf(91)];
    const dropped = (nth: number, by: string, more: Partial<KnownRecord> = {}): KnownRecord =>
      record(idOf(100 + nth), { recordId: idOf(nth), dropped: true, droppedBy: by, ...more });
    const changed = () =>
      inClinic(store, ({ changes }) => changes.list(account, 9).map(({ recordId }) => recordId));
    change(store, ({ records, claims }) => {
      records.put(account, dropped(1, thief));
      records.put(account, dropped(2, thief, { kind: "person" }));
      records.put(account, dropped(3, other));
      records.put(account, dropped(4, thief, { kind: "notices", recordId: null }));
      records.put(otherAccount, dropped(5, thief));
      claims.put(account, claim(idOf(106), { recordId: idOf(6) }));
    });
    expect(inClinic(store, ({ records }) => records.get(account, idOf(101))?.droppedBy)).toBe(thief);
    change(store, ({ records }) => records.markFreed(account, [idOf(92), thief]));
    expect(changed().toSorted()).toEqual([idOf(1), idOf(2)]);
    change(store, ({ records }) => {
      records.put(account, record(idOf(108), { recordId: idOf(8), aside: "refused" }));
      records.put(account, record(idOf(109), { recordId: null, kind: "notices", aside: "refused" }));
      records.put(account, record(idOf(110), { recordId: idOf(9), aside: "large" }));
      records.markFreed(account, [idOf(92)]);
    });
    expect(changed().toSorted()).toEqual([idOf(1), idOf(2), idOf(8)]);
    const asideOf = (id: string) => inClinic(store, ({ records }) => records.get(account, id)?.aside);
    expect([asideOf(idOf(108)), asideOf(idOf(109)), asideOf(idOf(110))]).toEqual([null, null, "large"]);
    // An answer has no record of its own here: whatever it may be of is looked at.
    change(store, ({ records }) => {
      records.put(account, dropped(7, thief, { kind: "answer", recordId: null }));
      records.markFreed(account, [thief]);
    });
    expect(changed().toSorted()).toEqual([idOf(1), idOf(2), idOf(6), idOf(8)]);
    change(store, (clinic) => clinic.rewind(account));
    expect(inClinic(store, ({ records }) => records.get(account, idOf(101))?.droppedBy)).toBeNull();
  });

  test("of a reason that a later Front Desk gave says that it is unread", async () => {
    const db = await blankDatabase();
    const store = createSqliteStore(db, "memory");
    change(store, ({ records }) => records.put(account, record("a", { aside: "newer" })));
    db.exec("update clinic_records set aside = 9");
    expect(inClinic(store, ({ records }) => records.asideCounts(account))).toEqual({
      ...nothingAside,
      unread: 1,
    });
    expect(inClinic(store, ({ records }) => records.get(account, "a")?.aside)).toBeNull();
  });

  test("is a claim by its name or its record, in its own account", async () => {
    const store = await blankStore();
    const [one, two] = [
      claim("a", { recordId: idOf(1) }),
      claim("b", { recordId: null, shared: null, desk: null }),
    ];
    change(store, ({ claims }) => {
      claims.put(account, { ...one, desk: "before" });
      for (const each of [one, two]) claims.put(account, each);
      claims.put(otherAccount, claim("c", { recordId: idOf(2) }));
    });
    inClinic(store, ({ claims }) => {
      expect([claims.get(account, "a"), claims.get(account, "b"), claims.get(account, "c")]).toEqual([
        one,
        two,
        null,
      ]);
      expect([claims.of(account, idOf(1)), claims.of(account, idOf(2))]).toEqual([one, null]);
      expect(claims.all(account)).toEqual([one, two]);
    });
  });

  test("of an attempt are the items that have it, and its first moment", async () => {
    const store = await blankStore();
    change(store, ({ attempts }) => {
      attempts.add(account, { attempt: "t", sharedId: "b", at: "2026-01-02" });
      attempts.add(account, { attempt: "t", sharedId: "a", at: "2026-01-03" });
      // Heard of again: what was known first stays.
      attempts.add(account, { attempt: "t", sharedId: "b", at: "2025-01-01" });
      attempts.add(account, { attempt: "u", sharedId: "c", at: "2024-01-01" });
      attempts.add(otherAccount, { attempt: "t", sharedId: "d", at: "2024-01-01" });
    });
    inClinic(store, ({ attempts }) => {
      expect(attempts.itemsWith(account, "t")).toEqual(["a", "b"]);
      expect([attempts.at(account, "t"), attempts.at(account, "none")]).toEqual(["2026-01-02", null]);
    });
  });
});

describe("what a clinic's desk has to say", () => {
  test("is each changed record once, until it is done", async () => {
    const store = await blankStore();
    change(store, ({ changes }) => {
      changes.add(account, { recordId: idOf(1), kind: "item" });
      changes.add(account, { recordId: idOf(1), kind: "item" });
      changes.add(account, { recordId: idOf(2), kind: "person" });
      changes.add(otherAccount, { recordId: idOf(3), kind: "item" });
    });
    const counts = () => inClinic(store, ({ changes }) => [changes.count(account), changes.count("nobody")]);
    expect(counts()).toEqual([2, 0]);
    expect(changedIds(store)).toEqual(["item 1", "person 2"]);
    expect(changedIds(store, 1)).toHaveLength(1);
    change(store, ({ changes }) => changes.done(idOf(1)));
    expect(counts()).toEqual([1, 0]);
    expect(inClinic(store, ({ changes }) => [1, 2].map((number) => changes.has(idOf(number))))).toEqual([
      false,
      true,
    ]);
  });

  test("is the push that was signed last, until it is answered; and that it was signed stays known", async () => {
    const store = await blankStore();
    const [one, two] = [1, 2].map((sequence) => ({
      sequence,
      digest: `d${sequence}`,
      json: `{"n":${sequence}}`,
    }));
    if (one === undefined || two === undefined) throw new Error("two pushes");
    expect(inClinic(store, ({ pushes }) => pushes.waiting(account))).toBeNull();
    change(store, ({ pushes }) => {
      pushes.put(account, two);
      pushes.put(account, one);
      pushes.put(otherAccount, { ...two, sequence: 9 });
    });
    expect(inClinic(store, ({ pushes }) => pushes.waiting(account))).toEqual(two);
    change(store, ({ pushes }) => pushes.answered(account, two));
    expect(inClinic(store, ({ pushes }) => pushes.waiting(account))).toEqual(one);
    change(store, ({ pushes }) => pushes.answered(account, one));
    inClinic(store, ({ pushes }) => {
      expect(pushes.waiting(account)).toBeNull();
      expect(["d1", "d2", "d3"].map((digest) => pushes.wasSigned(account, digest))).toEqual([
        true,
        true,
        false,
      ]);
      expect([pushes.wasSigned("nobody", "d1"), pushes.waiting(otherAccount)?.sequence]).toEqual([false, 9]);
    });
  });
});

test("what is prepared on demand is prepared once, and not before", async () => {
  const db = await blankDatabase();
  let times = 0;
  const get = prepareOnDemand(db, (given) => {
    times += 1;
    return given;
  });
  expect(times).toBe(0);
  expect([get(), get(), times]).toEqual([db, db, 1]);
});
