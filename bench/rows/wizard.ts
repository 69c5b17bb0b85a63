import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { words } from "../../messages/words.ts";
import { step } from "../../test/support/app.ts";
import {
  atMost,
  check,
  interleave,
  single,
  statsOf,
  type Context,
  type Result,
  type Row,
} from "../harness.ts";
import { interactionsOf, longTasksOf, watchPage } from "../page-probes.ts";
import { recordsWith } from "../records.ts";
import { bareApp, open, ourApp, placeFor, type Opened } from "../windows.ts";

/**
 * Row 13: two hundred keys in the wizard on a processor that is slowed down four times (by the DevTools protocol): the
 * patient is searched, service, date, time and notes are typed, the steps are changed. Beside it the same keys in a page
 * with one input. Times are the browser's own, from a key to its next paint; those under 16 ms it does not tell and are
 * counted as 8. Right: as many keys arrived in both.
 */

const slower = 4;
const unseen = 8;
const notes = "Asked for the room on the ground floor.";

const parts: readonly {
  readonly place: "patient" | "visit";
  readonly field: string | null;
  readonly text: string;
}[] = [
  { place: "patient", field: null, text: "smith" },
  { place: "visit", field: words.booking.label.service, text: "101" },
  { place: "visit", field: words.booking.label.date, text: "tomorrow" },
  { place: "visit", field: words.booking.label.time, text: "2pm" },
  { place: "visit", field: words.booking.label.notes, text: notes },
];

const typeText = async ({ page }: Opened, text: string): Promise<void> => {
  for (const letter of text) await page.keyboard.press(letter === " " ? "Space" : letter, { delay: 10 });
};

async function inWizard(desk: Opened): Promise<number> {
  let keys = 0;
  for (const { place, field, text } of parts) {
    await step(desk.page, place).click();
    const input =
      field === null ? desk.page.getByRole("combobox").first() : desk.page.getByLabel(field, { exact: true });
    await input.fill("");
    await input.focus();
    await typeText(desk, text);
    keys += (await input.inputValue()) === text ? text.length : 0;
  }
  return keys;
}

async function inBare(bare: Opened): Promise<number> {
  let keys = 0;
  const input = bare.page.locator("input").first();
  for (const { text } of parts) {
    await input.fill("");
    await input.focus();
    await typeText(bare, text);
    keys += (await input.inputValue()) === text ? text.length : 0;
  }
  return keys;
}

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "wizard");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(context.sizes.fewer, {
    directory: context.directory,
    onPart: (share) => context.progress(share / 3, "loading"),
  });
  const [place, empty] = [await placeFor(directory, records), await placeFor(directory, null)];
  const [desk, bare] = [await open(ourApp, place), await open(bareApp, empty)];
  await desk.page.locator("input").first().waitFor();
  for (const opened of [desk, bare]) {
    await watchPage(opened, "input");
    await (await opened.session()).send("Emulation.setCPUThrottlingRate", { rate: slower });
  }
  const keys = { desk: 0, bare: 0 };
  await interleave(
    [
      { name: "Front Desk", run: async () => void (keys.desk += await inWizard(desk)) },
      { name: "one input", run: async () => void (keys.bare += await inBare(bare)) },
    ],
    {
      rounds: Math.max(1, Math.round(context.sizes.rounds / 125)),
      onRound: (share) => context.progress(0.4 + share * 0.6, "typing"),
    },
  );
  const all = async (opened: Opened, pressed: number) => {
    const seen = await interactionsOf(opened);
    return statsOf([...seen, ...Array.from({ length: Math.max(0, pressed - seen.length) }, () => unseen)]);
  };
  const ours = await all(desk, keys.desk);
  const theirs = await all(bare, keys.bare);
  const [long, longBare] = [await longTasksOf(desk), await longTasksOf(bare)];
  await desk.close();
  await bare.close();
  await place.remove();
  await empty.remove();
  return {
    lines: [
      {
        what: `keys and clicks at ${slower} × throttle`,
        unit: "ms",
        ours,
        peers: [{ name: "one input", stats: theirs }],
        goals: [atMost("p95 ≤ 50 ms", ours.p95, 50)],
      },
      {
        what: "tasks of more than 50 ms",
        unit: "count",
        ours: single(long),
        peers: [{ name: "one input", stats: single(longBare) }],
        goals: [atMost("none", long, 0)],
      },
    ],
    checks: [
      check(
        "keys that arrived in both",
        `${keys.desk}, ${keys.bare}`,
        keys.desk > 0 && keys.desk === keys.bare,
      ),
    ],
  };
}

export const row: Row = {
  id: "wizard",
  title: "13. The wizard on a slow computer",
  goal: "p95 ≤ 50 ms at 4 × throttle, no long task",
  minutes: 1,
  run,
};
