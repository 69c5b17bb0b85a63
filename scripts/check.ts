import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { reportNames } from "./names.ts";
import { compileWords } from "./words.ts";

/**
 * Format, lint and types of the whole project, and what nothing uses (`knip.jsonc`); with `--unit` also the unit tests and what other
 * people's programs find in the description of the service. Side by side; stops at nothing, tells all. Types are checked of what changed
 * since the last time, which node_modules/.cache remembers. How names stand is reported first, and fails nothing.
 */
const root = join(import.meta.dirname, "..");
const folders = [
  "test",
  "bench",
  "main",
  "renderer",
  "tools",
  "scripts",
  "shared",
  "messages",
  "mock",
  "hub",
  "preload",
  "examples",
];
type Step = { readonly command: string; readonly args: readonly string[] };

/** One thread each: more of them work the same types out again, which takes twice the time where all cores have a step. */
const typesOf = (folder: string): Step => ({
  command: "tsc",
  args: [
    "-p",
    folder,
    "--singleThreaded",
    "--incremental",
    "--tsBuildInfoFile",
    `node_modules/.cache/types/${folder}.json`,
  ],
});
const lint: Step = { command: "oxlint", args: ["--type-aware", "--deny-warnings", "."] };
const format: Step = { command: "oxfmt", args: ["--check", "."] };
const unused: Step = { command: "knip", args: ["--no-progress"] };
const unit: Step = { command: "vitest", args: ["run", "--project", "unit", "--project", "instruments"] };

/** Runs a step and prints what it said in one piece, when it failed. Answers whether it went well. */
function run({ command, args }: Step): Promise<boolean> {
  const child = spawn(join(root, "node_modules", ".bin", command), args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
  });
  const said: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => said.push(part));
  child.stderr.on("data", (part: Buffer) => said.push(part));
  return new Promise((resolve) => {
    child.on("close", (status) => {
      if (status !== 0) {
        process.stdout.write(Buffer.concat(said));
        console.error(`failed: ${command} ${args.join(" ")}`);
      }
      resolve(status === 0);
    });
  });
}

/** Takes the next step as soon as one is done, as many at once as the computer has cores. */
async function runAll(steps: readonly Step[]): Promise<boolean> {
  const waiting = [...steps];
  const results: boolean[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await run(next));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results.every(Boolean);
}

compileWords();
console.log(reportNames());
const types = folders.map(typesOf);
// The longest first: what is short fills the cores at the end.
const steps = process.argv.includes("--unit")
  ? [lint, unit, ...types, unused, format]
  : [lint, ...types, unused, format];
process.exit((await runAll(steps)) ? 0 : 1);
