import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cardParts, readCatalogue } from "../../../scripts/words.ts";

const root = join(import.meta.dirname, "../../..");
const messages = readCatalogue("en-US");
const isPart = (name: string): boolean => [...messages.keys()].some((path) => path.startsWith(`${name}.`));

/** The parts of the messages that a source reads, or makes a saying of. */
function partsIn(source: string): readonly string[] {
  const read = [...source.matchAll(/\bwords\.([a-zA-Z]+)/g)].map(([, part = ""]) => part);
  const taken = [...source.matchAll(/\{([^{}]+)\} = words;/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.split(":")[0]?.trim() ?? ""),
  );
  const said = [...source.matchAll(/["`]([a-zA-Z]+)(\.[\w.-]+)["`]/g)].flatMap(([, part = "", rest = ""]) =>
    messages.has(`${part}${rest}`) ? [part] : [],
  );
  return [...read, ...taken, ...said].filter(isPart);
}

/** The page, and what its three calls go through in main: a failure from there is said on the page. */
const sources = [
  "renderer/payment/*.ts",
  "{main/features/cards/*.ts,main/http/*.ts,main/db/*.ts,main/platform/*.ts,main/ipc/*.ts}",
  "{main/features/cards/card-*.ts,main/desk/closed-desk.ts,main/desk/halted.ts}",
];

test("the card window has the words of all that is said in it, and of nothing else", () => {
  const files = globSync(sources, { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  const parts = new Set(files.flatMap((file) => partsIn(readFileSync(join(root, file), "utf8"))));
  // What is said of a saying that is not known, and a text from outside.
  parts.add("common");
  expect([...parts].toSorted()).toEqual([...cardParts].toSorted());
});

test.each([
  ["words.card.title", ["card"]],
  ["const { card, ui: own } = words;", ["card", "ui"]],
  ['say("outbox.title")', ["outbox"]],
  ['log.warn("outbox.nothing-such")', []],
])("%s reads %j", (source, parts) => {
  expect(partsIn(source)).toEqual(parts);
});
