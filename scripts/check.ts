import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { compileWords } from "./words.ts";

/** Format, lint and types of the whole project. `--unit` adds the unit tests. Stops at nothing, tells all. */
const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules", ".bin", name);

const steps: readonly (readonly [string, readonly string[]])[] = [
  [bin("oxfmt"), ["--check", "."]],
  [bin("oxlint"), ["--type-aware", "--deny-warnings", "."]],
  ...[
    "messages",
    "domain",
    "contract",
    "main",
    "preload",
    "renderer",
    "mock",
    "tools",
    "test",
    "scripts",
  ].map((folder) => [bin("tsc"), ["-p", folder]] as const),
  ...(process.argv.includes("--unit") ? [[bin("vitest"), ["run", "--project", "unit"]] as const] : []),
];

compileWords();
let failures = 0;
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) {
    failures += 1;
    console.error(`failed: ${command.split(/[/\\]/).at(-1)} ${args.join(" ")}`);
  }
}
process.exit(failures === 0 ? 0 : 1);
