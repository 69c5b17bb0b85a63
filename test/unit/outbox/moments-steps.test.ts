import { expect, it } from "vitest";
import { createUndoTimers } from "../../../main/features/outbox/moments.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { startOfTest } from "../../support/outbox-kit.ts";

const was = { status: "draft", problem: null } as const;
const one = { visits: 1, stands: "draft" } as const;

/** Moments whose every change is counted, and which say what they found when they were over. */
function world() {
  const clock = fakeClock(startOfTest);
  let changes = 0;
  const all = createUndoTimers({ clock, onChange: () => (changes += 1) });
  const over: string[] = [];
  const begin = (id: string, milliseconds: number, accountId = "one") =>
    all.begin(id, { accountId, milliseconds, was, ...one, onOver: () => void over.push(id) });
  return { clock, all, begin, over, changes: () => changes };
}

it("tells what was before the press while it runs, and the same end to whoever asks", async () => {
  const { clock, all, begin } = world();
  const settled = begin("a", 300);
  expect(all.of("a")).toEqual({ was, settled });
  const heard = all.of("a")?.settled;
  await clock.advance(300);
  expect(await heard).toBe(true);
});

it("goes on in steps of a quarter of a second, the last one as long as what is left", async () => {
  const { clock, all, begin, over } = world();
  void begin("a", 600);
  await clock.advance(250);
  expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 350 }]);
  await clock.advance(250);
  expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 100 }]);
  await clock.advance(99);
  expect(over).toEqual([]);
  await clock.advance(1);
  expect(over).toEqual(["a"]);
});

it("shows what is left within a step, and never less than nothing", async () => {
  const { clock, all, begin } = world();
  void begin("a", 100);
  clock.skip(40);
  expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 60 }]);
  clock.skip(500);
  expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 0 }]);
});

it("tells once that it is over, and that it was ended, and nothing of what is not there", async () => {
  const { clock, all, begin, changes } = world();
  void begin("a", 100);
  await clock.advance(100);
  expect(changes()).toBe(2);
  all.end("a");
  expect(changes()).toBe(2);
  void begin("b", 100);
  all.end("b");
  expect(changes()).toBe(4);
  expect(clock.pending()).toBe(0);
});

it("stands still while one of two questions is open, whichever was answered first, and tells once that it goes on", async () => {
  const { clock, all, begin, over, changes } = world();
  void begin("a", 200);
  const [first, second] = [all.suspend(), all.suspend()];
  expect(clock.pending()).toBe(0);
  second();
  await clock.advance(1_000);
  expect([over, clock.pending(), changes()]).toEqual([[], 0, 1]);
  first();
  expect([clock.pending(), changes()]).toEqual([1, 2]);
  // An answer that is heard twice opens no other question.
  first();
  second();
  expect([clock.pending(), changes()]).toEqual([1, 2]);
  void all.suspend();
  await clock.advance(1_000);
  expect(over).toEqual([]);
});

it("that begins while a question is open counts nothing until it is answered", async () => {
  const { clock, all, begin, over } = world();
  const goOn = all.suspend();
  void begin("a", 200);
  await clock.advance(5_000);
  expect(all.shown("one")).toEqual([{ itemId: "a", ...one, left: 200 }]);
  goOn();
  await clock.advance(200);
  expect(over).toEqual(["a"]);
});

it("that begins once a question is answered runs, and those that it was asked over stand still until all is done", async () => {
  const { clock, all, begin, over } = world();
  void begin("before", 200);
  const question = all.holdAll();
  void begin("below", 200);
  question.letBegin();
  void begin("asked for", 200);
  await clock.advance(5_000);
  expect(over).toEqual(["asked for"]);
  question.goOn();
  await clock.advance(200);
  expect(over).toEqual(["asked for", "before", "below"]);
});

it("ends all of them with the program, each with no", async () => {
  const { clock, all, begin, over, changes } = world();
  const settled = Promise.all([begin("a", 200), begin("b", 200, "two")]);
  all.stop();
  expect(await settled).toEqual([false, false]);
  expect(clock.pending()).toBe(0);
  expect(await begin("c", 200)).toBe(false);
  expect(changes()).toBe(4);
  expect([all.of("a"), all.of("c"), over]).toEqual([null, null, []]);
});

it("is gone before it lets go, so that nobody takes back what goes out", async () => {
  const clock = fakeClock(startOfTest);
  const found: unknown[] = [];
  const all = createUndoTimers({ clock, onChange: () => undefined });
  void all.begin("a", {
    accountId: "one",
    milliseconds: 100,
    was,
    ...one,
    onOver: () => void found.push(all.end("a")),
  });
  await clock.advance(100);
  expect(found).toEqual([null]);
});

it("belongs to one account", () => {
  const { all, begin } = world();
  void begin("a", 200);
  void begin("b", 200, "two");
  expect(all.shown("two").map(({ itemId }) => itemId)).toEqual(["b"]);
  expect(all.ids()).toEqual(["a", "b"]);
});
