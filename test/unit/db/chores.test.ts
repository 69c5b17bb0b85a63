import { expect, test } from "vitest";
import { runAtOnce, createIdleTasks } from "../../../main/db/chores.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";

/** Chores that note their pieces: each of so many. */
function noted() {
  const clock = fakeClock(startOfTest);
  const told: string[] = [];
  const { later, stop } = createIdleTasks(clock);
  const begin = (name: string, pieces: number, fault?: Error): void => {
    let left = pieces;
    later(() => {
      told.push(`${name}${left}`);
      left -= 1;
      if (left === 0 && fault !== undefined) throw fault;
      return left > 0;
    });
  };
  return { clock, told, begin, stop };
}
const fromSqlite = (): Error =>
  Object.assign(new Error("full"), { name: "SqliteError", code: "SQLITE_FULL" });

test("nothing is done at once, then a piece each ten milliseconds, one chore after another", async () => {
  const { clock, told, begin } = noted();
  begin("a", 2);
  begin("b", 1);
  await clock.advance(9);
  expect(told).toEqual([]);
  await clock.advance(1);
  expect(told).toEqual(["a2"]);
  await clock.advance(10);
  expect(told).toEqual(["a2", "a1"]);
  await clock.advance(10);
  expect(told).toEqual(["a2", "a1", "b1"]);
  expect(clock.pending()).toBe(0);
});

test("a chore that comes after all were done is done too", async () => {
  const { clock, told, begin } = noted();
  begin("a", 1);
  await clock.advance(1_000);
  begin("b", 1);
  expect(clock.pending()).toBe(1);
  await clock.advance(10);
  expect(told).toEqual(["a1", "b1"]);
});

test("what is stopped is left undone, and no timer stays", async () => {
  const { clock, told, begin, stop } = noted();
  stop();
  begin("a", 3);
  begin("b", 1);
  await clock.advance(10);
  stop();
  expect(clock.pending()).toBe(0);
  await clock.advance(1_000);
  expect(told).toEqual(["a3"]);
});

test("a piece that the disk does not take ends its chore, and the next one is done", async () => {
  const { clock, told, begin } = noted();
  begin("a", 1, fromSqlite());
  begin("b", 1);
  await clock.advance(1_000);
  expect(told).toEqual(["a1", "b1"]);
});

test("a fault of the program is not kept quiet, and holds nothing up", async () => {
  const { clock, told, begin } = noted();
  begin("a", 1, new TypeError("a fault"));
  begin("b", 1);
  await expect(clock.advance(10)).rejects.toThrow("a fault");
  await clock.advance(10);
  expect(told).toEqual(["a1", "b1"]);
});

test("where nothing else goes on, a chore is done at once, to its end", () => {
  let left = 3;
  runAtOnce(() => (left -= 1) > 0);
  expect(left).toBe(0);
});
