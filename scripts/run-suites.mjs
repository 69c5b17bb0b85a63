// Installs what the tests need, builds, checks, and runs suites of tests. Runs on Node 20, like all that comes before the install.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install, root, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

const summaryFile = join(root, "test/output/summary.json");

/** What the run of Vitest came to; a run without results is a failure. */
function readSummary() {
  try {
    return JSON.parse(readFileSync(summaryFile, "utf8"));
  } catch {
    return { passed: 0, failed: 1, lines: ["The test runner wrote no results."] };
  }
}

/**
 * Runs Vitest with these arguments, then these steps (`[name, arguments of Node]`), tells at the end what was slow, retried or skipped,
 * and as its last line the count: the build, the checks and each step count as one. Ends the process.
 */
export function runSuites(args, steps = []) {
  install();
  if (!systemPackages("tests")) process.exit(1);
  rmSync(summaryFile, { force: true });
  let passed = 0;
  let failed = 0;
  const lines = [];
  const run = (name, nodeArgs) => {
    const isFine = runNode(nodeArgs) === 0;
    if (isFine) passed += 1;
    else failed += 1;
    console.log(`${isFine ? "passed" : "FAILED"}: ${name}`);
    return isFine;
  };
  const isBuilt = run("build", ["scripts/build.ts"]);
  run("format, lint and types", ["scripts/check.ts"]);
  if (isBuilt) {
    const started = performance.now();
    const status = runNode(["node_modules/vitest/vitest.mjs", "run", ...args]);
    const summary = readSummary();
    passed += summary.passed;
    // Vitest also fails where it found nothing to run.
    failed += status !== 0 && summary.failed === 0 ? 1 : summary.failed;
    const minutes = ((performance.now() - started) / 60_000).toFixed(1);
    lines.push(...summary.lines, `Tests took ${minutes} minutes`);
    for (const [name, nodeArgs] of steps) run(name, nodeArgs);
  }
  for (const line of lines) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
