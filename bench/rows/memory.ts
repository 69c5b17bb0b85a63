import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { atMost, interleave, lineOf, type Context, type Result, type Row } from "../harness.ts";
import { recordsWith } from "../records.ts";
import { bareApp, open, ourApp, placeFor, type Place } from "../windows.ts";

/**
 * Row 14: memory when nobody does anything, with all known patients, after a search: of the main process (resident), and
 * of all processes together (proportional set size, Linux alone). Beside it the bare app, each opened anew in turn.
 */

/** Milliseconds in which what begins at the start comes to its end. */
const rest = 3_000;
const megabyte = 1024 * 1024;
/** Megabytes that the database may keep of its pages. */
const pageCache = 8;

/** A process and all that it started. */
function treeOf(pid: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8")) ?? [];
        return [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
  const below = (of: number): readonly number[] => [
    of,
    ...parents.filter(({ parent }) => parent === of).flatMap(({ pid }) => below(pid)),
  ];
  return below(pid);
}

function proportional(pid: number): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

type Used = { readonly main: number; readonly all: number };

async function used(path: string, place: Place): Promise<Used> {
  const { app, page, close } = await open(path, place);
  const input = page.locator("input").first();
  await input.waitFor();
  await input.fill("smith");
  await page.waitForTimeout(rest);
  const main = await app.evaluate(() => process.memoryUsage().rss);
  const all = treeOf(app.process().pid ?? 0).reduce((sum, pid) => sum + proportional(pid), 0);
  await close();
  return { main: main / megabyte, all };
}

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "memory");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(context.sizes.people, {
    directory: context.directory,
    onPart: (share) => context.progress(share / 2, "loading"),
  });
  const [place, empty] = [await placeFor(directory, records), await placeFor(directory, null)];
  const whole = new Map<string, number[]>();
  const side = (name: string, path: string, of: Place) => ({
    name,
    run: async () => {
      const { main, all } = await used(path, of);
      whole.set(name, [...(whole.get(name) ?? []), all]);
      return main;
    },
  });
  const mains = await interleave([side("Front Desk", ourApp, place), side("a bare app", bareApp, empty)], {
    rounds: 3,
    onRound: (share) => context.progress(0.5 + share / 2, "resting"),
  });
  await place.remove();
  await empty.remove();
  return {
    lines: [
      lineOf(mains, {
        what: `main process, ${context.sizes.people} patients`,
        unit: "MB",
        ours: "Front Desk",
        goals: (of) => [
          atMost(
            `≤ 1.25 × the bare app and ${pageCache} MB of pages`,
            (of("Front Desk").p50 - pageCache) / of("a bare app").p50,
            1.25,
          ),
        ],
      }),
      lineOf(whole, {
        what: "all processes",
        unit: "MB",
        ours: "Front Desk",
        goals: (of) => [
          atMost(
            `≤ 1.25 × the bare app and ${pageCache} MB of pages`,
            (of("Front Desk").p50 - pageCache) / of("a bare app").p50,
            1.25,
          ),
        ],
      }),
    ],
    checks: [],
  };
}

export const row: Row = {
  id: "memory",
  title: "14. Memory at rest",
  goal: "≤ 1.25 × the bare app, and the page cache",
  minutes: 1,
  run,
};
