import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** A system call as strace shows it, once it has returned. */
export type SystemCall = {
  readonly thread: string;
  readonly name: string;
  /** The file or socket behind its first argument: a path, or `TCP:[from->to]`. */
  readonly target: string;
  /** The bytes that it wrote; empty for a sync. */
  readonly data: Buffer;
  /** The last number among its arguments: the offset of `pwrite64`, the length of `ftruncate`. */
  readonly number: number;
  /** The names among its arguments that say how a file is opened, such as `O_RDONLY`. */
  readonly modes: readonly string[];
  readonly result: number;
};

const written = "fsync,fdatasync,write,writev,sendto,sendmsg,pwrite64,pwritev,ftruncate".split(",");
/** The calls that give files their names, and take them. */
export const naming = ["rename", "renameat", "renameat2", "unlink", "unlinkat"];

/** Options of strace under which its output can be read by `systemCalls`; it shows what is written and synced, and `also` these calls. */
export const straceFor = (output: string, also: readonly string[] = []): readonly string[] =>
  [
    "strace",
    "-f",
    "-qq",
    "-yy",
    "-xx",
    "--seccomp-bpf",
    ["-s", "70000"],
    ["-e", `trace=${[...written, ...also].join(",")}`],
    ["-o", output],
  ].flat();

/** Throws where strace is not installed, or may not be used. */
export function needStrace(): void {
  try {
    execFileSync("strace", ["-e", "trace=none", "true"], { stdio: "ignore" });
  } catch {
    throw new Error("This fault needs Linux and strace (Debian: strace).");
  }
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex");

/** Angle brackets hold what a descriptor stands for; a path within them is in hexadecimal, a socket is not. */
function targetOf(args: string): string {
  const shown = /^\d+<((?:\\x[0-9a-f]{2})+|[^>]*(?:->)?[^>]*)>/.exec(args)?.[1] ?? "";
  return shown.startsWith("\\x") ? unhex(shown).toString() : shown;
}

function read(thread: string, text: string): SystemCall | null {
  const match = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(text);
  if (match === null) return null;
  const [, name = "", args = "", result = ""] = match;
  const data = [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = ""]) => unhex(hex));
  const number = Number(/, (\d+)$/.exec(args)?.[1] ?? 0);
  const modes = args.match(/\bO_\w+/g) ?? [];
  return {
    thread,
    name,
    target: targetOf(args),
    data: Buffer.concat(data),
    number,
    modes,
    result: Number(result),
  };
}

/** The calls of a log, in the order in which they returned. */
export async function* systemCalls(file: string): AsyncGenerator<SystemCall> {
  const begun = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file, "latin1") })) {
    const [, thread = "", text = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = text.indexOf(" <unfinished ...>");
    if (unfinished >= 0) {
      begun.set(thread, text.slice(0, unfinished));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    const whole = resumed === null ? text : (begun.get(thread) ?? "") + (resumed[1] ?? "");
    const call = read(thread, whole);
    if (call !== null) yield call;
  }
}
