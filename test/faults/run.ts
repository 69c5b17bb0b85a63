import { parseArgs } from "node:util";
import { faults } from "./index.ts";
import { spotless } from "./oracle.ts";
import { isFine, usualRequests, type Fault, type FaultOptions, type FaultRow } from "./row.ts";

const usage = "usage: npm run faults [-- [--long] [--seed N] [--only F1,F2] [--share 0..1]]";
/** Minutes that all faults may take together; the long run may take hours. */
const mostMinutes = 45;

type Wanted = FaultOptions & { readonly only: readonly string[] };

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        long: { type: "boolean", default: false },
        seed: { type: "string" },
        only: { type: "string", default: "" },
        share: { type: "string", default: "1" },
      },
    });
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    const share = Number(values.share);
    const only = values.only.split(",").filter(Boolean);
    const known = new Set(faults.map(({ fault }) => fault.id));
    if (!Number.isSafeInteger(seed) || !(share >= 0 && share <= 1)) return null;
    return only.every((id) => known.has(id)) ? { long: values.long, seed, share, only } : null;
  } catch {
    return null;
  }
}

const columns = [6, 9, 6, 9, 11, 13, 12, 12] as const;
const line = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell, index) => String(cell ?? "-").padEnd(columns[index] ?? 0)).join("");

/** The row of a fault; one that could not run at all is a problem of its own. */
async function rowOf(fault: Fault, options: FaultOptions): Promise<FaultRow> {
  try {
    return await fault.run(options);
  } catch (error) {
    const problems = [
      `did not run: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ];
    return { ...spotless, fault: fault.id, cases: 0, seed: options.seed, problems };
  }
}

/** `1.2 of 5`: the highest rate, and what the row may have. */
const rateOf = ({ requestsASecond }: FaultRow, { mostRequests = usualRequests }: Fault): string | null =>
  requestsASecond === null ? null : `${requestsASecond.toFixed(1)} of ${mostRequests}`;

async function main(wanted: Wanted): Promise<boolean> {
  const started = performance.now();
  console.log(`seed ${wanted.seed}`);
  const chosen = faults.filter(({ fault }) => wanted.only.length === 0 || wanted.only.includes(fault.id));
  console.log(
    line(["fault", "cases", "lost", "doubled", "undecided", "false words", "requests/s", "seed", "what"]),
  );
  let fine = true;
  for (const { fault } of chosen) {
    const begun = performance.now();
    const row = await rowOf(fault, wanted);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const { cases, lost, doubled, undecided, falseWords, seed } = row;
    const cells = [row.fault, cases, lost, doubled, undecided, falseWords, rateOf(row, fault), seed];
    console.log(line([...cells, fault.title]));
    // Beside the table: two runs with one seed print the same one.
    console.error(`  ${row.fault} took ${seconds} s`);
    for (const problem of row.problems.slice(0, 20)) console.log(`  ${row.fault} ${problem}`);
    if (row.problems.length > 20) console.log(`  ${row.fault} and ${row.problems.length - 20} more`);
    const { mostRequests = usualRequests } = fault;
    if ((row.requestsASecond ?? 0) > mostRequests)
      console.log(`  ${row.fault} makes more requests a second than the ${mostRequests} it may`);
    fine = fine && isFine(row, fault);
  }
  const minutes = (performance.now() - started) / 60_000;
  const late = minutes > mostMinutes && !wanted.long;
  console.error(`${minutes.toFixed(1)} minutes${late ? `, more than the ${mostMinutes} they may take` : ""}`);
  return fine && !late;
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
// What a fault left open must not keep the run from ending.
process.exit((await main(wanted)) ? 0 : 1);
