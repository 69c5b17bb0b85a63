import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "./ports.ts";
import { makePrivate, ensurePrivateFile, ensurePrivateFolder } from "./private-files.ts";

/** Bytes of a file, and how many files there are: the log never takes more than 2.5 MB. */
const mostBytes = 512 * 1_024;
const files = ["", ".1", ".2", ".3", ".4"].map((end) => `front-desk.log${end}`);

/** A word of a program: the types of the log let nothing else come here, and neither does this. */
const code = /^[\w.:@-]{1,80}$/;
const redacted = "redacted";

/** `at Object.run (/home/…/main/store/items.ts:12:5)` is `items.ts:12:5`: where it was, and nothing of whose computer it is. */
const frame = /([\w.-]{1,60}:\d{1,7}:\d{1,7})\)?$/;

/** The lines of the stack behind the message, which may have lines of its own that look like them. */
function framesOf({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const lines = start === -1 ? [] : stack.slice(start + message.length).split("\n");
  return lines
    .filter((line) => line.trimStart().startsWith("at "))
    .flatMap((line) => frame.exec(line.trim())?.[1] ?? []);
}

/** Name, code and place of an error; its message is left out, since it may quote what somebody typed. */
function errorFacts(error: unknown): Record<string, string | readonly string[]> {
  if (!(error instanceof Error)) return { error: typeof error };
  const known: unknown = Reflect.get(error, "code");
  return {
    error: /^[A-Z][A-Za-z]{1,40}$/.test(error.name) ? error.name : redacted,
    ...(typeof known === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(known) ? { code: known } : {}),
    where: framesOf(error).slice(0, 4),
  };
}

type Kept = string | number | boolean | null | readonly string[];

function safe(value: unknown): Kept {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => String(safe(each)));
  return typeof value === "string" && code.test(value) ? value : redacted;
}
const safeFacts = (facts: object): Record<string, Kept> =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [code.test(name) ? name : redacted, safe(value)]),
  );

/** The oldest goes, each of the others takes the name of the one before it. */
function rotate(directory: string): void {
  const oldestFirst = files.map((name) => join(directory, name)).toReversed();
  for (const [at, path] of oldestFirst.entries()) {
    const older = oldestFirst[at - 1];
    if (older !== undefined && existsSync(path)) renameSync(path, older);
  }
}

/** A log of one JSON object a line in `directory`, and the four files before it. */
export function createFileLog(directory: string, now: () => Date): Log {
  const file = join(directory, files[0] ?? "");
  let isPrivate = false;
  const begin = (): void => {
    // Also one that was there before, and open to others.
    if (!isPrivate || !existsSync(directory)) ensurePrivateFolder(directory);
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= mostBytes) rotate(directory);
    if (isPrivate && existsSync(file)) return;
    ensurePrivateFile(file);
    for (const older of files) makePrivate(join(directory, older), 0o600);
    isPrivate = true;
  };
  const write = (level: string, event: string, facts: object): void => {
    try {
      begin();
      const line = { at: now().toISOString(), level, event: safe(event), ...safeFacts(facts) };
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    } catch {
      // A full disk must not stop the work for the sake of its log.
    }
  };
  return {
    info: (event, facts) => write("info", event, facts ?? {}),
    warn: (event, facts) => write("warn", event, facts ?? {}),
    error: (event, error, facts) => write("error", event, { ...facts, ...errorFacts(error) }),
  };
}

/** A line as it may leave this computer: what an earlier version wrote is held to the same. */
function lineOf(line: string): string {
  try {
    const { at, ...facts }: Record<string, unknown> = JSON.parse(line);
    const when = typeof at === "string" && /^[\dT:.Z-]{20,30}$/.test(at) ? at : redacted;
    return JSON.stringify({ at: when, ...safeFacts(facts) });
  } catch {
    return redacted;
  }
}

/** The files of the log that are there, the newest first. */
export function readLogFiles(directory: string): { readonly name: string; readonly text: string }[] {
  return files.flatMap((name) => {
    const path = join(directory, name);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "");
    return [{ name, text: lines.map((line) => `${lineOf(line)}\n`).join("") }];
  });
}
