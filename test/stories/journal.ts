import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a story did, said and saw, in order: a find is read afterwards from it. */
export type Journal = {
  readonly file: string;
  readonly note: (what: string, facts?: Readonly<Record<string, unknown>>) => void;
  readonly last: (count: number) => readonly string[];
};

/** Begins the journal of a story in test/output/stories. */
export function openJournal(name: string): Journal {
  const folder = join(import.meta.dirname, "..", "output", "stories");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.jsonl`);
  writeFileSync(file, "");
  const lines: string[] = [];
  return {
    file,
    note: (what, facts = {}) => {
      const line = JSON.stringify({ ...facts, at: new Date().toISOString(), what });
      lines.push(line);
      appendFileSync(file, `${line}\n`);
    },
    last: (count) => lines.slice(-count),
  };
}
