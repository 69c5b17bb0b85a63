import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { faults } from "./index.ts";
import { runEach } from "./kit/bench.ts";
import { spotless } from "./oracle.ts";
import { isFine, usualRequests, type Fault, type FaultOptions, type FaultRow } from "./row.ts";
import { enterRunFolder } from "../../scripts/run-folder.ts";

const usage = "usage: npm run faults [-- [--long] [--seed N] [--only F1,F2] [--share 0..1]]";
/** They take longest, and begin first: what is short fills the cores at the end. */
const longest: readonly string[] = ["F13", "F12", "F3", "F9"];

/** `row` is set in a process that runs one row for the run that started it. */
type Wanted = FaultOptions & { readonly only: readonly string[]; readonly row: string | null };

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        long: { type: "boolean", default: false },
        seed: { type: "string" },
        only: { type: "string", default: "" },
        share: { type: "string", default: "1" },
        row: { type: "string" },
      },
    });
    const { long, row = null } = values;
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    const share = Number(values.share);
    const only = values.only.split(",").filter(Boolean);
    const known = new Set(faults.map(({ fault }) => fault.id));
    if (!Number.isSafeInteger(seed) || !(share >= 0 && share <= 1)) return null;
    return only.every((id) => known.has(id)) ? { long, seed, share, only, row } : null;
  } catch {
    return null;
  }
}

const columns = [6, 9, 6, 9, 11, 13, 12, 12] as const;
const line = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell, index) => String(cell ?? "-").padEnd(columns[index] ?? 0)).join("");

/** The row of a fault that could not run at all: that is a problem of its own. */
const notRun = ({ id }: Fault, seed: number, why: string): FaultRow => ({
  ...spotless,
  fault: id,
  cases: 0,
  seed,
  problems: [`did not run: ${why}`],
});

async function rowOf(fault: Fault, options: FaultOptions): Promise<FaultRow> {
  try {
    return await fault.run(options);
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return notRun(fault, options.seed, why);
  }
}

type Ran = { readonly row: FaultRow; readonly output: string };

/** Runs a row in a process of its own, so that several run at once and nothing that one leaves behind meets another. */
async function runApart(fault: Fault, { long, seed, share }: FaultOptions, isAlone: boolean): Promise<Ran> {
  const begun = performance.now();
  const options = ["--row", fault.id, "--seed", String(seed), "--share", String(share)];
  const child = fork(import.meta.filename, long ? [...options, "--long"] : options, {
    stdio: ["ignore", isAlone ? "inherit" : "pipe", "inherit", "ipc"],
  });
  const sent: { row: FaultRow | null } = { row: null };
  child.on("message", (row) => void (sent.row = row as FaultRow));
  const output = child.stdout === null ? Promise.resolve("") : text(child.stdout);
  const code = await new Promise((done) => child.once("close", done));
  const row = sent.row ?? notRun(fault, seed, `its process ended with ${String(code)}`);
  // Beside the table, and at once: two runs with one seed print the same table.
  console.error(`  ${fault.id} took ${Math.round((performance.now() - begun) / 1_000)} s`);
  return { row, output: await output };
}

/** `1.2 of 5`: the highest rate, and what the row may have. */
const rateOf = ({ requestsASecond }: FaultRow, { mostRequests = usualRequests }: Fault): string | null =>
  requestsASecond === null ? null : `${requestsASecond.toFixed(1)} of ${mostRequests}`;

function print(fault: Fault, { row, output }: Ran): void {
  const { cases, lost, doubled, undecided, falseWords, seed } = row;
  const cells = [row.fault, cases, lost, doubled, undecided, falseWords, rateOf(row, fault), seed];
  process.stdout.write(output);
  console.log(line([...cells, fault.title]));
  for (const problem of row.problems.slice(0, 20)) console.log(`  ${row.fault} ${problem}`);
  if (row.problems.length > 20) console.log(`  ${row.fault} and ${row.problems.length - 20} more`);
  const { mostRequests = usualRequests } = fault;
  if ((row.requestsASecond ?? 0) > mostRequests)
    console.log(`  ${row.fault} makes more requests a second than the ${mostRequests} it may`);
}

/** Runs as many rows at once as there are cores. Prints them in their order, each once those before it are there. */
async function main(wanted: Wanted): Promise<boolean> {
  const started = performance.now();
  console.log(`seed ${wanted.seed}`);
  const chosen = faults
    .map(({ fault }) => fault)
    .filter(({ id }) => wanted.only.length === 0 || wanted.only.includes(id));
  console.log(
    line(["fault", "cases", "lost", "doubled", "undecided", "false words", "requests/s", "seed", "what"]),
  );
  // A row that was asked to end says what it did until then, and no other begins.
  let isOver = false;
  process.on("SIGINT", () => (isOver = true));
  const ran = new Map<Fault, Ran>();
  let printed = 0;
  const place = ({ id }: Fault): number => (longest.includes(id) ? longest.indexOf(id) : longest.length);
  const first = chosen.toSorted((a, b) => place(a) - place(b));
  await runEach(first, {
    atOnce: availableParallelism(),
    run: async (fault) => {
      if (isOver) return;
      ran.set(fault, await runApart(fault, wanted, chosen.length === 1));
      for (let next = chosen[printed]; next !== undefined; next = chosen[printed]) {
        const done = ran.get(next);
        if (done === undefined) break;
        print(next, done);
        printed += 1;
      }
    },
  });
  console.error(`${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
  return ran.size === chosen.length && [...ran].every(([fault, { row }]) => isFine(row, fault));
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
enterRunFolder();
const one = faults.find(({ fault }) => fault.id === wanted.row)?.fault;
if (one === undefined) process.exit((await main(wanted)) ? 0 : 1);
const row = await rowOf(one, wanted);
// What a fault left open must not keep the run from ending.
process.send?.(row, () => process.exit(0));
