import { afterEach, describe, expect, it, vi } from "vitest";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { createKeeping } from "../../../main/features/keeping/keeping.ts";
import type { Cut } from "../../../main/features/activity-log/log-thinning.ts";
import { createRetentionHandlers } from "../../../main/features/patients/retention.ts";
import { practiceAccount } from "../../../main/features/session/sign-in.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import type { Policy } from "../../../shared/policy/policy.ts";
import { appointment } from "../../../shared/service-api/appointment.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { sessionFor, withSession } from "../../support/at-desk.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const longAgo = "2018-01-10T15:00:00.000Z";
const lately = "2026-10-10T15:00:00.000Z";
const hours = 60 * 60_000;

afterEach(() => vi.restoreAllMocks());

const done = (number: number, change: Partial<BookingItem> = {}, form = {}): BookingItem =>
  bookingWith(number, form, { status: "done", createdAt: longAgo, updatedAt: longAgo, ...change });

/** A desk on a day in November 2026. */
async function bench() {
  const clock = fakeClock("2026-11-27T15:00:00Z");
  const db = await blankDatabase();
  const store = createSqliteStore(db, "opened", { now: clock.now });
  const world = { accountId: account as string | null, policy: null as Policy | null, mayThin: true };
  const told: string[] = [];
  const cuts: Cut[] = [];
  const settings = () => ({ ...createFirstSettings("America/New_York"), retentionMonths: 12 });
  const session = sessionFor(() => world.accountId);
  const atDesk = { store, clock, settings, session };
  const part = createKeeping({
    ...atDesk,
    policy: () => ({ policy: world.policy, isPractice: world.accountId === practiceAccount }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (_event, error) => void failures.push(error),
    },
    thinLog: (cut) => {
      cuts.push(cut);
      return Promise.resolve(world.mayThin);
    },
    measureBackups: () => Promise.resolve(1_000),
    logFiles: () => [{ name: "front-desk.log", text: "é" }],
    onChange: (ids) => told.push(...ids),
  });
  const failures: unknown[] = [];
  const handlers = withSession(part.handlers, session);
  const kept = async () => {
    const answer = await handlers["keeping.get"]({});
    if (!answer.ok) throw new Error(answer.failure.code);
    return answer.value.kept;
  };
  const preview = async (years = 7, what: "bookings" | "log" = "bookings") => {
    const answer = await handlers["keeping.preview"]({ what, years });
    if (!answer.ok) throw new Error(answer.failure.code);
    return answer.value;
  };
  const agree = async (years = 7, what: "bookings" | "log" = "bookings") => {
    const before = years === 0 ? null : (await preview(years, what)).before;
    const answer = await handlers["keeping.set"]({ what, years, before });
    await swept();
    return answer;
  };
  /** What was begun is through. */
  async function swept(): Promise<void> {
    for (let turn = 0; turn < 40; turn += 1) await clock.advance(0);
  }
  const left = () => db.prepare<unknown[], string>("select id from items order by sequence").pluck().all();
  const entries = (act: string) =>
    store.read(({ audit }) => audit.after(0, 10_000)).filter(({ entry }) => entry.act === act);
  return {
    store,
    db,
    clock,
    world,
    told,
    cuts,
    failures,
    part,
    handlers,
    settings,
    atDesk,
    session,
    kept,
    preview,
    agree,
    swept,
    left,
    entries,
  };
}

// window-57: Finished bookings are removed by age as an admin agreed, never an open or future one
describe("finished bookings", { tags: ["window-57"] }, () => {
  it("are all kept until a person has agreed, who is told how many go, and from before when", async () => {
    const { store, preview, kept, part, clock, swept, left, agree, entries, told } = await bench();
    store.transaction(({ items }) => {
      for (const number of [1, 2, 3]) items.insert(done(number));
      items.insert(done(4, { updatedAt: lately }));
      items.insert(bookingWith(5, {}, { status: "on-hold", createdAt: longAgo, updatedAt: longAgo }));
      items.insert(patientItem(6, { status: "done", createdAt: longAgo, updatedAt: longAgo }));
    });
    part.begin();
    await clock.advance(24 * hours);
    await swept();
    expect(left()).toHaveLength(6);
    expect(await kept()).toEqual({
      bookings: { years: 0, isAsked: false },
      log: { years: 0, isAsked: false },
    });
    expect(await preview()).toEqual({ count: 3, before: "2019-11-28" });
    expect(left()).toHaveLength(6);

    await agree();
    expect(left()).toEqual([4, 5, 6].map(idOf));
    expect(told).toEqual([1, 2, 3].map(idOf));
    expect(await kept()).toMatchObject({ bookings: { years: 7, isAsked: false } });
    const [entry] = entries("bookings-removed");
    expect(entry?.entry).toMatchObject({ account, byProgram: true, person: null, record: null });
    expect(JSON.parse(entry?.entry.more ?? "")).toEqual({ count: 3, before: "2019-11-28" });
    expect(entries("deleted").map(({ entry: each }) => [each.record, each.byProgram])).toEqual(
      [1, 2, 3].map((number) => [idOf(number), true]),
    );
    expect(entries("settings-changed").map(({ entry: each }) => JSON.parse(each.more))).toEqual([
      { settings: ["bookingYears"] },
    ]);
  });

  it("go by themselves from then on as they get that old, until everything is to be kept again", async () => {
    const { store, part, clock, swept, left, agree } = await bench();
    const soon = "2019-12-01T15:00:00.000Z";
    store.transaction(({ items }) => {
      for (const number of [1, 2]) items.insert(done(number, { createdAt: soon, updatedAt: soon }));
      items.insert(done(3, { createdAt: soon, updatedAt: "2019-12-10T15:00:00.000Z" }));
    });
    part.begin();
    await agree();
    expect(left()).toHaveLength(3);
    for (let days = 0; days < 6; days += 1) {
      await clock.advance(24 * hours);
      await swept();
    }
    expect(left()).toEqual([idOf(3)]);
    await agree(0);
    for (let days = 0; days < 20; days += 1) await clock.advance(24 * hours);
    expect(left()).toEqual([idOf(3)]);
  });

  it("stay where the clock jumps ahead, and a person is asked again", async () => {
    const { store, part, clock, swept, left, agree, kept } = await bench();
    store.transaction(({ items }) => items.insert(done(1, { createdAt: lately, updatedAt: lately })));
    part.begin();
    await agree();
    clock.setWall("2037-01-01T15:00:00Z");
    await clock.advance(24 * hours);
    await swept();
    expect(left()).toEqual([idOf(1)]);
    expect(await kept()).toMatchObject({ bookings: { years: 7, isAsked: true } });
    await agree();
    expect(left()).toEqual([]);
  });

  it("stay where a visit is still to come, or something is open", async () => {
    const { store, db, left, agree } = await bench();
    const booked = appointment.parse({ id: 77, status: "Pending", appointmentDateTime: longAgo });
    store.transaction(({ items, cards, notices }) => {
      items.insert(done(1, {}, { date: "2031-03-04", time: "2pm", timeZone: "America/New_York" }));
      items.insert(done(2, { result: { appointment: booked, bookedAt: longAgo, markedByPerson: false } }));
      notices.add(account, [
        {
          digest: "d",
          address: "a",
          receivedAt: longAgo,
          json: null,
          problem: null,
          event: "appointment.denied.v1",
          booking: 77,
        },
      ]);
      items.insert(done(3));
      cards.setPendingIntent({
        itemId: idOf(3),
        accountId: account,
        patient: "p",
        clientSecret: "s",
        publishableKey: "k",
        createdAt: longAgo,
      });
      items.insert(bookingWith(4, {}, { status: "discarded", createdAt: longAgo, updatedAt: longAgo }));
      items.insert(
        bookingWith(5, {}, { status: "draft", editOf: idOf(4), createdAt: lately, updatedAt: lately }),
      );
      items.insert(done(6));
    });
    db.prepare("insert into clinic_changes values (?, ?, 'item')").run(idOf(6), account);
    await agree();
    expect(left()).toEqual([1, 2, 3, 4, 5, 6].map(idOf));
    store.transaction(({ items, cards, notices }) => {
      notices.see(account, 77, lately);
      cards.clearPendingIntent(idOf(3));
      items.update(
        bookingWith(5, {}, { status: "discarded", editOf: idOf(4), createdAt: lately, updatedAt: lately }),
      );
    });
    db.prepare("delete from clinic_changes").run();
    await agree();
    expect(left()).toEqual([1, 5].map(idOf));
  });

  it("of other accounts, and those that cannot be read, stay", async () => {
    const { store, db, left, agree, failures } = await bench();
    store.transaction(({ items }) => {
      items.insert(done(1, { accountId: otherAccount }));
      items.insert(done(2));
      items.insert(done(3));
    });
    db.prepare("update items set json = '{' where id = ?").run(idOf(2));
    await agree();
    expect(left()).toEqual([1, 2].map(idOf));
    expect(failures).toEqual([]);
  });

  it("go in parts, each with its entry, and somebody else at the desk ends it", async () => {
    const { store, world, left, handlers, preview, swept, entries } = await bench();
    store.transaction(({ items }) => {
      for (let number = 1; number <= 120; number += 1) items.insert(done(number));
    });
    const { before, count } = await preview();
    expect(count).toBe(120);
    void handlers["keeping.set"]({ what: "bookings", years: 7, before });
    const { transaction } = store;
    let parts = 0;
    vi.spyOn(store, "transaction").mockImplementation((work) => {
      parts += 1;
      if (parts === 3) world.accountId = otherAccount;
      return transaction(work);
    });
    await swept();
    const counts = () =>
      entries("bookings-removed").map(({ entry }) => JSON.parse(entry.more).count as number);
    expect(counts()).toEqual([25, 25, 25]);
    expect(left()).toHaveLength(45);
    vi.restoreAllMocks();
    world.accountId = account;
    void handlers["keeping.set"]({ what: "bookings", years: 7, before });
    await swept();
    expect(counts().reduce((sum, each) => sum + each, 0)).toBe(120);
    expect(left()).toEqual([]);
  });

  it("leave behind when their patients were seen, by choice or by number", async () => {
    const { store, agree, atDesk, session } = await bench();
    const first = "2015-01-01T15:00:00.000Z";
    store.transaction(({ items, patients }) => {
      patients.insert(patientRecord(1, { createdAt: first }));
      patients.insert(patientRecord(2, { createdAt: first, patientId: 20 }));
      patients.insert(patientRecord(3, { createdAt: first }));
      items.insert(done(11, {}, { patient: known(1) }));
      items.insert(done(12, { updatedAt: "2017-01-01T15:00:00.000Z" }, { patient: known(1) }));
      items.insert(done(13, {}, { patient: { kind: "number", text: "#20" } }));
    });
    const seen = async () => {
      const handlers = createRetentionHandlers({ ...atDesk, onChange: () => undefined });
      const answer = await withSession(handlers, session)["retention.list"]({ limit: 10 });
      return answer.ok ? answer.value.patients.map(({ patient, lastSeen }) => [patient.id, lastSeen]) : [];
    };
    const before = await seen();
    expect(before).toEqual([
      [idOf(3), first],
      [idOf(1), longAgo],
      [idOf(2), longAgo],
    ]);
    await agree();
    expect(await seen()).toEqual(before);
  });

  it("never look like an older copy: changes are counted on", async () => {
    const { store, agree } = await bench();
    store.transaction(({ items }) => {
      for (const number of [1, 2, 3]) items.insert(done(number));
    });
    const written = () => store.read(({ items }) => items.written());
    const before = written();
    await agree();
    expect(written()).toEqual(before);
  });
});

describe("the clinic", () => {
  it("hears nothing of what this desk keeps no longer", async () => {
    const { store, db, agree, left } = await bench();
    db.prepare("insert into clinics values (?, '{}')").run(account);
    store.transaction(({ items, patients }) => {
      patients.insert(patientRecord(1));
      items.insert(done(11));
    });
    db.prepare("delete from clinic_changes").run();
    await agree();
    expect(left()).toEqual([]);
    expect(db.prepare("select record_id from clinic_changes").pluck().all()).toEqual([]);
  });
});

describe("what an organization sets", () => {
  it("goes nowhere until somebody at the desk has agreed, and is not a person's to change", async () => {
    const { store, world, kept, left, agree, handlers, part, clock, swept } = await bench();
    store.transaction(({ items }) => items.insert(done(1)));
    world.policy = { bookingYears: 7, logYears: 6 };
    part.begin();
    await clock.advance(24 * hours);
    await swept();
    expect(left()).toEqual([idOf(1)]);
    expect(await kept()).toEqual({ bookings: { years: 7, isAsked: true }, log: { years: 6, isAsked: true } });
    for (const [what, years] of [
      ["bookings", 0],
      ["bookings", 3],
      ["log", 10],
    ] as const)
      expect(handlers["keeping.set"]({ what, years, before: "2019-11-27" })).toMatchObject({
        ok: false,
        failure: { code: "managed" },
      });
    await agree();
    expect(left()).toEqual([]);
  });
});

describe("the activity log", () => {
  it("is cut as a person agreed, once for all accounts, and not before", async () => {
    const { world, cuts, agree, kept, part, clock, swept } = await bench();
    part.begin();
    await clock.advance(24 * hours);
    expect(cuts).toEqual([]);
    await agree(6, "log");
    expect(cuts).toEqual([{ date: "2020-11-28", instant: "2020-11-28T05:00:00.000Z" }]);
    world.accountId = otherAccount;
    expect(await kept()).toMatchObject({ log: { years: 6 }, bookings: { years: 0 } });
    await clock.advance(6 * hours);
    await swept();
    expect(cuts).toHaveLength(2);
  });

  it("that may not be touched just now is cut a few minutes later", async () => {
    const { world, cuts, agree, clock, swept } = await bench();
    world.mayThin = false;
    await agree(6, "log");
    expect(cuts).toHaveLength(1);
    world.mayThin = true;
    await clock.advance(5 * 60_000);
    await swept();
    expect(cuts).toHaveLength(2);
    await clock.advance(hours);
    expect(cuts).toHaveLength(2);
  });
});

describe("practice mode and nobody", () => {
  it("are offered nothing", async () => {
    const { world, handlers, kept, part, cuts, clock } = await bench();
    world.accountId = practiceAccount;
    expect(await kept()).toBeNull();
    const asked = { what: "bookings", years: 7 } as const;
    for (const answer of [
      await handlers["keeping.preview"](asked),
      await handlers["keeping.set"]({ ...asked, before: "2019-11-27" }),
    ])
      expect(answer).toMatchObject({ failure: { code: "refused" } });
    world.accountId = null;
    part.begin();
    await clock.advance(24 * hours);
    for (const answer of [
      await handlers["keeping.get"]({}),
      await handlers["keeping.amounts"]({}),
      await handlers["keeping.preview"](asked),
      await handlers["keeping.set"]({ ...asked, before: "2019-11-27" }),
    ])
      expect(answer).toMatchObject({ failure: { code: "signed-out" } });
    expect(cuts).toEqual([]);
  });
});

describe("how much there is", () => {
  it("is counted by when it was made: all, the last 30 days, and the last 365", async () => {
    const { store, db, handlers } = await bench();
    const november = "2026-11-10T15:00:00.000Z";
    const spring = "2026-03-10T15:00:00.000Z";
    store.transaction(({ items, patients }) => {
      for (const [at, createdAt] of [longAgo, spring, november, november].entries()) {
        items.insert(done(at + 1, { createdAt }));
        patients.insert(patientRecord(at + 1, { createdAt }));
      }
      items.insert(done(9, { accountId: otherAccount }));
      items.insert(patientItem(10, { createdAt: november }));
    });
    store.transaction(({ audit }) =>
      audit.add([{ act: "started", account: null, at: "2026-11-27T14:00:00.000Z" }]),
    );
    const answer = await handlers["keeping.amounts"]({});
    const pages = Number(db.pragma("page_count", { simple: true }));
    const entries = store.read(({ audit }) => audit.head().entries);
    expect(answer).toEqual({
      ok: true,
      value: {
        patients: { all: 4, month: 2, year: 3 },
        bookings: { all: 4, month: 2, year: 3 },
        entries: { all: entries, month: entries, year: entries },
        bytes: {
          database: pages * Number(db.pragma("page_size", { simple: true })),
          free: Number(db.pragma("freelist_count", { simple: true })) * 4096,
          backups: 1_000,
          logs: 2,
        },
      },
    });
  });
});
