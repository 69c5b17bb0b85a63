import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { equivalent } from "./equivalent/index.ts";
import { decidesSending, others, type Group } from "./groups.ts";
import { describe, score, type Score } from "./score.ts";
import { withScores } from "./table.ts";
import { tryGroup } from "./try.ts";

const usage =
  "usage: npm run mutation [-- [--all] [--only GROUP_OR_FILE,…] [--concurrency N] [--patience N] [--write]]\n" +
  "  without --all, the files that decide what is sent; --write keeps the table in test/mutation/results.md;\n" +
  "  --patience makes every limit of time so many times as long, on a busy computer";
const root = join(import.meta.dirname, "..", "..");
const out = join(root, "test", "output", "mutation");
const groups = [...decidesSending, ...others];

type Wanted = {
  readonly groups: readonly Group[];
  readonly concurrency: number;
  readonly patience: number;
  readonly write: boolean;
};

/** What `--only` leaves of a group: all of it by its name, or the files that are named. */
const only = (group: Group, names: readonly string[]): Group => ({
  ...group,
  files: names.includes(group.name) ? group.files : group.files.filter((file) => names.includes(file)),
});

function parse(args: readonly string[]): Wanted | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        all: { type: "boolean", default: false },
        only: { type: "string", default: "" },
        concurrency: { type: "string", default: String(availableParallelism()) },
        patience: { type: "string", default: "1" },
        write: { type: "boolean", default: false },
      },
    });
    const [concurrency, patience] = [Number(values.concurrency), Number(values.patience)];
    if (![concurrency, patience].every((count) => Number.isSafeInteger(count) && count > 0)) return null;
    const names = values.only.split(",").filter(Boolean);
    const known = new Set(groups.flatMap(({ name, files }) => [name, ...files]));
    if (!names.every((name) => known.has(name))) return null;
    const chosen =
      names.length === 0
        ? values.all
          ? groups
          : decidesSending
        : groups.map((group) => only(group, names)).filter(({ files }) => files.length > 0);
    return { groups: chosen, concurrency, patience, write: values.write };
  } catch {
    return null;
  }
}

function tell({ survivors, problems, ...one }: Score): void {
  const { file, killed, mutants, percent, equivalent: same } = one;
  console.log(
    `${file}: ${killed} of ${mutants} killed, ${percent} %${same > 0 ? `, ${same} equivalent` : ""}`,
  );
  for (const survivor of survivors) console.log(`  survived ${describe(survivor)}`);
  for (const problem of problems) console.log(`  FAILS ${problem}`);
}

function write(scores: readonly Score[]): void {
  const path = join(root, "test", "mutation", "results.md");
  const known = groups.flatMap(({ files }) => files);
  const on = new Date().toISOString().slice(0, "2026-11-23".length);
  writeFileSync(path, withScores(readFileSync(path, "utf8"), { scores, on, known }));
  execFileSync(process.execPath, [join(root, "node_modules", "oxfmt", "bin", "oxfmt"), path]);
}

async function main(wanted: Wanted): Promise<boolean> {
  const started = performance.now();
  mkdirSync(out, { recursive: true });
  let fine = true;
  for (const [at, group] of wanted.groups.entries()) {
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    console.log(`\n${group.name} (${at + 1} of ${wanted.groups.length}, ${minutes} minutes so far)`);
    try {
      const tried = await tryGroup(group, wanted);
      const scores = group.files.map((file) =>
        score({ file, atLeast: group.atLeast }, { tried, listed: equivalent }),
      );
      writeFileSync(join(out, `${group.name.replace(/[ /]/g, "-")}.json`), JSON.stringify(scores, null, 2));
      for (const each of scores) tell(each);
      if (wanted.write) write(scores);
      fine = fine && scores.every(({ problems }) => problems.length === 0);
    } catch (error) {
      fine = false;
      console.log(
        `  FAILS ${group.name} could not be tried: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${fine ? "Every file reached what is wanted of it" : "FAILS"} (${minutes} minutes)`);
  return fine;
}

const wanted = parse(process.argv.slice(2));
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
process.exit((await main(wanted)) ? 0 : 1);
