import { expect, it } from "vitest";
import { countStarts } from "../../../../shared/activity-log/starts.ts";

const counted = (acts: string): unknown => {
  const all = acts.split(" ").map((each) => {
    const [act = "", count = "1"] = each.split("*");
    return { act, count: Number(count) };
  });
  const { starts, uncleanEnds } = countStarts(all);
  return [starts, uncleanEnds];
};

it.each<[string, string, readonly [starts: number, uncleanEnds: number]]>([
  ["nothing", "ended", [0, 0]],
  ["each came to its end", "started ended started ended started", [3, 0]],
  ["one did not", "started ended started started", [3, 1]],
  ["the first is where the log is looked back to", "started", [1, 0]],
  [
    "turned off in the evening, locked",
    "started pin-set locked started unlocked locked started unlocked",
    [3, 0],
  ],
  ["a crash of an open desk with a PIN", "started pin-set locked unlocked started unlocked", [2, 1]],
  ["a crash after a start that was unlocked", "ended started unlocked started unlocked", [2, 1]],
  ["starts that nobody unlocked", "started pin-set ended started*3 unlocked ended", [4, 0]],
  ["the same, with a wrong PIN between them", "ended started*2 started unlocked", [3, 0]],
  ["a crash, and starts that nobody unlocked", "unlocked started*3 started unlocked", [4, 1]],
  ["crashes before a PIN was set, and after", "started started pin-set started unlocked", [3, 2]],
])("starts and ends are counted where %s", (_what, acts, wanted) => {
  expect(counted(acts)).toEqual(wanted);
});
