import { describe, expect, test } from "vitest";
import { appointment } from "../../../shared/service-api/appointment.ts";
import { itemStatuses, type Item } from "../../../shared/outbox/item.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { bookingsWithin } from "../../support/booking-lists.ts";
import { blankDatabase, blankStore } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  otherAccount,
  patientItem,
} from "../../support/store-records.ts";

const numbersOf = (items: readonly { readonly id: string }[]): number[] =>
  items.map(({ id }) => Number(id.slice(-6)));
const insert = (store: Store, ...all: readonly Item[]): void =>
  store.transaction(({ items }) => all.forEach((item) => items.insert(item)));
const ready = (store: Store, limit: number, ...without: number[]): number[] =>
  store.read(({ items }) =>
    numbersOf(items.ready({ accountId: account, limit, without: without.map(idOf) })),
  );
const readyItem = (number: number) => patientItem(number, { status: "ready" });

/** Five that are ready, of which some came with a file. */
async function imported(...numbers: readonly number[]): Promise<Store> {
  const store = await blankStore();
  insert(store, ...[1, 2, 3, 4, 5].map(readyItem));
  store.transaction(({ imports }) => {
    for (const number of numbers) imports.enqueue({ number: 1 }, idOf(number));
  });
  return store;
}
/** Some of them spoilt by hand, or of a newer Front Desk. */
async function spoilt(damaged: readonly number[], newer: readonly number[] = []) {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  insert(store, ...[1, 2, 3, 4].map(readyItem));
  for (const number of damaged) db.exec(`update items set json = '{' where sequence = ${number}`);
  for (const number of newer)
    db.exec(`update items set json = json_set(json, '$.v', 1000) where sequence = ${number}`);
  return { db, store };
}

describe("what is ready", () => {
  test.each([
    [5, [2, 4, 1, 3, 5]],
    [3, [2, 4, 1]],
    [2, [2, 4]],
    [1, [2]],
  ])("is what people made before what came with a file, at most %d of both", async (limit, wanted) => {
    expect(ready(await imported(1, 3, 5), limit)).toEqual(wanted);
  });

  test("passes over what is not to be sent now, whichever it is", async () => {
    expect(ready(await imported(1, 3, 5), 2, 2, 1)).toEqual([4, 3]);
  });

  test("is nothing where nothing is", async () => {
    const store = await blankStore();
    expect([ready(store, 5), store.read(({ items }) => items.readyCount(account))]).toEqual([[], 0]);
  });

  test("is looked for behind those that cannot be read, until there is one or none is left", async () => {
    expect(ready((await spoilt([1], [2])).store, 1)).toEqual([3]);
    expect(ready((await spoilt([1, 3], [2, 4])).store, 2)).toEqual([]);
  });

  test("counts no head of rows that cannot be read: those behind one that can are counted until their turn", async () => {
    const counted = async (damaged: number[], newer: number[] = []) => {
      const { store } = await spoilt(damaged, newer);
      return store.read(({ items }) => items.readyCount(account));
    };
    expect(await Promise.all([counted([]), counted([1], [2]), counted([2]), counted([1, 2, 3, 4])])).toEqual([
      4, 2, 4, 0,
    ]);
  });
});

test("what is unfinished is everything of every account but what is done or discarded", async () => {
  const store = await blankStore();
  insert(
    store,
    ...itemStatuses.map((status, at) => patientItem(at + 1, { status })),
    patientItem(50, { status: "ready", accountId: otherAccount }),
  );
  const found = store.read(({ items }) => items.unfinished());
  const over = ["done", "discarded"];
  expect(found.map(({ status }) => status)).toEqual([
    ...itemStatuses.filter((status) => !over.includes(status)),
    "ready",
  ]);
});

test("a status that is not known here is counted as none of those that are", async () => {
  const { db, store } = await spoilt([]);
  db.exec("update items set status = 'answered' where sequence = 1");
  const counts = store.read(({ items }) => items.counts(account));
  expect(counts).toMatchObject({ ready: 3 });
  expect(Object.keys(counts).toSorted()).toEqual(itemStatuses.toSorted());
});

test("a row of a part that cannot be read says in its place why", async () => {
  const { store } = await spoilt([2], [3]);
  const part = store.read(({ parts }) =>
    parts.items({ accountId: account, statuses: ["ready"], from: 0, limit: 9, anchor: null }),
  );
  expect(part.rows.map((row) => (typeof row === "string" ? row : numbersOf([row.item])[0]))).toEqual([
    4,
    "newer",
    "damaged",
    1,
  ]);
});

test("where nothing is set yet, the month comes first in a date that was typed", async () => {
  const store = await blankStore();
  insert(store, bookingWith(1, { date: "4/1/2026", time: "2pm" }, { status: "ready" }));
  const at = { from: "2026-04-01T18:00:00.000Z", to: "2026-04-01T18:00:00.001Z" };
  expect(numbersOf(bookingsWithin(store, at))).toEqual([1]);
});

test("a list says when a visit is, as the service has it, and of no visit that it is not known", async () => {
  const store = await blankStore();
  const at = "2026-12-01T14:00:00.000Z";
  const result = {
    appointment: appointment.parse({ id: 7, status: "Pending", appointmentDateTime: at }),
    bookedAt: at,
    markedByPerson: false,
  };
  insert(store, bookingItem(1, { status: "done", result }), patientItem(2));
  const wanted = { accountId: account, kinds: [], statuses: [], limit: 9, offset: 0 };
  expect(store.read(({ items }) => items.list(wanted).items.map(({ instant }) => instant))).toEqual([
    null,
    at,
  ]);
});
