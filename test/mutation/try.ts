import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import type { Group } from "./groups.ts";
import { textAt, type Tried } from "./score.ts";

const root = join(import.meta.dirname, "..", "..");

/** What the unit tests of these files read; nothing else is copied for a run. */
const copied = [
  "bench",
  "shared",
  "main",
  "messages",
  "mock",
  "renderer",
  "test/faults",
  "test/fixtures",
  "test/mutation",
  "test/support",
  "test/unit",
];
/** Stryker leaves out what these name; one with `!` takes it in again. */
const notCopied = [
  "**",
  ...copied.map((folder) => `!${folder}/**/*`),
  "!package.json",
  "!tsconfig.base.json",
];

type Result = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const ends: Readonly<Record<Result["status"], Tried["end"]>> = {
  Killed: "killed",
  // A loop without end, or a test that waited for what never came.
  Timeout: "killed",
  Survived: "survived",
  NoCoverage: "survived",
  CompileError: "invalid",
  RuntimeError: "invalid",
  // By a comment in the source, which is no place for an excuse; or never tried.
  Ignored: "survived",
  Pending: "survived",
};

/** Tries every mutant of the group's files with the group's tests, and tells how far it is. Rejects when the tests fail as they are. */
export async function tryGroup(
  { files, tests }: Group,
  { concurrency, patience }: { readonly concurrency: number; readonly patience: number },
): Promise<Tried[]> {
  process.env["MUTATION_TESTS"] = tests.join(",");
  process.env["MUTATION_PATIENCE"] = String(patience);
  process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules", ".cache", "node");
  const results = await new Stryker({
    mutate: [...files],
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "test/mutation/vitest.config.ts", related: false },
    coverageAnalysis: "perTest",
    concurrency,
    reporters: ["progress-append-only"],
    allowConsoleColors: false,
    tempDirName: "test/output/stryker",
    cleanTempDir: "always",
    ignorePatterns: notCopied,
    disableTypeChecks: false,
    timeoutMS: 6_000 * patience,
    dryRunTimeoutMinutes: 5 * patience,
  }).runMutationTest();
  return results.map((result) => {
    const file = relative(root, resolve(root, result.fileName)).replaceAll("\\", "/");
    return {
      file,
      line: result.location.start.line,
      mutator: result.mutatorName,
      original: textAt(readFileSync(join(root, file), "utf8"), result.location),
      replacement: result.replacement ?? "",
      end: ends[result.status],
    };
  });
}
