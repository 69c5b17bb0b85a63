import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { BookingItem, ItemStatus } from "../../../shared/outbox/item.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf, type MemoryDesk } from "../../support/clinic-in-memory.ts";
import { bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has the keys of one desk writes any record. What the schedules show of a booking is what was booked. */

const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));
const result = { appointment: null, bookedAt: "2026-03-02T09:00:00.000Z", markedByPerson: false };
const booked = (date: string, more: Partial<BookingItem> = {}) =>
  bookingWith(1, { date }, { status: "done", result, ...more });

async function scene() {
  const { hub, desks } = await memoryClinic(4);
  const [one, two, late, thief] = desks;
  if (one === undefined || two === undefined || late === undefined || thief === undefined)
    throw new Error("four desks");
  const item = deriveSharedId(one.kept().clinic, idOf(1));
  const all = async (): Promise<void> => {
    for (const desk of desks) expect(await desk.read()).toBeNull();
  };
  return { hub, one, two, late, thief, item, all };
}

const shownAt = ({ store }: MemoryDesk): readonly [ItemStatus, string] => {
  const item = store.read(({ items }) => items.find(idOf(1)));
  if (item?.kind !== "booking") throw new Error("it is not there");
  return [item.status, item.form.date];
};
const write = (desk: MemoryDesk, item: string, content: BookingItem, version: number) =>
  recordOf(desk, item, { kind: "item", item: content }, version);

it("of a booking that was never shared to wait stands what was told first, at the desk that made it and at each other", async () => {
  const { one, two, late, thief, item } = await scene();
  one.store.transaction(({ items }) => items.insert(booked("2026-03-04")));
  expect(one.say(write(one, item, booked("2026-03-04"), 1))).toBeNull();
  for (const desk of [one, two, thief]) await desk.read();
  expect(thief.say(write(thief, item, booked("2026-12-24"), 2))).toBeNull();
  // One that reads all of it later finds the same.
  for (const desk of [one, two, late]) {
    one.store.transaction(({ clinic }) => clinic.changes.done(idOf(1)));
    await desk.read();
    expect(shownAt(desk)).toEqual(["done", "2026-03-04"]);
  }
});

it("what was booked stays what it was where a thief says that it waits: that alone is its word", async () => {
  const { one, two, thief, item, all } = await scene();
  expect(one.say(write(one, item, booked("2026-03-04"), 1))).toBeNull();
  await all();
  const waits = booked("2026-12-24", { status: "needs-checking", result: null });
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: true };
  expect(thief.say([...said(share), ...write(thief, item, waits, 2)])).toBeNull();
  await all();
  expect(shownAt(two)).toEqual(["elsewhere", "2026-03-04"]);
  expect(one.say(said({ type: "member-removed", desk: thief.id, lost: true }))).toBeNull();
  await all();
  expect(two.say(said({ type: "take-over", item, epoch: 1 }))).toBeNull();
  await two.read();
  expect(shownAt(two)).toEqual(["needs-checking", "2026-03-04"]);
});

it("what a removed desk held, and nobody holds, is rewritten by nobody", async () => {
  const { one, two, late, thief, item, all } = await scene();
  const waits = booked("2026-03-04", { status: "ready", result: null });
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  expect(one.say([...write(one, item, waits, 1), ...said(share)])).toBeNull();
  await all();
  expect(
    one.say([...write(one, item, booked("2026-03-04"), 2), ...said({ type: "mark-booked", item, epoch: 1 })]),
  ).toBeNull();
  await all();
  expect(late.say(said({ type: "member-removed", desk: one.id, lost: false }))).toBeNull();
  for (const desk of [two, late, thief]) await desk.read();
  expect(thief.say(write(thief, item, booked("2026-12-24"), 3))).toBeNull();
  for (const desk of [two, late]) {
    expect(await desk.read()).toBeNull();
    expect(shownAt(desk)).toEqual(["done", "2026-03-04"]);
  }
});
