import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/*
 * The rules of the desk: each is a promise to the people at the front desk. A rule stands as a comment above one of the tests that hold
 * it, `// typing-1: A date of birth …`, and each test that holds it has its id as a tag. An id is never reused.
 * `node scripts/desk-rules.ts` prints them all.
 */

export type DeskRule = { readonly id: string; readonly rule: string; readonly file: string };

const root = join(import.meta.dirname, "..");

/** The sections, by the word that their ids begin with, in the order in which they are printed. */
const sections: Readonly<Record<string, string>> = {
  typing: "Typing",
  keeping: "Keeping typed text",
  patients: "Patients",
  visit: "Visit",
  billing: "Billing and cards",
  booking: "Booking",
  outbox: "Outbox",
  lists: "Lists",
  webhooks: "Webhooks",
  window: "Whole window",
  files: "Files",
  log: "Activity log",
  lock: "Lock",
};

const stated = new RegExp(`^ *// ((?:${Object.keys(sections).join("|")})-\\d+): (.+)$`, "gm");

const numberOf = (id: string): number => Number(id.split("-")[1]);

/** The rules that the text of a test file states. */
export const listRulesIn = (text: string, file: string): readonly DeskRule[] =>
  [...text.matchAll(stated)].map(([, id = "", rule = ""]) => ({ id, rule, file }));

/** The rules that the tests of `npm test` state. */
export const readDeskRules = (): readonly DeskRule[] =>
  globSync("test/**/*.test.{ts,tsx}", { cwd: root })
    .filter((path) => !/^test[/\\](?:whole|output)[/\\]/.test(path))
    .flatMap((path) => listRulesIn(readFileSync(join(root, path), "utf8"), path.replaceAll("\\", "/")));

/** The rules in their sections, by their numbers, each with the file that states it. */
export const formatDeskRules = (rules: readonly DeskRule[]): string =>
  Object.entries(sections)
    .map(([name, title]) => {
      const own = rules
        .filter(({ id }) => id.startsWith(`${name}-`))
        .toSorted((a, b) => numberOf(a.id) - numberOf(b.id));
      return [title, "", ...own.map(({ id, rule, file }) => `  ${id}: ${rule} [${file}]`), ""].join("\n");
    })
    .join("\n");

if (import.meta.main) console.log(formatDeskRules(readDeskRules()));
