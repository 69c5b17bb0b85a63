import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bounds, Model } from "./searches.ts";

const run = promisify(execFile);
const models = join(import.meta.dirname, "..", "..", "model");

export type Asked = {
  readonly model: Model;
  readonly bounds: Bounds;
  readonly plant: string | null;
  /** In MB. */
  readonly memory: number;
};

export type Found = {
  /** False when memory or depth gave out: nothing is shown then. */
  readonly isWhole: boolean;
  readonly states: number;
  readonly depth: number;
  /** In MB. */
  readonly memory: number;
  readonly seconds: number;
  /** The shortest history that breaks a property, in words; null when there is none. */
  readonly history: readonly string[] | null;
};

const statuses = ["nothing", "direct", "ready", "sending", "needs checking", "booked", "discarded"];

/** `{5}` is the set of the attempts 1 and 3. */
function inWords(line: string): string {
  const set = (bits: string): string =>
    [1, 2, 3, 4, 5].filter((attempt) => (Number(bits) >> (attempt - 1)) & 1).join(", ") || "none";
  return line
    .replace(/\bstatus (\d)/g, (_all, status: string) => statuses[Number(status)] ?? status)
    .replace(/\{(\d+)\}/g, (_all, bits: string) => set(bits))
    .replace(/: ([01])$/, (_all, bit: string) => `: ${bit === "1" ? "yes" : "no"}`);
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? Number.NaN);

/** What a program said; a search that finds an error is no failure of the program. */
async function said(folder: string, program: string, args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await run(program, args, { cwd: folder, maxBuffer: 2 ** 26 });
  return stdout + stderr;
}

/**
 * Searches every history within the bounds. With a planted error breadth comes first, so that what is found is the
 * shortest. Throws when the model does not compile.
 */
export async function search({ model, bounds, plant, memory }: Asked): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-model-"));
  const defines = [
    ...Object.entries(bounds).map(([name, value]) => `-D${name}=${value}`),
    ...(plant === null ? [] : [`-DPLANT_${plant}`]),
  ];
  try {
    const file = `${model}.pml`;
    copyFileSync(join(models, file), join(folder, file));
    await said(folder, "spin", ["-a", ...defines, file]);
    // What is found soon is not worth the compiler's time.
    const kind = plant === null ? ["-O2"] : ["-O0", "-DBFS"];
    const flags = ["-w", "-DSAFETY", "-DNOREDUCE", "-DNOFAIR", "-DCOLLAPSE", `-DMEMLIM=${memory}`];
    await said(folder, "gcc", [...flags, ...kind, "-o", "pan", "pan.c"]);
    const started = performance.now();
    // Ends that are no errors: where the bounds are reached, nothing more happens.
    const told = await said(folder, join(folder, "pan"), ["-E", "-n", "-m1000000"]);
    const trail = existsSync(join(folder, `${file}.trail`));
    const replay = trail ? await said(folder, "spin", ["-t", "-T", ...defines, file]) : "";
    return {
      isWhole:
        /errors: 0$/m.test(told) && !/out of memory|max search depth too small|not completed/.test(told),
      states: numberIn(told, /^\s*(\S+) states, stored/m),
      depth: numberIn(told, /depth reached (\d+)/),
      memory: numberIn(told, /^\s*(\S+)\s+total actual memory usage/m),
      seconds: (performance.now() - started) / 1_000,
      history: trail ? historyOf(replay) : null,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was said before the first assertion failed. */
const historyOf = (replay: string): readonly string[] =>
  (replay.split(/^spin: .*assertion violated/m)[0] ?? "")
    .split("\n")
    .map((line) => inWords(line.trim()))
    .filter((line) => line !== "");
