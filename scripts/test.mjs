// npm test: installs what the tests need, builds, checks, and runs every suite. The last line counts results.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install, root, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("tests")) process.exit(1);

const report = join(root, "test/output/results.json");
rmSync(report, { force: true });
// Who names files gets all of them (vitest.config.ts).
const named = process.argv.slice(2);
if (named.length === 0) process.env["IN_TURN"] = "1";
let passed = 0;
let failed = 0;
const step = (name, args) => {
  const fine = runNode(args) === 0;
  if (fine) passed += 1;
  else failed += 1;
  console.log(`${fine ? "passed" : "FAILED"}: ${name}`);
  return fine;
};

const built = step("build", ["scripts/build.ts"]);
step("format, lint and types", ["scripts/check.ts"]);
if (built) {
  const status = runNode([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...named,
  ]);
  try {
    const results = JSON.parse(readFileSync(report, "utf8"));
    passed += results.numPassedTests;
    failed += results.numFailedTests;
    // A file that did not load has no tests to fail.
    failed += results.testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    ).length;
  } catch {
    console.error("The test runner wrote no results.");
    failed += 1;
  }
  // An error outside of any test.
  if (status !== 0 && failed === 0) failed += 1;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
