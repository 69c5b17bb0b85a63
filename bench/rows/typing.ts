import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  atMost,
  check,
  interleave,
  lineOf,
  type Context,
  type Result,
  type Row,
  type Side,
} from "../harness.ts";
import { pressAndPaint, watchPage } from "../page-probes.ts";
import { recordsWith } from "../records.ts";
import { bareApp, open, ourApp, placeFor, type Opened } from "../windows.ts";

/**
 * Row 5: from a key press in the wizard's search field to the paint of the results that it brought, over all known
 * patients; beside it a page that shows what is typed once more. Both windows are open, and a name is typed in one and
 * then in the other. Right: results are in the list at the end of each name.
 */

const typed = ["smith", "garcia", "maria j", "johnson"];

const keysOf = (text: string): readonly string[] =>
  [...text].map((letter) => (letter === " " ? "Space" : letter));

async function typeInto(
  opened: Opened,
  text: string,
): Promise<{ readonly times: number[]; readonly shown: string }> {
  const input = opened.page.locator("input").first();
  await input.fill("");
  await input.focus();
  await opened.page.waitForTimeout(200);
  const times: number[] = [];
  for (const key of keysOf(text)) {
    const painted = await pressAndPaint(opened, key);
    if (painted !== null) times.push(painted);
  }
  const shown = await opened.page
    .locator("[role=listbox]")
    .first()
    .innerText()
    .catch(() => "");
  return { times, shown };
}

async function run(context: Context): Promise<Result> {
  const directory = join(context.directory, "typing");
  mkdirSync(directory, { recursive: true });
  const records = await recordsWith(context.sizes.people, {
    directory: context.directory,
    onPart: (share) => context.progress(share / 3, "loading"),
  });
  const place = await placeFor(directory, records);
  const empty = await placeFor(directory, null);
  const [desk, bare] = [await open(ourApp, place), await open(bareApp, empty)];
  await desk.page.locator("input").first().waitFor();
  await watchPage(desk, "[role=listbox]");
  await watchPage(bare, "[role=listbox]");
  const times = new Map<string, number[]>();
  let without = 0;
  const side = (name: string, opened: Opened): Side => ({
    name,
    run: async (round) => {
      const text = typed[round % typed.length] ?? "";
      const { times: own, shown } = await typeInto(opened, text);
      if (!shown.toLowerCase().includes(text.slice(0, 4))) without += 1;
      times.set(name, [...(times.get(name) ?? []), ...own]);
    },
  });
  await interleave([side("Front Desk", desk), side("an echo", bare)], {
    rounds: Math.max(2, Math.round(context.sizes.rounds / 25)),
    onRound: (share) => context.progress(0.4 + share * 0.6, "typing"),
  });
  await desk.close();
  await bare.close();
  await place.remove();
  await empty.remove();
  return {
    lines: [
      lineOf(times, {
        what: `key to results, ${context.sizes.people} people`,
        ours: "Front Desk",
        goals: (of) => [
          atMost("p50 ≤ the echo + 16.7 ms", of("Front Desk").p50 - of("an echo").p50, 16.7),
          atMost("p95 ≤ 50 ms", of("Front Desk").p95, 50),
        ],
      }),
    ],
    checks: [check("names without a result", without, without === 0)],
  };
}

export const row: Row = {
  id: "typing",
  title: "5. From a key press to its results",
  goal: "an echo and one frame; p95 ≤ 50 ms",
  minutes: 1.5,
  run,
};
