import { describe, expect, it, test } from "vitest";
import type { KeptImport } from "../../../shared/import/import.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import {
  countRoom,
  isWorthWriting,
  toImportJob,
  waitsForPeople,
  type QueuedRow,
} from "../../../main/features/import/queued-rows.ts";
import { idOf } from "../../support/store-records.ts";

const rows = (count: number, status: ItemStatus): readonly QueuedRow[] =>
  Array.from({ length: count }, (_, at) => ({ id: idOf(at + 1), status }));

const running: KeptImport = {
  id: idOf(500),
  accountId: "one",
  number: 1,
  name: "patients.csv",
  by: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  state: "running",
  isDoubtful: false,
  total: 100,
  left: 60,
  created: 30,
  discarded: 2,
};

describe("the room in the outbox", () => {
  test.each([
    [0, 24],
    [12, 12],
    [13, 0],
    [24, 0],
  ])("with %i of its rows on their way is for %i more", (open, room) => {
    expect(countRoom(running, rows(open, "ready"))).toBe(room);
  });

  it("counts neither what is settled nor what waits for a person", () => {
    const over = [...rows(40, "done"), ...rows(9, "discarded"), ...rows(24, "needs-checking")];
    expect(countRoom(running, over)).toBe(24);
  });

  it("is none while it is paused, has none left, or waits for people", () => {
    expect(countRoom({ ...running, state: "paused" }, [])).toBe(0);
    expect(countRoom({ ...running, left: 0 }, [])).toBe(0);
    expect(waitsForPeople(rows(24, "needs-editing"))).toBe(false);
    expect(waitsForPeople(rows(25, "needs-editing"))).toBe(true);
    expect(countRoom(running, rows(25, "needs-editing"))).toBe(0);
  });
});

test("a look writes where there is room, at the end, and where much is settled", () => {
  const full = rows(24, "ready");
  expect(isWorthWriting(running, rows(3, "ready"))).toBe(true);
  expect(isWorthWriting(running, [...full, ...rows(23, "done")])).toBe(false);
  expect(isWorthWriting(running, [...full, ...rows(24, "done")])).toBe(true);
  const last = { ...running, left: 0 };
  expect(isWorthWriting(last, [...full, ...rows(1, "done")])).toBe(true);
  expect(isWorthWriting(last, full)).toBe(false);
  expect(isWorthWriting(last, [])).toBe(true);
});

describe("as the window shows it", () => {
  const asked: number[] = [];
  const shown = (kept: KeptImport, queued: readonly QueuedRow[], isOnline = true) =>
    toImportJob(kept, queued, { isOnline, secondsFor: (more) => (asked.push(more), 7) });

  it("it counts what became of its rows, and those that are still to go", () => {
    const queued = [
      ...rows(3, "done"),
      ...rows(1, "discarded"),
      ...rows(4, "ready"),
      ...rows(2, "needs-editing"),
    ];
    expect(shown(running, queued)).toEqual({
      id: running.id,
      name: "patients.csv",
      total: 100,
      left: 60,
      held: null,
      waiting: 2,
      queued: 6,
      created: 33,
      discarded: 3,
      secondsLeft: 7,
    });
    expect(asked).toEqual([64]);
  });

  it("it is held by a person's word, by what waits for people, or by the line, and then has no time", () => {
    const waiting = rows(25, "needs-checking");
    expect(shown({ ...running, state: "paused" }, waiting, false)).toMatchObject({ held: "paused" });
    expect(shown(running, waiting, false)).toMatchObject({ held: "person" });
    expect(shown({ ...running, left: 0 }, waiting, false)).toMatchObject({ held: "line" });
    expect(shown(running, [], false)).toMatchObject({ held: "line", secondsLeft: null });
  });
});
