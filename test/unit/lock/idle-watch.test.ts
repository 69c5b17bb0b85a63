import { expect, it } from "vitest";
import { watchIdle, idleCheckInterval } from "../../../main/features/lock/idle-watch.ts";
import { fakeClock } from "../../support/fake-clock.ts";

function watched() {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const world = { idle: 0, minutes: 10, locks: 0, asked: 0 };
  const stop = watchIdle({
    idleSeconds: () => ((world.asked += 1), world.idle),
    minutes: () => world.minutes,
    lock: () => (world.locks += 1),
    clock,
  });
  return Object.assign(world, { clock, stop });
}

it("locks a desk that nobody was at for so many minutes, and not a second before", async () => {
  const world = watched();
  world.idle = 599;
  await world.clock.advance(idleCheckInterval);
  expect(world.locks).toBe(0);
  world.idle = 600;
  await world.clock.advance(idleCheckInterval);
  expect(world.locks).toBe(1);
});

it("takes another number of minutes over at once, and never locks with none", async () => {
  const world = watched();
  world.idle = 100_000;
  world.minutes = 0;
  await world.clock.advance(10 * idleCheckInterval);
  expect([world.locks, world.asked]).toEqual([0, 0]);
  world.minutes = 1;
  await world.clock.advance(idleCheckInterval);
  expect(world.locks).toBe(1);
});

it("ends with the program", async () => {
  const world = watched();
  world.idle = 100_000;
  world.stop();
  await world.clock.advance(10 * idleCheckInterval);
  expect([world.locks, world.clock.pending()]).toEqual([0, 0]);
});
