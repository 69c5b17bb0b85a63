import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Result, Row, Sizes } from "./harness.ts";
import { installPeers } from "./peers.ts";
import { progressLine } from "./progress.ts";
import { keep, loadNow, rowMarkdown, surroundings, verdictOf, type Kept } from "./report.ts";
import type { Order, Told } from "./row-process.ts";
import { rows } from "./rows/index.ts";

/** npm run bench: every row, or those that are named. What is measured and why: docs/performance.md. */

const root = join(import.meta.dirname, "..");
const usual: Sizes = { people: 1_000_000, fewer: 100_000, drafts: 10_000, records: 30_000, rounds: 500 };
const usage = `usage: npm run bench [-- [ROW …] [--people N] [--fewer N] [--drafts N] [--records N] [--rounds N] [--directory DIR]]

${rows.map(({ id, title, minutes }) => `  ${id.padEnd(12)} ${title} (${minutes} min)`).join("\n")}

Results are kept (bench/results.json, bench/results.md) of the usual sizes alone.`;

type Wanted = { readonly chosen: readonly Row[]; readonly sizes: Sizes; readonly directory: string };

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        people: { type: "string", default: String(usual.people) },
        fewer: { type: "string", default: String(usual.fewer) },
        drafts: { type: "string", default: String(usual.drafts) },
        records: { type: "string", default: String(usual.records) },
        rounds: { type: "string", default: String(usual.rounds) },
        directory: { type: "string", default: tmpdir() },
      },
    });
    const sizes = {
      people: Number(values.people),
      fewer: Number(values.fewer),
      drafts: Number(values.drafts),
      records: Number(values.records),
      rounds: Number(values.rounds),
    };
    const known = new Set(rows.map(({ id }) => id));
    if (Object.values(sizes).some((size) => !Number.isSafeInteger(size) || size < 1)) return null;
    if (positionals.some((id) => !known.has(id))) return null;
    const chosen = rows.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
    return { chosen, sizes, directory: values.directory };
  } catch {
    return null;
  }
}

/** A row that takes longer than that waits for something that does not come. */
const longest = 20 * 60_000;

/** Runs a row in a process of its own. Rejects with what kept it from running. */
function runApart(order: Order, onProgress: (share: number, doing: string) => void): Promise<Result> {
  const child = fork(join(import.meta.dirname, "row-process.ts"), {
    execArgv: ["--expose-gc", "--max-old-space-size=12288"],
    cwd: root,
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), longest);
  return new Promise<Result>((resolve, reject) => {
    child.on("message", (message) => {
      const told = message as Told;
      if (told.kind === "progress") onProgress(told.share, told.doing);
      else if (told.kind === "result") resolve(told.result);
      else reject(new Error(told.why));
    });
    child.once("exit", (status, signal) =>
      reject(new Error(`The row's process ended: ${signal ?? String(status)}.`)),
    );
    child.send(order);
  }).finally(() => clearTimeout(timer));
}

async function keptOf(row: Row, sizes: Sizes, run: () => Promise<Result>): Promise<Kept> {
  const before = loadNow();
  const begun = performance.now();
  const at = new Date().toISOString();
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    result = { lines: [], checks: [{ what: "the row ran", found: why, ok: false }] };
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  return {
    id: row.id,
    title: row.title,
    goal: row.goal,
    at,
    seconds,
    sizes,
    load: [before, loadNow()],
    ...result,
  };
}

async function main({ chosen, sizes, directory }: Wanted): Promise<boolean> {
  installPeers();
  const folder = mkdtempSync(join(directory, "front-desk-bench-"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  }
  const where = surroundings(folder);
  console.log(`${Object.values(where).join("\n")}\n`);
  const line = progressLine(chosen);
  const all: Kept[] = [];
  try {
    for (const row of chosen) {
      line.begin(row);
      const order = { id: row.id, sizes, directory: folder };
      const kept = await keptOf(row, sizes, () => runApart(order, line.progress));
      line.end();
      all.push(kept);
      console.log(rowMarkdown(kept));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const isUsual = JSON.stringify(sizes) === JSON.stringify(usual);
  if (isUsual)
    keep(
      all,
      where,
      rows.map(({ id }) => id),
    );
  else console.log("Not kept: these are not the usual sizes.");
  return all.every((kept) => verdictOf(kept) === "met");
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
// A goal that is missed is a result, and no failure of the bench; the last line says which.
const isMet = await main(wanted);
console.log(isMet ? "Every goal is met." : "Some goals are missed: see the rows above.");
