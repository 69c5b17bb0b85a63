import type { Database } from "better-sqlite3-multiple-ciphers";
import { beforeEach, describe, expect, it } from "vitest";
import { getStaffKey } from "../../../shared/session/account.ts";
import type { KeptImport } from "../../../shared/import/import.ts";
import { itemStatuses, type BookingItem } from "../../../shared/outbox/item.ts";
import { serializeEntry, noHash } from "../../../shared/activity-log/entry.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { startWalkAt, extendWalk } from "../../../main/features/activity-log/log-check.ts";
import { audited, notAudited } from "../../../main/db/audit-trail.ts";
import { hashText } from "../../../main/db/audit.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  idOf,
  known,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

let db: Database;
let store: Store;
beforeEach(async () => {
  db = await blankDatabase();
  store = createSqliteStore(db, "memory");
});

const entries = () => store.read(({ audit }) => audit.after(0, 1_000)).map(({ entry }) => entry);
const acts = () => entries().map(({ act }) => act);
const last = () => entries().at(-1);
const put = (item: BookingItem): void => store.transaction(({ items }) => items.update(item));
const begin = (number: number): BookingItem => {
  const item = bookingItem(number);
  store.transaction(({ items }) => items.insert(item));
  return item;
};

describe("what is done to records", () => {
  it("is an entry with who, what and which, in the transaction of the act", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const item = begin(1);
    put({ ...item, status: "ready" });
    put({ ...item, status: "sending" });
    put({ ...item, status: "done" });
    expect(entries()).toMatchObject([
      { n: 1, act: "staff-chosen", account, person: "Rosa", record: null },
      { n: 2, act: "begun", account, person: "Rosa", record: idOf(1), byProgram: false },
      { n: 3, act: "submitted", person: "Rosa", byProgram: false },
      { n: 4, act: "sent", person: null, byProgram: true },
      {
        n: 5,
        act: "accepted",
        person: null,
        byProgram: true,
        more: '{"kind":"booking","from":"sending","to":"done"}',
      },
    ]);
  });

  // log-1: A change of a record and its entry exist together or not at all
  it("goes without its entry where it is undone, and the other way round", { tags: ["log-1"] }, () => {
    const item = begin(1);
    const fault = new Error("no");
    expect(() =>
      store.transaction(({ items }) => {
        items.update({ ...item, status: "on-hold" });
        throw fault;
      }),
    ).toThrow(fault);
    expect(acts()).toEqual(["begun"]);
    store.transaction(({ items }) => {
      expect(() =>
        store.transaction(() => {
          items.update({ ...item, status: "discarded" });
          throw fault;
        }),
      ).toThrow(fault);
      items.update({ ...item, status: "on-hold" });
    });
    expect(acts()).toEqual(["begun", "held"]);
    db.exec("create temp trigger full before insert on main.audit begin select raise(abort, 'full'); end");
    expect(() => put({ ...item, status: "discarded" })).toThrow();
    expect(store.read(({ items }) => items.get(idOf(1)))?.status).toBe("on-hold");
  });

  // log-6: Typing is one entry, and never waits for the log
  it(
    "is one entry for all saves of a form that one person types, and another for the next person",
    { tags: ["log-6"] },
    () => {
      const first = begin(1);
      put(first);
      put(first);
      expect(acts()).toEqual(["begun"]);
      store.transaction(({ meta }) => meta.set(getStaffKey(account), "Ana"));
      put(first);
      put(first);
      expect(acts()).toEqual(["begun", "staff-chosen", "edited"]);
      put({ ...first, status: "on-hold" });
      put(first);
      put(first);
      expect(acts().slice(3)).toEqual(["held", "taken-back", "edited"]);
    },
  );

  it("is one entry for each of several forms that are typed in turn", () => {
    const [first, second] = [begin(1), begin(2)];
    put(first);
    put(second);
    put(first);
    expect(acts()).toEqual(["begun", "begun"]);
  });

  it("is another entry for the next person at the desk, and none where nobody is there again", () => {
    const first = begin(1);
    const sits = (name: string): void =>
      store.transaction(({ meta }) => meta.set(getStaffKey(account), name));
    sits("Rosa");
    sits("");
    put(first);
    expect(acts()).toEqual(["begun", "staff-chosen", "staff-chosen"]);
    sits("Rosa");
    put(first);
    sits("Ana");
    put(first);
    expect(entries().slice(3)).toMatchObject([
      { act: "staff-chosen" },
      { act: "edited", person: "Rosa" },
      { act: "staff-chosen" },
      { act: "edited", person: "Ana" },
    ]);
  });

  it("is an entry again where the program did something to the form in between", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const [typed, other] = [begin(1), begin(2)];
    put({ ...other, status: "sending" });
    store.transaction(({ items }) => {
      items.update({ ...other, status: "done" });
      items.update({ ...typed, form: { ...typed.form, patient: known(1) } });
    });
    put(typed);
    put(typed);
    expect(entries().slice(4)).toMatchObject([
      { act: "accepted", byProgram: true },
      { act: "edited", record: idOf(1), byProgram: true },
      { act: "edited", record: idOf(1), person: "Rosa" },
    ]);
  });

  it("is the program's own where its transaction says so, which ends with it and is undone with it", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const item = begin(1);
    const since = entries().length;
    const told = () =>
      entries()
        .slice(since)
        .map(({ act, person, byProgram }) => `${act} ${byProgram ? "-" : person}`);
    store.transaction(({ items, patients, audit }) => {
      patients.insert(patientRecord(1));
      store.transaction(() => audit.byProgram());
      items.update({ ...item, status: "on-hold" });
    });
    put({ ...item, status: "draft" });
    expect(told()).toEqual(["patient-added -", "held -", "taken-back Rosa"]);
    store.transaction(({ items, audit }) => {
      expect(() =>
        store.transaction(() => {
          audit.byProgram();
          throw new Error("no");
        }),
      ).toThrow("no");
      items.update({ ...item, status: "on-hold" });
    });
    store.transaction(({ audit }) => audit.byProgram());
    store.read(({ audit }) => audit.byProgram());
    put({ ...item, status: "draft" });
    expect(told().slice(3)).toEqual(["held Rosa", "taken-back Rosa"]);
  });

  it("is known of a thousand forms at once; beyond that the next save of each is an entry again", () => {
    store.transaction(({ items }) => {
      for (let number = 1; number <= 1_000; number += 1) items.insert(bookingItem(number));
    });
    put(bookingItem(1));
    expect(new Set(acts())).toEqual(new Set(["begun"]));
    begin(1_001);
    put(bookingItem(1));
    expect(store.read(({ audit }) => audit.after(1_001, 10)).map(({ entry }) => entry)).toMatchObject([
      { act: "edited", record: idOf(1) },
    ]);
  });

  it("is not forgotten where the first save of a form did not come through", () => {
    const first = begin(1);
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Ana"));
    db.exec("create temp trigger full before insert on main.audit begin select raise(abort, 'full'); end");
    expect(() => put(first)).toThrow();
    db.exec("drop trigger full");
    put(first);
    expect(last()).toMatchObject({ act: "edited", person: "Ana" });
  });

  it("names every change of patients, notes, cards and who is the same, by record alone", () => {
    store.transaction(({ patients, people, notes, cards }) => {
      patients.insert(patientRecord(1));
      patients.insert(patientRecord(2));
      people.join({ kept: idOf(1), other: idOf(2), at: "2026-03-02T09:00:00.000Z" });
      notes.set(account, idOf(1), "Rides the bus");
      const card = { id: "pm_1", brand: "visa", last4: "4242", expMonth: 1, expYear: 2030 };
      const kept = { accountId: account, patientRecordId: idOf(1), usedAt: "2026-03-02T09:00:00.000Z" };
      cards.keep({ ...kept, card });
      cards.keep({ ...kept, card, usedAt: "2026-03-03T09:00:00.000Z" });
      patients.update(patientRecord(1, { patientId: 7 }));
      people.part(idOf(2));
      notes.set(account, idOf(1), "");
      patients.remove(idOf(2));
    });
    expect(acts().join(" ")).toBe(
      "patient-added patient-added patients-joined notes-changed card-kept card-used " +
        "patient-changed patients-parted notes-changed patient-deleted",
    );
    expect(entries()[2]).toMatchObject({ record: idOf(1), more: JSON.stringify({ other: idOf(2) }) });
    expect(entries()[0]?.more).toBe("{}");
    expect(entries().every((entry) => entry.account === account && entry.record !== null)).toBe(true);
    expect(JSON.stringify(entries())).not.toMatch(/Smith|bus|4242|pm_1/);
  });

  it("names the settings that changed, and no value", () => {
    const first = createFirstSettings("America/New_York");
    store.transaction(({ settings }) => settings.set(account, first));
    expect(acts()).toEqual([]);
    store.transaction(({ settings }) =>
      settings.set(account, { ...first, servicePhone: "555 0100", staff: ["Rosa"] }),
    );
    expect(last()).toMatchObject({ act: "settings-changed", account });
    expect(JSON.parse(last()?.more ?? "")).toEqual({ settings: ["servicePhone", "staff"] });
  });

  it("does not say that a person did what an answer of the service brings with it", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const item = begin(1);
    const other = begin(2);
    put({ ...item, status: "sending" });
    store.transaction(({ items, patients }) => {
      items.update({ ...item, status: "done" });
      items.update({ ...other, form: { ...other.form, patient: known(1) } });
      patients.insert(patientRecord(1));
    });
    expect(entries().slice(-3)).toMatchObject([
      { act: "accepted", person: null, byProgram: true },
      { act: "edited", record: idOf(2), person: null, byProgram: true },
      { act: "patient-added", person: null, byProgram: true },
    ]);
  });

  it("does not say that a person did what comes with a request that goes out", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const item = begin(1);
    store.transaction(({ items, patients }) => {
      items.update({ ...item, status: "sending" });
      patients.insert(patientRecord(1));
    });
    expect(entries().slice(2)).toMatchObject([
      { act: "sent", person: null, byProgram: true },
      { act: "patient-added", person: null, byProgram: true },
    ]);
  });

  it("is told apart in a group of acts that share a sync with an answer of the service", () => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    const item = begin(1);
    const typed = begin(2);
    put({ ...item, status: "sending" });
    const fault = new Error("no");
    store.group(() => {
      store.transaction(({ items, patients }) => {
        items.update({ ...item, status: "done" });
        store.transaction(() => patients.insert(patientRecord(1)));
      });
      put({ ...typed, status: "on-hold" });
      expect(() =>
        store.transaction(({ items }) => {
          items.update({ ...typed, status: "discarded" });
          throw fault;
        }),
      ).toThrow(fault);
      store.transaction(({ patients }) => patients.insert(patientRecord(2)));
    });
    expect(entries().slice(4)).toMatchObject([
      { act: "accepted", byProgram: true },
      { act: "patient-added", record: idOf(1), byProgram: true },
      { act: "held", person: "Rosa" },
      { act: "patient-added", record: idOf(2), person: "Rosa" },
    ]);
  });

  // log-8: The person who began, paused or stopped an import is in the log; its patients are the program's
  it(
    "says of an import who began and held it, and that the patients are the program's",
    { tags: ["log-8"] },
    () => {
      store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
      const kept: KeptImport = {
        id: idOf(7),
        accountId: account,
        number: 1,
        name: "Smith family.csv",
        by: "Rosa",
        createdAt: "2026-03-02T09:00:00.000Z",
        state: "loading",
        isDoubtful: false,
        total: 0,
        left: 0,
        created: 0,
        discarded: 0,
      };
      const save = (change: Partial<KeptImport>): void =>
        store.transaction(({ imports }) => imports.save({ ...kept, ...change }));
      save({});
      store.transaction(({ imports }) => imports.keepRow(kept, { row: 2, form: patientItem(1).form }));
      save({ state: "running", total: 3, left: 3 });
      store.transaction(({ imports, items, patients }) => {
        patients.insert(patientRecord(1));
        items.insert(patientItem(1, { patientRecordId: idOf(1), status: "ready" }));
        imports.takeRow(kept, 2);
        imports.enqueue(kept, idOf(1));
        imports.save({ ...kept, state: "running", total: 3, left: 2 });
      });
      save({ state: "paused", total: 3, left: 2 });
      save({ state: "running", total: 3, left: 2 });
      save({ state: "stopped", total: 3, left: 0 });
      store.transaction(({ imports }) => {
        imports.save({ ...kept, state: "stopped", total: 3, created: 1 });
        imports.remove(kept.id);
      });
      const ofImport = (act: string, count: number) => ({
        act,
        record: kept.id,
        more: JSON.stringify({ count }),
      });
      expect(entries().slice(1)).toMatchObject([
        { ...ofImport("import-begun", 3), person: "Rosa", byProgram: false },
        { act: "patient-added", record: idOf(1), person: null, byProgram: true },
        { act: "begun", record: idOf(1), person: null, byProgram: true },
        { ...ofImport("import-paused", 2), person: "Rosa" },
        { ...ofImport("import-resumed", 2), person: "Rosa" },
        { ...ofImport("import-stopped", 2), person: "Rosa" },
        { ...ofImport("import-ended", 1), person: null, byProgram: true },
      ]);
      expect(JSON.stringify(entries())).not.toMatch(/Smith/);
      save({});
      store.transaction(({ imports }) => imports.remove(kept.id));
      expect(last()).toMatchObject({ act: "import-ended" });
      expect(entries()).toHaveLength(8);
      save({ state: "running", total: 3, left: 2 });
      save({ state: "paused", total: 3, left: 2 });
      save({ state: "stopped", total: 3, left: 0 });
      expect(last()).toMatchObject({ ...ofImport("import-stopped", 2), person: "Rosa" });
    },
  );

  it("is told of every sign-in, the first and the next", () => {
    const signIn = (lastUsedAt: string): void =>
      store.transaction(({ accounts }) =>
        accounts.remember({
          id: account,
          serviceAddress: "https://service.example",
          issuer: null,
          subject: null,
          createdAt: "2026-03-02T09:00:00.000Z",
          lastUsedAt,
        }),
      );
    signIn("2026-03-02T09:00:00.000Z");
    signIn("2026-03-03T09:00:00.000Z");
    expect(entries()).toMatchObject([
      { act: "signed-in", account, record: null },
      { act: "signed-in", account, record: null },
    ]);
  });

  it("is recorded for every item that is deleted, and leaves its id alone", () => {
    store.transaction(({ items, patients }) => {
      patients.insert(patientRecord(1));
      items.insert(patientItem(3, { patientRecordId: idOf(1), status: "done" }));
    });
    store.transaction(({ retention }) => retention.erase(account, { ids: [idOf(1)], others: [] }));
    expect(entries().slice(2)).toMatchObject([
      { act: "deleted", record: idOf(3) },
      { act: "patient-deleted", record: idOf(1) },
    ]);
  });
});

it("every table is either audited or left out for a reason", () => {
  const tables = db
    .prepare<unknown[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all()
    // What FTS5 and SQLite keep behind a table.
    .filter((name) => !/^sqlite_|^patient_(names|whole)_|_terms$/.test(name));
  expect(tables.toSorted()).toEqual([...audited, ...Object.keys(notAudited)].toSorted());
  const watched = db
    .prepare<unknown[], string>(
      "select distinct tbl_name from temp.sqlite_schema where name like 'audit_trail_%'",
    )
    .pluck()
    .all();
  expect(watched.toSorted()).toEqual([...audited].toSorted());
});

describe("the chain", () => {
  /** The log as it is in the file, walked from its beginning. */
  const walk = () =>
    store.read(({ audit }) => extendWalk(startWalkAt(audit.start()), audit.after(-1_000, 10_000)));
  const raw = (sql: string): void => {
    for (const name of [
      "audit_no_update",
      "audit_no_delete",
      "audit_people_no_update",
      "audit_people_no_delete",
    ])
      db.exec(`drop trigger if exists ${name}`);
    db.exec(sql);
  };
  beforeEach(() => {
    store.transaction(({ meta }) => meta.set(getStaffKey(account), "Rosa"));
    for (let number = 1; number < 10; number += 1) begin(number);
  });

  it("is whole as it was written", () => {
    expect(walk()).toMatchObject({ n: 10, first: null, places: 0 });
    const [first] = store.read(({ audit }) => audit.after(0, 1));
    expect(first && hashText(serializeEntry(first.entry, noHash))).toBe(first?.hash);
  });

  it.each([
    ["update audit set act = 'discarded' where n = 5"],
    ["delete from audit where n = 5"],
    ["update audit_people set person = 'Eve' where person = 'Rosa'"],
    ["delete from audit_people"],
  ])("is not changed by SQL: %s", (sql) => {
    expect(() => db.exec(sql)).toThrow("only added to");
  });

  it.each([
    ["an entry is edited", "update audit set act = 'discarded' where n = 5", 5],
    ["its person is", "update audit_people set person = 'Eve' where person = 'Rosa'", 1],
    ["its time is", "update audit set at = '2020-01-01T00:00:00.000Z' where n = 7", 7],
    ["what else it says is", `update audit set more = '{}' where n = 3`, 3],
    ["its record is", "update audit set record_id = null where n = 4", 4],
    ["who did it is", "update audit set by_program = 1 where n = 4", 4],
    ["its hash is", "update audit set hash = zeroblob(32) where n = 6", 6],
    ["an entry is deleted", "delete from audit where n = 5", 6],
    ["the first is", "delete from audit where n = 1", 2],
    [
      "two change places",
      "update audit set n = 50 where n = 4; update audit set n = 4 where n = 5; update audit set n = 5 where n = 50",
      4,
    ],
    [
      "one is inserted",
      "update audit set n = -n where n > 5; update audit set n = 1 - n where n < 0; insert into audit select 6, at, who, by_program, act, record_id, more, hash from audit where n = 5",
      6,
    ],
    [
      "one is put before all",
      "insert into audit select 0, at, who, by_program, act, record_id, more, hash from audit where n = 5",
      0,
    ],
    [
      "one is put behind all",
      "insert into audit select 11, at, who, by_program, act, record_id, more, hash from audit where n = 10",
      11,
    ],
  ])("tells where: %s", (_what, sql, first) => {
    raw(sql);
    expect(walk().first).toBe(first);
  });

  it("tells of an entry that was made anew with its hash by the next", () => {
    const [before, changed] = store.read(({ audit }) => audit.after(4, 2));
    if (before === undefined || changed === undefined) throw new Error("no entries");
    const text = serializeEntry({ ...changed.entry, act: "discarded" }, before.hash);
    raw(`update audit set act = 'discarded', hash = x'${hashText(text)}' where n = 6`);
    expect(walk()).toMatchObject({ first: 7, places: 1 });
  });
});

it("every status that an item can go to from another has an act", () => {
  const item = begin(1);
  for (const from of itemStatuses)
    for (const to of itemStatuses) {
      put({ ...item, status: from });
      put({ ...item, status: to });
      if (from !== to) expect(JSON.parse(last()?.more ?? "")).toMatchObject({ from, to });
    }
  expect(new Set(acts())).toContain("decided");
});
