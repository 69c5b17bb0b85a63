import { describe, expect, it } from "vitest";
import { createUndoTimers, type UndoTimers } from "../../../main/features/outbox/moments.ts";
import { fakeClock, settle, type FakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";

const was = { status: "draft", problem: null } as const;
const one = { visits: 1, stands: "draft" } as const;

function world(): {
  readonly clock: FakeClock;
  readonly all: UndoTimers;
  readonly begin: (id: string, seconds?: number, accountId?: string) => Promise<boolean>;
  readonly over: string[];
  readonly changes: () => number;
} {
  const clock = fakeClock(startOfTest);
  const over: string[] = [];
  let changes = 0;
  const all = createUndoTimers({ clock, onChange: () => (changes += 1) });
  const begin = (id: string, seconds = 5, accountId = "one"): Promise<boolean> =>
    all.begin(id, {
      accountId,
      milliseconds: seconds * 1_000,
      was,
      ...one,
      onOver: () => void over.push(id),
    });
  return { clock, all, begin, over, changes: () => changes };
}

describe("a moment to undo", () => {
  it("is over after its seconds, and not a millisecond before", async () => {
    const { clock, all, begin, over } = world();
    const settled = begin("a");
    await clock.advance(4_999);
    expect(over).toEqual([]);
    expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 1 }]);
    await clock.advance(1);
    expect(over).toEqual(["a"]);
    expect(await settled).toBe(true);
    expect([all.of("a"), all.end("a"), all.shown("one")]).toEqual([null, null, []]);
    expect(clock.pending()).toBe(0);
  });

  it("is ended in its last millisecond, and then never over", async () => {
    const { clock, all, begin, over } = world();
    const settled = begin("a");
    await clock.advance(4_999);
    expect(all.end("a")).toBe(was);
    expect(await settled).toBe(false);
    await clock.advance(60_000);
    expect(over).toEqual([]);
    expect(all.end("a")).toBeNull();
  });

  // booking-54: No clock and no sleep shortens the undo time
  it(
    "is not used up by a night of sleep, whether the measured time went on or stood still",
    { tags: ["booking-54"] },
    async () => {
      const { clock, all, begin, over } = world();
      void begin("a");
      await clock.advance(1_000);
      clock.skip(8 * 3_600_000);
      clock.setWall("2031-01-01T00:00:00.000Z");
      await clock.advance(0);
      expect(over).toEqual([]);
      expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 3_750 }]);
      await clock.advance(3_749);
      expect(over).toEqual([]);
      await clock.advance(1);
      expect(over).toEqual(["a"]);
    },
  );

  it("does not care for the clock on the wall", async () => {
    const { clock, begin, over } = world();
    void begin("a");
    for (const wall of ["1999-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"]) {
      clock.setWall(wall);
      await clock.advance(2_000);
      expect(over).toEqual([]);
    }
    await clock.advance(1_000);
    expect(over).toEqual(["a"]);
  });

  it("stands still while a question is open, and goes on with what was left", async () => {
    const { clock, all, begin, over } = world();
    void begin("a");
    await clock.advance(1_100);
    const [goOn, goOnToo] = [all.suspend(), all.suspend()];
    void begin("b", 1);
    await clock.advance(60_000);
    expect(over).toEqual([]);
    expect(all.shown("one")).toEqual([
      { itemId: "a", ...one, left: 3_900 },
      { itemId: "b", ...one, left: 1_000 },
    ]);
    goOn();
    goOn();
    await clock.advance(60_000);
    expect(over).toEqual([]);
    goOnToo();
    await clock.advance(3_899);
    expect(over).toEqual(["b"]);
    await clock.advance(1);
    expect(over).toEqual(["b", "a"]);
  });

  it("is never over once the program ends, and none begins", async () => {
    const { clock, all, begin, over } = world();
    const before = begin("a");
    all.stop();
    expect(await before).toBe(false);
    expect(await begin("b")).toBe(false);
    await clock.advance(60_000);
    expect(over).toEqual([]);
    expect(all.of("b")).toBeNull();
  });

  it("is shown to its own account alone", () => {
    const { all, begin } = world();
    void begin("a");
    expect(all.shown("two")).toEqual([]);
    expect(all.shown(null)).toEqual([]);
  });

  it("rejects with what keeps it from being let go, and is over all the same", async () => {
    const clock = fakeClock(startOfTest);
    const all = createUndoTimers({ clock, onChange: () => undefined });
    const broken = all.begin("a", {
      accountId: "one",
      milliseconds: 1_000,
      was,
      ...one,
      onOver: () => {
        throw new Error("full");
      },
    });
    const told = broken.catch((error: unknown) => String(error));
    await clock.advance(1_000);
    expect(await told).toBe("Error: full");
    expect(all.of("a")).toBeNull();
  });

  it("is told when it begins, ends and goes on, so that nothing has to be asked for", async () => {
    const { all, begin, changes } = world();
    void begin("a");
    expect(changes()).toBe(1);
    all.suspend()();
    expect(changes()).toBe(2);
    all.end("a");
    await settle();
    expect(changes()).toBe(3);
  });
});
