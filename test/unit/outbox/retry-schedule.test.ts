import { expect, it } from "vitest";
import {
  getPatientQueue,
  retryFloor,
  createRetrySchedule,
} from "../../../main/features/outbox/retry-schedule.ts";
import { fakeClock, fakeRandom, type FakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";
import {
  bookingItem,
  bookingWith,
  idOf,
  known,
  patientItem,
  webhookItem,
} from "../../support/store-records.ts";

/** Jitter that is always half: the wait is three quarters of its ceiling. */
function schedule(fraction = 0.5) {
  const clock = fakeClock(startOfTest);
  return { clock, later: createRetrySchedule(clock, fakeRandom(fraction)) };
}
const one = patientItem(1);

/** Milliseconds from now until it may go. */
function waitOf({
  clock,
  later,
}: {
  clock: FakeClock;
  later: ReturnType<typeof createRetrySchedule>;
}): number {
  const at = later.waiting().find(({ id }) => id === one.id)?.at;
  return at === undefined ? 0 : at - clock.monotonic();
}

it("tries one that fails later each time, and one that was never tried at once", () => {
  const desk = schedule();
  expect(desk.later.mayGo(one.id)).toBe(true);
  expect(desk.later.waiting()).toEqual([]);
  const waits = [1, 2, 3, 4].map(() => {
    desk.later.afterFailure(one);
    return waitOf(desk);
  });
  expect(waits).toEqual([1_500, 3_000, 6_000, 12_000]);
});

it("never waits less than half of its time, whatever the jitter comes to, nor more than all of it", () => {
  const waits = [0, 0.999].map((fraction) => {
    const desk = schedule(fraction);
    desk.later.afterFailure(one);
    desk.later.afterFailure(one);
    return waitOf(desk);
  });
  expect(waits).toEqual([2_000, 3_998]);
});

it("may go at the moment its wait is over, and not a millisecond before", () => {
  const { clock, later } = schedule();
  later.by(one, 5_000);
  clock.skip(4_999);
  expect([later.mayGo(one.id), later.waiting().length]).toEqual([false, 1]);
  clock.skip(1);
  expect([later.mayGo(one.id), later.waiting().length]).toEqual([true, 0]);
});

it("waits at least for the floor, however short a wait was asked for", () => {
  const desk = schedule();
  desk.later.by(one, 1);
  expect(waitOf(desk)).toBe(retryFloor);
  expect(retryFloor).toBe(1_000);
});

it("does not count a wait that was asked for as a failure, nor forget those before it", () => {
  const desk = schedule();
  desk.later.by(one, 10);
  desk.later.afterFailure(one);
  expect(waitOf(desk)).toBe(1_500);
  desk.later.by(one, 10);
  desk.later.afterFailure(one);
  expect(waitOf(desk)).toBe(3_000);
});

it("begins anew for one that was settled, and leaves the others as they are", () => {
  const desk = schedule();
  const other = patientItem(2);
  desk.later.afterFailure(one);
  desk.later.afterFailure(other);
  desk.later.forget(one.id);
  expect(desk.later.mayGo(one.id)).toBe(true);
  expect(desk.later.mayGo(other.id)).toBe(false);
  desk.later.afterFailure(one);
  expect(waitOf(desk)).toBe(1_500);
});

it("lets a person's press shorten a wait to the floor, and never below it", async () => {
  const { clock, later } = schedule();
  later.by(one, 60_000);
  clock.skip(400);
  let isOver = false;
  const press = later.hasten(one.id);
  void press?.then(() => (isOver = true));
  await clock.advance(599);
  expect([isOver, later.mayGo(one.id)]).toEqual([false, false]);
  await clock.advance(1);
  expect([isOver, later.mayGo(one.id)]).toEqual([true, true]);
  // What is over keeps nobody waiting.
  expect(later.hasten(one.id)).toBeNull();
});

it("lets a press go at once where the floor is past, and where nothing waits", () => {
  const { clock, later } = schedule();
  expect(later.hasten(one.id)).toBeNull();
  expect(later.waiting()).toEqual([]);
  later.by(one, 60_000);
  clock.skip(retryFloor);
  expect(later.mayGo(one.id)).toBe(false);
  expect(later.hasten(one.id)).toBeNull();
  expect(later.mayGo(one.id)).toBe(true);
});

it("does not let a press make a wait longer", () => {
  const { clock, later } = schedule();
  later.by(one, 1_200);
  clock.skip(100);
  void later.hasten(one.id);
  void later.hasten(one.id);
  expect(later.waiting().map(({ at }) => at)).toEqual([retryFloor]);
});

it("says whose booking waits, so that a later one of the same patient does not overtake it", () => {
  const { later } = schedule();
  later.by(bookingWith(1, { patient: known(7) }), 5_000);
  later.by(patientItem(2), 5_000);
  expect(later.waiting().map(({ id, patient }) => [id, patient])).toEqual([
    [idOf(1), idOf(7)],
    [idOf(2), null],
  ]);
});

it("tells patients apart by record or number, and gives no order to what is no booking", () => {
  const numbered = (text: string) => getPatientQueue(bookingWith(1, { patient: { kind: "number", text } }));
  expect(numbered("77")).toBe(numbered(" 77 "));
  expect(numbered("77")).not.toBe(numbered("78"));
  expect(numbered("77")).toBe("number 77");
  // A number is not taken for a record of the same name.
  expect(numbered(idOf(7))).not.toBe(getPatientQueue(bookingWith(1, { patient: known(7) })));
  expect(getPatientQueue(bookingWith(1, { patient: known(7) }))).toBe(idOf(7));
  expect([patientItem(1), webhookItem(1)].map(getPatientQueue)).toEqual([null, null]);
  expect(getPatientQueue(bookingItem(1))).toBe(getPatientQueue(bookingItem(2)));
});
