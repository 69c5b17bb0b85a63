import { describe, expect, test } from "vitest";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import {
  account,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

const day = (number: number): string => `2026-03-${String(number).padStart(2, "0")}T09:00:00.000Z`;
const touched = (number: number, status: ItemStatus = "done") => ({ status, updatedAt: day(number) });

/** Records 1 to 5, of the days of their numbers. */
async function bench() {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  store.transaction(({ patients }) => {
    for (const number of [1, 2, 3, 4, 5])
      patients.insert(patientRecord(number, { createdAt: day(number), patientId: number }));
    patients.insert(patientRecord(9, { accountId: otherAccount }));
  });
  const look = (after: number, limit: number) => {
    const { seen, joined, next } = store.read(({ retention }) =>
      retention.look({ accountId: account, after, limit }),
    );
    const who = (id: string): number => Number(id.slice(-6));
    return {
      seen: seen.map(({ id, lastSeen, isFinished }) => [who(id), Number(lastSeen.slice(8, 10)), isFinished]),
      joined: joined.map(who),
      next,
    };
  };
  return {
    db,
    store,
    look,
    seen: (...numbers: number[]) => store.read(({ retention }) => retention.seen(account, numbers.map(idOf))),
    join: (kept: number, other: number) =>
      store.transaction(({ people }) => people.join({ kept: idOf(kept), other: idOf(other), at: day(1) })),
  };
}

describe("records are looked at in their order", () => {
  test("some at a time, until the end, and none of another account", async () => {
    const { look } = await bench();
    expect(look(0, 2)).toEqual({
      seen: [
        [1, 1, true],
        [2, 2, true],
      ],
      joined: [],
      next: 2,
    });
    expect(look(2, 3)).toEqual({
      seen: [
        [3, 3, true],
        [4, 4, true],
        [5, 5, true],
      ],
      joined: [],
      next: 5,
    });
    expect(look(5, 3)).toEqual({ seen: [], joined: [], next: null });
    expect(look(2, 9)).toMatchObject({ next: null });
  });

  test("each with the last thing that happened, and whether anything is unfinished", async () => {
    const { look, store, db } = await bench();
    store.transaction(({ items }) => {
      items.insert(bookingWith(11, { patient: known(1) }, touched(8)));
      items.insert(bookingWith(12, { patient: known(1) }, touched(7)));
      items.insert(bookingWith(13, { patient: known(2), date: "3/20/2026", time: "9am" }, touched(1)));
      items.insert(bookingWith(14, { patient: { kind: "number", text: "3" } }, touched(9, "ready")));
      items.insert(patientItem(15, { patientRecordId: idOf(4), ...touched(6, "discarded") }));
      items.insert(
        bookingWith(16, { patient: known(4) }, { accountId: otherAccount, ...touched(28, "ready") }),
      );
    });
    db.exec(`update patients set json = '{' where id = '${idOf(5)}'`);
    expect(look(0, 9).seen).toEqual([
      [1, 8, true],
      [2, 20, true],
      [3, 9, false],
      [4, 6, true],
      // One that cannot be read was never seen, as far as is known.
      [5, 0, true],
    ]);
  });

  test("and those who are of one person with others are named alone, whichever stands for them", async () => {
    const { look, join } = await bench();
    join(2, 4);
    expect(look(0, 9)).toEqual({
      seen: [
        [1, 1, true],
        [3, 3, true],
        [5, 5, true],
      ],
      joined: [2, 4],
      next: null,
    });
  });
});

describe("when somebody was seen", () => {
  test("is told once for each person, by all of their records", async () => {
    const { seen, join, store } = await bench();
    join(2, 4);
    join(2, 3);
    store.transaction(({ items }) =>
      items.insert(bookingWith(11, { patient: known(3) }, touched(8, "draft"))),
    );
    expect(seen(4, 1, 2)).toEqual([
      { records: [idOf(2), idOf(3), idOf(4)], lastSeen: day(8), isFinished: false },
      { records: [idOf(1)], lastSeen: day(1), isFinished: true },
    ]);
  });

  test("is nothing of who is not known, or another account's", async () => {
    expect((await bench()).seen(9, 99)).toEqual([]);
  });
});

test("how many changes there ever were stands where files of earlier versions have it", async () => {
  const { db, store } = await bench();
  store.transaction(({ items, retention }) => {
    items.insert(bookingWith(11, { patient: known(1) }, touched(8)));
    items.restate(bookingWith(11, { patient: known(1) }, touched(8)));
    retention.erase(account, { ids: [idOf(1)], others: [] });
  });
  expect(db.prepare("select value from meta where key = 'changed-floor'").pluck().get()).toBe("2");
});

test("what is erased is answered once, with the others that were named, and people stay who they are", async () => {
  const { store, join } = await bench();
  join(1, 2);
  store.transaction(({ items, notes }) => {
    items.insert(bookingWith(11, { patient: known(1) }, touched(8)));
    items.insert(patientItem(12, touched(8, "discarded")));
    items.insert(patientItem(13, touched(8)));
    notes.set(account, idOf(1), "mornings");
    notes.set(account, idOf(3), "by phone");
  });
  const gone = store.transaction(({ retention }) => [
    ...retention.erase(account, { ids: [idOf(1), idOf(2)], others: [idOf(11), idOf(12)] }),
  ]);
  expect(gone).toEqual([idOf(11), idOf(12)]);
  store.read(({ items, notes, patients, people }) => {
    expect([11, 12, 13].map((number) => items.find(idOf(number)) !== null)).toEqual([false, false, true]);
    expect([1, 3].map((number) => notes.get(account, idOf(number)))).toEqual(["", "by phone"]);
    expect([1, 2, 3].map((number) => patients.find(account, idOf(number)) !== null)).toEqual([
      false,
      false,
      true,
    ]);
    expect(people.keptOf(idOf(2))).toBe(idOf(2));
  });
});
