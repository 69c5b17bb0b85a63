import { parseArgs } from "node:util";
import type { TestApp } from "../support/app.ts";
import { atMost, isSo, type Check } from "./check.ts";
import { hourAtRest, hourOf, outages } from "./outage.ts";
import { enterRunFolder } from "../../scripts/run-folder.ts";
import { bookForLong, countBudgets, growthBudgets, rememberThousand, type Sample } from "./window.ts";

/** npm run soak: what grows at a desk that stays open. What came of it: docs/performance.md. */

const usage = "usage: npm run soak [-- [--hours N] [--seed N]]: ten minutes where nothing is said";
/** Fewer tell nothing of what grows. */
const fewest = 100;
/** Between two looks at the window. */
const every = 10;

type Wanted = { readonly hours: number; readonly seed: number };

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { hours: { type: "string" }, seed: { type: "string" } },
    });
    const hours = values.hours === undefined ? 1 / 6 : Number(values.hours);
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    return hours > 0 && Number.isSafeInteger(seed) ? { hours, seed } : null;
  } catch {
    return null;
  }
}

/** The checks of one part; what kept it from its end is one that failed. */
async function look(part: string, run: () => Promise<readonly Check[]>): Promise<readonly Check[]> {
  const checks = await run().catch((error: unknown) => [
    isSo(
      "it came to its end",
      false,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ),
  ]);
  console.log(part);
  for (const { what, found, budget, isKept } of checks)
    console.log(`  ${isKept ? "  " : "! "}${what.padEnd(52)} ${found.padStart(18)}   ${budget}`);
  return checks;
}

const restBefore = 20_000;
const minute = 60_000;

/** The CPU that main takes while nobody does anything. */
async function minuteAtRest({ app, page }: TestApp): Promise<readonly Check[]> {
  const used = (): Promise<number> =>
    app.evaluate(() => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    });
  // What the last booking set off comes to its end.
  await page.waitForTimeout(restBefore);
  const before = await used();
  await page.waitForTimeout(minute);
  return [atMost("main: CPU in a minute at rest", (await used()) - before, 0.05, " s")];
}

const line = ({
  bookings,
  removed,
  listeners,
  page,
  main,
  whole,
  timers,
  files,
  database,
  log,
}: Sample): string =>
  `${bookings} bookings: ${removed} removed nodes, ${listeners} listeners, page ${(page / 1_000).toFixed(2)} MB, ` +
  `main ${main.toFixed(2)} of ${whole.toFixed(2)} MB, ${timers} timers, ${files} files, database ${database.toFixed(0)} kB, log ${log.toFixed(2)} MB`;

async function main({ hours, seed }: Wanted): Promise<boolean> {
  console.log(`seed ${seed}, ${(hours * 60).toFixed(0)} minutes`);
  const end = performance.now() + hours * 3_600_000;
  const all: Check[] = [];
  for (const outage of outages) {
    const { name, items, hours: long = 1 } = outage;
    const part = `${long === 1 ? "an hour" : `${long} hours`} of: ${name}, ${items} ${items === 1 ? "patient" : "patients"}`;
    all.push(...(await look(part, () => hourOf(outage, seed))));
  }
  all.push(...(await look("an hour at rest", () => hourAtRest(seed))));
  const day = {
    seed,
    every,
    withHeap: true,
    isOver: (bookings: number) => bookings >= fewest && performance.now() > end,
    onSample: (sample: Sample) => console.log(line(sample)),
    atStart: rememberThousand,
    atEnd: minuteAtRest,
  };
  const booked = async (): Promise<readonly Check[]> => {
    const { samples, checks } = await bookForLong(day);
    return [...countBudgets(samples), ...growthBudgets(samples), ...checks];
  };
  all.push(...(await look("bookings through the window", booked)));
  const broken = all.filter(({ isKept }) => !isKept);
  const verdict = broken.length === 0 ? "every budget is kept" : `${broken.length} budgets are NOT kept`;
  console.log(`${verdict}, of ${all.length}; seed ${seed}`);
  return broken.length === 0;
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
enterRunFolder();
process.exit((await main(wanted)) ? 0 : 1);
