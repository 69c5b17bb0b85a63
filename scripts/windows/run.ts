import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, runNode } from "../install.mjs";
import { report, tableOf } from "./table.ts";
import { prepareWine, runOnWine, whatIsMissing } from "./wine.ts";

const reportFile = "test/output/windows.json";

const vitest = [
  "node_modules/vitest/vitest.mjs",
  "run",
  "--project=unit",
  "--project=integration",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${reportFile}`,
  // Starting a process takes seconds over Wine, and many tests start several: this limit is for what hangs.
  "--testTimeout=600000",
  ...process.argv.slice(2),
];

/** Runs the tests, and answers the folder in which their report is. */
async function run(): Promise<string> {
  if (process.platform === "win32") {
    rmSync(join(root, reportFile), { force: true });
    runNode(vitest);
    return root;
  }
  const copy = prepareWine();
  mkdirSync(join(copy, dirname(reportFile)), { recursive: true });
  await runOnWine(copy, vitest);
  return copy;
}

function readReport(folder: string): ReturnType<typeof tableOf> {
  try {
    return tableOf(report.parse(JSON.parse(readFileSync(join(folder, reportFile), "utf8"))));
  } catch (error) {
    return { lines: [`The test runner wrote no results: ${String(error)}`, "0 passed, 1 failed"], failed: 1 };
  }
}

const missing = process.platform === "win32" ? null : whatIsMissing();
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const { lines, failed } = readReport(await run());
for (const line of lines) console.log(line);
process.exit(failed === 0 ? 0 : 1);
