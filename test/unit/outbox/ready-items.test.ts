import { expect, it } from "vitest";
import type { Item } from "../../../shared/outbox/item.ts";
import { createReadyItems, type UnderWay } from "../../../main/features/outbox/ready-items.ts";
import type { WaitingItem } from "../../../main/features/outbox/retry-schedule.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";
import { account, bookingWith, idOf, known, otherAccount, patientItem } from "../../support/store-records.ts";

const none: UnderWay = new Map();
/** A booking for that patient that is ready to be sent. */
const booking = (number: number, patient: number, accountId = account): Item =>
  bookingWith(number, { patient: known(patient) }, { status: "ready", accountId });
const patient = (number: number): Item => patientItem(number, { status: "ready" });
const many = (count: number, make: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at + 1));

type Read = { readonly limit: number; readonly without: readonly string[] };

/** The items over a real store that holds these, and what was read of it. */
async function readyOf(items: readonly Item[]) {
  const store = await blankStore();
  store.transaction((repositories) => items.forEach((item) => repositories.items.insert(item)));
  const reads: Read[] = [];
  const noted: Pick<Store, "read"> = {
    read: (work) =>
      store.read((repositories) =>
        work({
          ...repositories,
          items: {
            ...repositories.items,
            ready: (wanted) => {
              reads.push({ limit: wanted.limit, without: [...wanted.without] });
              return repositories.items.ready(wanted);
            },
          },
        }),
      ),
  };
  const clock = fakeClock(startOfTest);
  let waiting: readonly WaitingItem[] = [];
  const ready = createReadyItems({ store: { ...store, ...noted }, later: { waiting: () => waiting }, clock });
  return {
    clock,
    reads,
    next: (underWay = none, of = account): string | null => ready.next(of, underWay)?.id ?? null,
    take: (number: number): void => ready.take(patient(number)),
    drop: ready.drop,
    insert: (item: Item): void => store.transaction((repositories) => repositories.items.insert(item)),
    wait: (...all: readonly WaitingItem[]): void => {
      waiting = all;
    },
  };
}
const waits = (number: number, of: number | null, at: number): WaitingItem => ({
  id: idOf(number),
  patient: of === null ? null : idOf(of),
  at,
});
const sending = (number: number, of: number | null): UnderWay =>
  new Map([[idOf(number), { patient: of === null ? null : idOf(of) }]]);

it("gives the oldest until it is taken, and reads some at once", async () => {
  const { next, take, reads } = await readyOf(many(3, patient));
  expect([next(), next()]).toEqual([idOf(1), idOf(1)]);
  take(1);
  expect(next()).toBe(idOf(2));
  take(2);
  expect(next()).toBe(idOf(3));
  expect(reads).toEqual([{ limit: 64, without: [] }]);
});

it("gives nothing where there is nothing, and looks again the next time", async () => {
  const { next, insert, reads } = await readyOf([]);
  expect(next()).toBeNull();
  insert(patient(1));
  expect(next()).toBe(idOf(1));
  expect(reads).toHaveLength(2);
});

it("reads again once what it read may be the oldest no more", async () => {
  const { next, drop, reads } = await readyOf(many(2, patient));
  next();
  drop();
  expect(next()).toBe(idOf(1));
  expect(reads).toHaveLength(2);
});

it("never gives one account what another one has", async () => {
  const { next } = await readyOf([booking(1, 7), booking(2, 8, otherAccount)]);
  expect(next()).toBe(idOf(1));
  expect(next(none, otherAccount)).toBe(idOf(2));
  expect(next()).toBe(idOf(1));
});

it("does not let a booking overtake another of its patient that is under way, and holds nobody else up", async () => {
  const { next, reads } = await readyOf([booking(2, 7), booking(3, 8)]);
  expect(next(sending(1, 7))).toBe(idOf(3));
  expect(reads).toEqual([{ limit: 64, without: [idOf(1)] }]);
  // What was read before is not given while it is under way itself.
  expect(next(sending(2, null))).toBe(idOf(3));
  expect(next()).toBe(idOf(2));
});

it("does not hold what has no patient for what has none either", async () => {
  const { next } = await readyOf([patient(2)]);
  expect(next(sending(1, null))).toBe(idOf(2));
});

it("holds the bookings of a patient one of whose waits, and then gives that one first", async () => {
  const { next, wait, clock, reads } = await readyOf([booking(1, 7), booking(2, 7), booking(3, 8)]);
  wait(waits(1, 7, 5_000));
  expect(next()).toBe(idOf(3));
  expect(reads).toEqual([{ limit: 64, without: [idOf(1)] }]);
  clock.skip(4_999);
  expect(next()).toBe(idOf(3));
  expect(reads).toHaveLength(1);
  clock.skip(1);
  wait();
  expect(next()).toBe(idOf(1));
});

it("looks again at the end of the soonest of several waits", async () => {
  const { next, wait, clock } = await readyOf([booking(1, 7), booking(2, 8), booking(3, 9)]);
  wait(waits(1, 7, 9_000), waits(2, 8, 2_000));
  expect(next()).toBe(idOf(3));
  clock.skip(2_000);
  wait(waits(1, 7, 9_000));
  expect(next()).toBe(idOf(2));
});

it("does not give one that began to wait after it was read, nor a later one of its patient", async () => {
  const { next, wait, reads } = await readyOf([booking(1, 7), booking(2, 7), booking(3, 8)]);
  expect(next()).toBe(idOf(1));
  wait(waits(1, 7, 5_000));
  expect(next()).toBe(idOf(3));
  expect(reads).toHaveLength(1);
});

it("does not give what has no patient either, when that began to wait after it was read", async () => {
  const { next, wait, reads } = await readyOf(many(2, patient));
  expect(next()).toBe(idOf(1));
  wait(waits(1, null, 5_000));
  expect(next()).toBe(idOf(2));
  expect(reads).toHaveLength(1);
});

it.each([
  [63, [64]],
  [64, [64, 200]],
])("reads on behind %i bookings of one patient who has to wait: %j", async (count, limits) => {
  const { next, insert, reads } = await readyOf(many(count, (number) => booking(number, 7)));
  expect(next(sending(500, 7))).toBeNull();
  expect(reads.map(({ limit }) => limit)).toEqual(limits);
  insert(booking(400, 8));
  expect(next(sending(500, 7))).toBe(idOf(400));
});

it("does not read again and again while most of what it read has to wait", async () => {
  const { next, take, reads } = await readyOf(many(200, (number) => booking(number, 7)));
  const held = sending(500, 7);
  expect(next(held)).toBeNull();
  expect(reads).toHaveLength(2);
  for (let number = 1; number <= 99; number += 1) take(number);
  expect(next(held)).toBeNull();
  expect(reads).toHaveLength(2);
  take(100);
  expect(next(held)).toBeNull();
  expect(reads).toHaveLength(4);
});
