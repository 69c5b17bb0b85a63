import { expect, test } from "vitest";
import { updateRunLine, type RunLine } from "../../../renderer/features/outbox/run-line.ts";

const still: RunLine = { kind: "still" };
const seen = { left: 0, done: 0, urgent: 0, isWatched: false, abandoned: 0 };
const after = (...all: readonly Partial<typeof seen>[]): RunLine =>
  all.reduce<RunLine>((line, each) => updateRunLine(line, { ...seen, ...each }), still);

test("a run of several is told once, at its end", () => {
  expect(after({ left: 2 }, { left: 1, done: 1 })).toMatchObject({ kind: "running" });
  const end = after({ left: 2 }, { left: 1, done: 1 }, { done: 2 });
  expect(end).toEqual({ kind: "over", sent: 2, urgent: 0 });
  expect(updateRunLine(end, { ...seen, done: 2 })).toEqual(still);
});

test("what came to need a person is told too, what needed one before is not", () => {
  expect(after({ left: 2, urgent: 3 }, { done: 1, urgent: 4 })).toEqual({ kind: "over", sent: 1, urgent: 1 });
});

test("the one item whose answer somebody waits for is told by its form alone", () => {
  expect(after({ left: 1, isWatched: true }, { done: 1 })).toEqual(still);
  expect(after({ left: 1 }, { done: 1, isWatched: true })).toEqual(still);
  expect(after({ left: 2, isWatched: true }, { done: 2 })).toEqual({ kind: "over", sent: 2, urgent: 0 });
  expect(after({ left: 1 }, { done: 1 })).toEqual({ kind: "over", sent: 1, urgent: 0 });
});

test("the one item whose form was left before it was sent is told at its end, as any other", () => {
  expect(after({ left: 1, isWatched: true }, { left: 1, abandoned: 1 }, { done: 1, abandoned: 1 })).toEqual({
    kind: "over",
    sent: 1,
    urgent: 0,
  });
  // The answer may be there before the counts are.
  expect(after({ left: 1, isWatched: true }, { left: 1 }, { done: 1 })).toEqual(still);
});

test("nothing is told of what was discarded or put off", () => {
  expect(after({ left: 1 }, { left: 0 })).toEqual(still);
});
