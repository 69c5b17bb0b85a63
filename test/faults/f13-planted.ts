import { spawn } from "node:child_process";
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchFolder } from "./kit/bench.ts";
import { mutations, type Catcher, type Mutation } from "./f13-mutations.ts";
import { spotless } from "./oracle.ts";
import { seeded } from "./kit/random.ts";
import type { Fault, FaultOptions, FaultRow } from "./row.ts";

const root = join(import.meta.dirname, "..", "..");
const sources = [
  "main",
  "shared",
  "docs",
  "hub",
  "messages",
  "mock",
  "renderer",
  "scripts",
  "test",
  "tools",
  "package.json",
  "tsconfig.base.json",
  "vitest.config.ts",
];
const isSource = (path: string): boolean =>
  !/[\\/](output|node_modules)([\\/]|$)/.test(path.slice(root.length));
/** Milliseconds that one run of a test may take; one that hangs has caught nothing. */
const longest = 600_000;
/** A planted fault may leave a test waiting for what never comes. The first that fails is enough. */
const limit = "--testTimeout=60000";
/** Of whoever judges a planted fault: one run says what every other one would. */
const judgeSeed = 1;

/** That share of the mutations, other ones with each seed: a short run comes by all of them in time. */
function draw(share: number, seed: number): readonly Mutation[] {
  const random = seeded(seed);
  const wanted = Math.max(1, Math.round(mutations.length * share));
  const drawn = mutations.map((mutation) => ({ mutation, at: random() })).toSorted((a, b) => a.at - b.at);
  const chosen = new Set(drawn.slice(0, wanted).map(({ mutation }) => mutation));
  return mutations.filter((mutation) => chosen.has(mutation));
}

/** Our own code in a folder of its own; packages are shared. */
function copyOfSources(): string {
  const folder = scratchFolder();
  for (const name of sources)
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isSource });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

type Ended = { readonly code: number | null; readonly output: string };

function run(folder: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    // Without the reporter and workers of a test run that this one is part of.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)),
    );
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...env, NO_COLOR: "1", TEST_SEED: String(judgeSeed) },
      timeout: longest,
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString("utf8") }));
  });
}

const commandOf = (catcher: Catcher): readonly string[] =>
  catcher.by === "fault"
    ? [
        "test/faults/run.ts",
        "--only",
        catcher.id,
        "--share",
        String(catcher.share),
        "--seed",
        String(judgeSeed),
      ]
    : [
        "node_modules/vitest/vitest.mjs",
        "run",
        "--project",
        catcher.project,
        "--bail=1",
        limit,
        catcher.file,
      ];

export const nameOf = (catcher: Catcher): string => (catcher.by === "fault" ? catcher.id : catcher.file);

/** Whether the test ran to its end and found something; a test that could not run has caught nothing. */
function hasCaught(catcher: Catcher, { code, output }: Ended): boolean {
  if (code !== 1) return false;
  if (catcher.by === "tests") return /Tests\s+\d+ failed/.test(output) && !/Failed Suites/.test(output);
  return new RegExp(`^ +${catcher.id} `, "m").test(output) && !/did not run|SyntaxError/.test(output);
}

/** Plants the fault. Throws when the code no longer stands as the mutation says. */
export function plant(source: string, { name, file, changes }: Mutation): string {
  let planted = source;
  for (const { from, to } of changes) {
    const parts = planted.split(from);
    if (parts.length !== 2)
      throw new Error(`“${name}” cannot be planted: ${file} holds ${parts.length - 1} of: ${from}`);
    planted = parts.join(to);
  }
  return planted;
}

type Verdict = { readonly caught: boolean; readonly says: string };

/** Copies the code, plants the fault and runs the test; without the fault the same test must pass. */
async function survive(mutation: Mutation, folder: string): Promise<Verdict> {
  const file = join(folder, mutation.file);
  const source = readFileSync(file, "utf8");
  const { caughtBy } = mutation;
  writeFileSync(file, plant(source, mutation));
  try {
    const ended = await run(folder, commandOf(caughtBy));
    const caught = hasCaught(caughtBy, ended);
    const last = ended.output.trim().split("\n").slice(-6).join(" | ");
    return {
      caught,
      says: caught ? nameOf(caughtBy) : `${nameOf(caughtBy)} ended with ${ended.code}: ${last}`,
    };
  } finally {
    writeFileSync(file, source);
  }
}

/** The tests that are to catch something pass where nothing is planted: else they would catch anything. */
async function baseline(chosen: readonly Mutation[], folder: string): Promise<string[]> {
  const commands = new Map(chosen.map(({ caughtBy }) => [commandOf(caughtBy).join(" "), caughtBy]));
  const problems: string[] = [];
  for (const [command, catcher] of commands) {
    const { code, output } = await run(folder, commandOf(catcher));
    if (code !== 0)
      problems.push(`with nothing planted, ${command} ended with ${code}: ${output.trim().slice(-600)}`);
  }
  return problems;
}

async function runPlanted({ share, seed }: FaultOptions): Promise<FaultRow> {
  const chosen = draw(share, seed);
  const folder = copyOfSources();
  try {
    const problems = await baseline(chosen, folder);
    let caught = 0;
    for (const mutation of chosen) {
      const verdict = await survive(mutation, folder);
      if (verdict.caught) caught += 1;
      else problems.push(`survived: ${mutation.name}; ${verdict.says}`);
      console.log(`  F13 ${verdict.caught ? "caught by" : "SURVIVED"} ${verdict.says}: ${mutation.name}`);
    }
    console.log(`  F13 ${caught} of ${chosen.length} caught`);
    return { ...spotless, fault: "F13", cases: chosen.length, seed, problems };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Faults planted in a copy of our own code: each must be caught by a test. Shows that the tests can fail. */
export const plantedFault: Fault = {
  id: "F13",
  title: "faults planted in a copy of the code are caught",
  run: runPlanted,
};
