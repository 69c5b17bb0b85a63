import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { watchFolder, settled } from "../../../main/features/policy/folder-watch.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A folder of which the test says when it is there, and when something happens in it. */
function watched(isThere = true) {
  const clock = fakeClock("2026-04-01T15:00:00.000Z");
  const world = { isThere, opened: 0, closed: 0, changes: 0, changed: (): void => undefined };
  const errors: (() => void)[] = [];
  const watch = watchFolder({
    folder: "/etc/front-desk",
    clock,
    onChange: () => (world.changes += 1),
    watching: (folder, heard) => {
      if (!world.isThere) throw new Error("ENOENT");
      expect(folder).toBe("/etc/front-desk");
      world.opened += 1;
      world.changed = heard;
      const watcher = {
        on: (event: string, listener: () => void) => {
          if (event === "error") errors.push(listener);
          return watcher;
        },
        close: () => void (world.closed += 1),
      };
      return watcher as never;
    },
  });
  return Object.assign(world, { clock, watch, fail: () => errors.at(-1)?.() });
}

it("a file has half a second to be written wholly, and is then read once", async () => {
  const world = watched();
  world.changed();
  await world.clock.advance(settled - 1);
  world.changed();
  await world.clock.advance(settled - 1);
  expect(world.changes).toBe(0);
  await world.clock.advance(1);
  expect(world.changes).toBe(1);
  await world.clock.advance(10 * settled);
  expect([world.changes, settled]).toEqual([1, 500]);
});

it("a folder is watched once, however often somebody begins", () => {
  const world = watched();
  world.watch.begin();
  world.watch.begin();
  expect([world.opened, world.closed]).toEqual([1, 0]);
});

it("a folder that is not there harms nothing, and is watched once it is", async () => {
  const world = watched(false);
  world.watch.begin();
  world.isThere = true;
  world.watch.begin();
  world.changed();
  await world.clock.advance(settled);
  expect([world.opened, world.changes]).toEqual([1, 1]);
});

it("a folder that can no longer be watched is let go, and watched anew the next time", () => {
  const world = watched();
  world.fail();
  expect([world.opened, world.closed]).toEqual([1, 1]);
  world.watch.begin();
  expect([world.opened, world.closed]).toEqual([2, 1]);
});

it("ends with the program: nothing is read after it, and nothing watched again", async () => {
  const world = watched();
  world.changed();
  world.watch.stop();
  world.watch.begin();
  await world.clock.advance(10 * settled);
  expect([world.opened, world.closed, world.changes, world.clock.pending()]).toEqual([1, 1, 0, 0]);
});

it("where nothing is watched there is nothing to end", () => {
  const world = watched(false);
  world.watch.stop();
  world.isThere = true;
  world.watch.begin();
  expect([world.opened, world.closed]).toEqual([0, 0]);
});

it("the system's own way takes a folder that is there, and one that is not", () => {
  const folder = join(temporaryFolder(), "front-desk");
  const watch = watchFolder({
    folder,
    clock: fakeClock("2026-04-01T15:00:00.000Z"),
    onChange: () => undefined,
  });
  mkdirSync(folder);
  watch.begin();
  watch.stop();
});
