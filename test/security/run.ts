import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../../scripts/build.ts";
import { judge, results, type Held, type Results } from "./row.ts";
import { securityRows } from "./rows.ts";
import { formatRows, resultTable, replaceList } from "./table.ts";

/** npm run security: runs what holds each row of the security table, counts the cases, and prints the table. */
const usage = "usage: npm run security [-- [--built] [--audit] [--only 'part of a row's name'] [--write]]";
const root = join(import.meta.dirname, "..", "..");
const output = join(root, "test", "output");

const options = {
  /** With dist/ as it is. */
  built: { type: "boolean", default: false },
  /** Known weaknesses of what is installed too: asks npm's registry. */
  audit: { type: "boolean", default: false },
  /** The rows with that in their name alone. */
  only: { type: "string", default: "" },
  /** Runs nothing, and writes the table of docs/security.md anew. */
  write: { type: "boolean", default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch {
    return null;
  }
}

/** As often as makes ten thousand answers of the service: what the table claims. */
const fuzzTimes = "5";

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** One run of Vitest over some files: all of their tests, or in parts those with such a name. */
function runTests(held: readonly Held[], name: "whole" | "parts"): Results {
  const report = join(output, `security-${name}.json`);
  rmSync(report, { force: true });
  const names = held.flatMap(({ only }) => (only === undefined ? [] : [escaped(only)]));
  spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...[...new Set(held.map(({ project }) => project))].flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...(name === "whole" ? [] : ["-t", names.join("|")]),
      ...new Set(held.map(({ file }) => file)),
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, FUZZ_TIMES: process.env["FUZZ_TIMES"] ?? fuzzTimes },
    },
  );
  try {
    return results.parse(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    // Then none of its tests ran, and each of its rows says so.
    return { testResults: [] };
  }
}

/** Files of which every test counts somewhere, and those that tell a story, run whole; of the others what a row names. */
function runAll(held: readonly Held[]): Results {
  // In a real window each test goes on from where the one before it left off.
  const needsAll = ({ project, only }: Held): boolean => only === undefined || project === "e2e";
  const whole = new Set(held.filter(needsAll).map(({ file }) => file));
  const wholly = held.filter(({ file }) => whole.has(file));
  const parts = held.filter(({ file }) => !whole.has(file));
  const runs = [
    ...(wholly.length > 0 ? [runTests(wholly, "whole")] : []),
    ...(parts.length > 0 ? [runTests(parts, "parts")] : []),
  ];
  return { testResults: runs.flatMap(({ testResults }) => testResults) };
}

function audit(): boolean {
  const { status } = spawnSync("npm", ["audit", "--audit-level=moderate"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status === 0;
}

async function main(wanted: NonNullable<ReturnType<typeof readOptions>>): Promise<boolean> {
  if (wanted.write) {
    const page = join(root, "docs", "security.md");
    writeFileSync(page, replaceList(readFileSync(page, "utf8"), formatRows(securityRows)));
    return spawnSync(join(root, "node_modules/.bin/oxfmt"), [page], { stdio: "inherit" }).status === 0;
  }
  const rows = securityRows.filter(({ name }) => name.toLowerCase().includes(wanted.only.toLowerCase()));
  if (rows.length === 0) throw new Error(usage);
  mkdirSync(output, { recursive: true });
  if (!wanted.built) await build();
  const outcomes = judge(rows, runAll(rows.flatMap(({ held }) => held)));
  const table = resultTable(outcomes);
  writeFileSync(join(output, "security.txt"), `${table}\n`);
  console.log(`\n${table}`);
  const isAudited = !wanted.audit || audit();
  if (wanted.audit) console.log(`npm audit: ${isAudited ? "passed" : "FAILED"}`);
  return isAudited && outcomes.every(({ isFine }) => isFine);
}

const wanted = readOptions();
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
process.exit((await main(wanted)) ? 0 : 1);
