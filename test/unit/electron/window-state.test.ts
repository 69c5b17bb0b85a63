import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import {
  isOnScreen,
  readWindowState,
  needsBoundsAgain,
  writeWindowState,
} from "../../../main/electron/window-state.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const bounds = { x: 10, y: 20, width: 1_280, height: 820 };

describe("the window's place", () => {
  // window-15: The window opens at its last place
  it("is there again at the next start", { tags: ["window-15"] }, () => {
    const file = join(temporaryFolder(), "window.json");
    writeWindowState(file, { bounds, maximized: true });
    expect(readWindowState(file)).toEqual({ bounds, maximized: true });
  });

  test.each([
    ["nothing", ""],
    ["half of it", '{"bounds":{"x":1,'],
    ["no object", "7"],
    ["null", "null"],
    ["a missing part", '{"bounds":{"x":1,"y":1,"width":5},"maximized":false}'],
    ["another type", '{"bounds":{"x":"1","y":1,"width":5,"height":5},"maximized":false}'],
    ["a fraction", '{"bounds":{"x":1.5,"y":1,"width":5,"height":5},"maximized":false}'],
    ["no width", '{"bounds":{"x":1,"y":1,"width":0,"height":5},"maximized":false}'],
    ["a number without end", '{"bounds":{"x":1e999,"y":1,"width":5,"height":5},"maximized":false}'],
    ["a part that nobody knows", '{"bounds":{"x":1,"y":1,"width":5,"height":5},"maximized":false,"url":"x"}'],
  ])("is forgotten, not a fault, when its file holds %s", (_what, text) => {
    const file = join(temporaryFolder(), "window.json");
    writeFileSync(file, text);
    expect(readWindowState(file)).toBeNull();
  });

  it("is forgotten when there is no file, or a folder in its place; and cannot be kept there", () => {
    const folder = temporaryFolder();
    expect(readWindowState(join(folder, "none.json"))).toBeNull();
    const inTheWay = join(folder, "window.json");
    mkdirSync(inTheWay);
    expect(readWindowState(inTheWay)).toBeNull();
    expect(() => writeWindowState(inTheWay, { bounds, maximized: false })).not.toThrow();
    expect(() =>
      writeWindowState(join(folder, "no", "window.json"), { bounds, maximized: false }),
    ).not.toThrow();
  });
});

describe("a window that can be reached", () => {
  const left = { x: 0, y: 0, width: 1_920, height: 1_040 };
  const right = { x: 1_920, y: 0, width: 1_280, height: 1_024 };
  const at = (x: number, y: number) => ({ x, y, width: 1_280, height: 820 });

  test.each([
    ["in the middle", at(100, 100), true],
    ["in the corner", at(0, 0), true],
    ["partly past the left edge", at(-1_000, 100), true],
    ["just past the left edge", at(-1_250, 100), false],
    ["on the second display", at(2_000, 50), true],
    ["across both", at(1_500, 50), true],
    ["past the right edge", at(3_180, 50), false],
    ["with its title bar above the top", at(100, -400), false],
    ["a little above the top", at(100, -8), true],
    ["below the bottom", at(100, 1_030), false],
    ["far away, where a display once was", at(-8_000, 4_000), false],
  ])("%s: %#", (_what, window, expected) => {
    expect(isOnScreen(window, [left, right])).toBe(expected);
  });

  it("is none where there is no display", () => {
    expect(isOnScreen(at(0, 0), [])).toBe(false);
  });
});

describe("a window on a display of another scale than the first", () => {
  const one = { x: 0, y: 0, width: 1_920, height: 1_040 };
  const two = [one, { ...one, x: 1_920 }];

  test.each([
    ["on one display", [one], "win32", false],
    ["on Windows", two, "win32", true],
    ["on macOS", two, "darwin", true],
    ["on Linux, where its frame is not known yet", two, "linux", false],
  ] as const)("has its size set again where it is off else: %s", (_where, displays, platform, expected) => {
    expect(needsBoundsAgain(displays, platform)).toBe(expected);
  });
});
