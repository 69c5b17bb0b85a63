import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCatalogue } from "../../../scripts/words.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const english = readCatalogue("en-US");
const spanish = readCatalogue("es-US");

/** What is said the same in both languages: names, forms of addresses, marks and pure values. */
const sameInBoth = new Set([
  "common.verbatim",
  "common.sentences",
  "time.clock",
  "time.zonedClock",
  "time.zonedDay",
]);

const chain = String.raw`((?:\s*\.\s*[A-Za-z]\w*|\["[^"]+"\])*)`;
const keysOf = (text: string): string =>
  [...text.matchAll(/\.\s*(\w+)|\["([^"]+)"\]/g)]
    .map(([, key, quoted]) => `.${key ?? quoted ?? ""}`)
    .join("");

/**
 * The ids that a source reads: `words.part.key`, also by a name that was given to a part of it, or an id as a text.
 * Of a family that is looked up or handed on as a whole, `words.part.family[of]`, it is the id of the family.
 */
function idsIn(source: string): string[] {
  const names: (readonly [name: string, path: string])[] = [["words", ""]];
  const rest = source
    .replaceAll(
      new RegExp(String.raw`\bconst (\w+) =\s+words${chain};`, "g"),
      (_, name: string, keys: string) => {
        names.push([name, keysOf(keys)]);
        return "";
      },
    )
    .replaceAll(
      new RegExp(String.raw`\bconst \{([^{}]+)\} =\s+words${chain};`, "g"),
      (_, list: string, keys: string) => {
        for (const [, key = "", name = key] of list.matchAll(/(\w+)(?::\s*(\w+))?/g))
          names.push([name, `${keysOf(keys)}.${key}`]);
        return "";
      },
    );
  const read = names.flatMap(([name, path]) =>
    [...rest.matchAll(new RegExp(String.raw`(?<![\w"]|(?<!\.\.)\.)${name}\b(?!["\w:])${chain}`, "g"))].map(
      ([, keys = ""]) => `${path}${keysOf(keys)}`.slice(1),
    ),
  );
  const texts = source.matchAll(/["`]([a-z][A-Za-z]*(?:\.[A-Za-z][\w-]*)+)(?:["`]|\.\$\{)/g);
  return [...read, ...[...texts].map(([, id = ""]) => id)];
}

/** The messages that are not read by any of these ids. */
function unread(ids: ReadonlySet<string>): string[] {
  const isRead = (path: string): boolean => {
    const keys = path.split(".");
    return keys.some((_, end) => end > 0 && ids.has(keys.slice(0, end + 1).join(".")));
  };
  return [...english.keys()].filter((path) => !isRead(path));
}

test("every message is read by the product", () => {
  const files = globSync("{shared,main,messages,mock,preload,renderer}/**/*.{ts,tsx}", {
    cwd: root,
  }).filter((file) => !/messages[\\/]compiled/.test(file));
  expect(files.length).toBeGreaterThan(200);
  const ids = new Set(files.flatMap((file) => idsIn(readFileSync(join(root, file), "utf8"))));
  expect(unread(ids)).toEqual([]);
});

test.each([
  ["words.ui.saving", "ui.saving"],
  ['words.outbox.group["needs-card"].title', "outbox.group.needs-card.title"],
  ["words.outbox.group[key].title", "outbox.group"],
  ['say("failures.done")', "failures.done"],
  ["say(`booking.later.${state}`)", "booking.later"],
  ["({ ...words.desk.broken, loses: true })", "desk.broken"],
  ["const say = words.booking.card;\nsay.title", "booking.card.title"],
  ["const { card: says } = words.settings;\nsays.help", "settings.card.help"],
  ["const { signIn } = words;\nsignIn[key]", "signIn"],
])("%s reads %s", (source, id) => {
  expect(idsIn(source)).toEqual([id]);
});

test("a message that nothing reads would be found", () => {
  expect(unread(new Set(["ui"]))).toContain("common.verbatim");
});

// window-9: Every word is in both languages
test("every message is said in Spanish, apart from those that are the same", { tags: ["window-9"] }, () => {
  expect([...english.keys()].filter((path) => !spanish.has(path) && !sameInBoth.has(path))).toEqual([]);
  expect([...sameInBoth].filter((path) => !english.has(path) || spanish.has(path))).toEqual([]);
});
