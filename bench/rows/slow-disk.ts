import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { words } from "../../messages/words.ts";
import { itemsIn, step } from "../../test/support/app.ts";
import {
  atMost,
  check,
  interleave,
  lineOf,
  single,
  type Context,
  type Result,
  type Row,
} from "../harness.ts";
import { longTasksOf, pressAndPaint, watchPage } from "../page-probes.ts";
import { recordsWith } from "../records.ts";
import { open, ourApp, placeFor, type Opened } from "../windows.ts";

/**
 * A disk that takes 20 ms for each sync (Linux; strace holds up `fsync` and `fdatasync` of main) makes no key stutter:
 * notes are typed in two windows in turn, each saving as usual, one over a quick disk and one over the slow. A key is late
 * when it is painted more than 50 ms after it was pressed. Right: both drafts hold what was typed.
 */

const syncTakes = 20;
const late = 50;

/** Holds up every sync of a process; answers how that is lifted. */
async function slowDown(pid: number): Promise<() => Promise<void>> {
  const calls = "fsync,fdatasync";
  const rules = ["-e", `trace=${calls}`, "-e", `inject=${calls}:delay_enter=${syncTakes * 1_000}`];
  const strace = spawn("strace", ["-f", "-p", String(pid), ...rules, "-o", devNull], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let said = "";
    strace.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("attached")) resolve();
    });
    strace.once("error", reject);
    strace.once("exit", () => reject(new Error(`strace ended: ${said}`)));
  });
  return () =>
    new Promise((resolve) => {
      strace.once("exit", () => resolve());
      strace.kill("SIGINT");
    });
}

const typed = "Walks with a stick. ";

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "slow-disk");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(10, { directory });
  const [quickPlace, slowPlace] = [await placeFor(directory, records), await placeFor(directory, records)];
  const [quick, slow] = [await open(ourApp, quickPlace), await open(ourApp, slowPlace)];
  const lift = await slowDown(slow.app.process().pid ?? 0);
  const notesOf = ({ page }: Opened) => page.getByLabel(words.booking.label.notes, { exact: true });
  for (const opened of [quick, slow]) {
    await step(opened.page, "visit").click();
    await notesOf(opened).focus();
    await watchPage(opened, "input");
  }
  const times = new Map<string, number[]>();
  const side = (name: string, opened: Opened) => ({
    name,
    run: async () => {
      for (const letter of typed) {
        const painted = await pressAndPaint(opened, letter === " " ? "Space" : letter);
        times.set(name, [...(times.get(name) ?? []), painted ?? Number.POSITIVE_INFINITY]);
      }
    },
  });
  const rounds = Math.max(1, Math.round(context.sizes.rounds / 100));
  await interleave([side("Front Desk, a slow disk", slow), side("the same, a quick disk", quick)], {
    rounds,
    onRound: (share) => context.progress(share, "typing"),
  });
  const isKept = async ({ page }: Opened): Promise<boolean> => {
    // The last keys are saved a moment after they were typed.
    for (let tries = 0; tries < 100; tries += 1) {
      const items = await itemsIn(page);
      if (items.some((item) => item.kind === "booking" && item.form.notes === typed.repeat(rounds)))
        return true;
      await page.waitForTimeout(100);
    }
    return false;
  };
  const [isKeptSlow, isKeptQuick] = [await isKept(slow), await isKept(quick)];
  const [longSlow, longQuick] = [await longTasksOf(slow), await longTasksOf(quick)];
  await lift();
  for (const opened of [quick, slow]) await opened.close();
  for (const place of [quickPlace, slowPlace]) await place.remove();
  const lateOf = (name: string): number => (times.get(name) ?? []).filter((time) => time > late).length;
  const [lateSlow, lateQuick] = [lateOf("Front Desk, a slow disk"), lateOf("the same, a quick disk")];
  return {
    lines: [
      lineOf(times, {
        what: `a key, ${syncTakes} ms a sync`,
        ours: "Front Desk, a slow disk",
        goals: () => [
          atMost(`keys of more than ${late} ms: no more than on a quick disk`, lateSlow, lateQuick),
        ],
      }),
      {
        what: "tasks of more than 50 ms in the page",
        unit: "count",
        ours: single(longSlow),
        peers: [{ name: "the same, a quick disk", stats: single(longQuick) }],
        goals: [atMost("no more than on a quick disk", longSlow, longQuick)],
      },
    ],
    checks: [
      check("notes kept on the slow disk", isKeptSlow ? "yes" : "no", isKeptSlow),
      check("notes kept on the quick disk", isKeptQuick ? "yes" : "no", isKeptQuick),
    ],
  };
}

export const row: Row = {
  id: "slow-disk",
  title: "A slow disk makes no key stutter",
  goal: "no more late keys and long tasks than on a quick disk",
  minutes: 1,
  run,
};
