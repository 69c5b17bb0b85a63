import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "./ports.ts";
import { makePrivate, privateFile } from "./private-files.ts";

const mostBytes = 1_024 * 1_024;

/** The lines of the stack behind the message, which may have lines of its own that look like them. */
function framesOf({ stack = "", message }: Error): readonly string[] {
  const start = stack.indexOf(message);
  const lines = start === -1 ? [] : stack.slice(start + message.length).split("\n");
  return lines.filter((line) => line.trimStart().startsWith("at "));
}

/** Name, code and place of an error; its message is left out, since it may quote what somebody typed. */
function errorFacts(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error };
  const code: unknown = Reflect.get(error, "code");
  return {
    error: error.name,
    ...(typeof code === "string" ? { code } : {}),
    where: framesOf(error)
      .slice(0, 4)
      .map((line) => line.trim())
      .join(" < "),
  };
}

/** A log of one JSON object a line in `directory`, and the one before it when it grew over 1 MB. */
export function fileLog(directory: string, now: () => Date): Log {
  const file = join(directory, "front-desk.log");
  let isPrivate = false;
  const begin = (): void => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > mostBytes) renameSync(file, `${file}.1`);
    if (isPrivate && existsSync(file)) return;
    privateFile(file);
    makePrivate(`${file}.1`, 0o600);
    isPrivate = true;
  };
  const write = (level: string, event: string, facts: Readonly<Record<string, unknown>>): void => {
    try {
      begin();
      appendFileSync(file, `${JSON.stringify({ at: now().toISOString(), level, event, ...facts })}\n`);
    } catch {
      // A full disk must not stop the work for the sake of its log.
    }
  };
  return {
    info: (event, facts = {}) => write("info", event, facts),
    warn: (event, facts = {}) => write("warn", event, facts),
    error: (event, error, facts = {}) => write("error", event, { ...facts, ...errorFacts(error) }),
  };
}
