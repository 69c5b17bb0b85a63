import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { billingTypes } from "../../../shared/service-api/appointment.ts";
import { isSayingId } from "../../../messages/saying.ts";
import { literalTexts } from "./literal-text.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Folders whose words all come from the catalogue. The practice service, in mock, speaks English as the real one. */
const done = ["renderer", "main", "shared"];
/** No words of ours, wherever they stand. */
const noWords = new Set<string>([
  // Values of the service.
  ...billingTypes,
  "in progress",
  // A key as the keyboard event names it.
  "Esc",
  // Of HTTP and HTML, and the answer to a page that asks for a file that is not there.
  "Bearer",
  '<html lang="',
  "Not found",
  // As Chromium gives it.
  "Print job canceled",
  // Begins Electron's name for a format of the system's clipboard.
  'electron application/osclipboard;format="',
  // Begins every database of SQLite.
  "SQLite format 3\0",
  // Of an error, for the log.
  "store:",
  // Brands, as a provider names them.
  "Test Visa",
  "Test Mastercard",
]);
/** No words of ours in the files of that name. */
const noWordsIn: readonly (readonly [file: RegExp, text: RegExp])[] = [
  // What the service's own schemas say: the practice service answers it.
  [/^shared\/service-api\//, /./],
  // The example of what a route takes: tests send it, and nobody reads it.
  [/^shared\/.*routes\.ts$/, /./],
  // What a proxy is asked in HTTP.
  [/^main\/http\/tunnel\.ts$/, /CONNECT|HTTP\/1\.1/],
  // SQL. What people read begins with a capital.
  [/^main\/db\//, /^[^\p{Lu}]/u],
  // Heads of columns in files of other systems.
  [/^shared\/import\/columns\.ts$/, /\|/],
  // What stands on licenses, and before a colon in what people paste.
  [/^shared\/intake\/(labels|person|license|license-elements)\.ts$/, /./],
  // Codes of regions, and paper as Electron calls it.
  [/^(shared\/printing\/paper|main\/electron\/sheet-options)\.ts$/, /^(Letter|[A-Z]{2}( [A-Z]{2})+)$/],
  // Names of states, of Unicode's scripts, and what people type.
  [/\/(states|clean-text|contact|plain-date)\.ts$/, /./],
];
const isNoWord = (file: string, text: string): boolean =>
  noWords.has(text) ||
  isSayingId(text) ||
  noWordsIn.some(([files, texts]) => files.test(file) && texts.test(text));

const filesOf = (path: string): readonly string[] =>
  /\.tsx?$/.test(path)
    ? [path]
    : globSync(`${path}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll("\\", "/"));

const textsIn = (file: string): readonly string[] =>
  literalTexts(file, readFileSync(join(root, file), "utf8"))
    .filter(({ text }) => !isNoWord(file, text))
    .map(({ line, text, why }) => `${file}:${line} ${why}: ${text}`);

test.each(done)("%s has no text of its own", (path) => {
  const files = filesOf(path);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(textsIn)).toEqual([]);
});

describe("text is found", () => {
  test.each([
    ["in JSX", "<p>Save <b>this</b></p>", ["Save", "this"]],
    ["in an expression in JSX", '<p>{isOld ? "old" : `${n} new`}</p>', ["old", "new"]],
    ["in what is read aloud", '<ul aria-label="files" role="list" />', ["files"]],
    ["in a property of a component", "<Page title={`go ${where}`} />", ["go"]],
    [
      "in one that is not known to be text",
      "<Page empty={<p>Nothing</p>} extra={`Not here`} />",
      ["Nothing", "Not here"],
    ],
    ["in an announcement", 'announce(isDone ? "Noted." : failure.message)', ["Noted."]],
    [
      "in a box of the system",
      'dialog.showMessageBox({ type: "question", message: "Quit?", buttons: ["Stay", "Quit"] })',
      ["Quit?", "Stay", "Quit"],
    ],
    [
      "in a menu",
      'const menu = [{ role: "help", label: "&Help", submenu: [item("Print slip…", "print")] }]',
      ["&Help", "Print slip…"],
    ],
    ["in a notification", 'new Notification({ title: "Sent" })', ["Sent"]],
    ["in a table of labels", 'const names = { draft: "Draft" }', ["Draft"]],
    ["in a sentence put together", 'const say = count + " are waiting"', ["are waiting"]],
    ["in a function's answer", 'const why = (): string => { return "no number yet"; }', ["no number yet"]],
    ["on the page's own elements", 'button.textContent = "Save"', ["Save"]],
  ])("%s", (_where, source, texts) => {
    expect(literalTexts("a.tsx", source).map(({ text }) => text)).toEqual(texts);
  });

  test("with its line", () => {
    expect(literalTexts("a.tsx", "const a = 1;\n\nconst b = <p>Save</p>;")).toMatchObject([{ line: 3 }]);
  });
});

test.each([
  ["words of the catalogue", "<p title={words.ui.saving}>{words.ui.count({ count })} – {name}</p>"],
  [
    "names of styles, roles and kinds",
    '<p className={classNames("a", isOld && "b")} role="status" tone="danger" />',
  ],
  [
    "codes",
    'const failed = { reason: "no-proxy", kind: "failed" }; if (key === "Enter") go({ screen: "outbox" })',
  ],
  ["an error that is thrown", 'throw new Error("This part must be inside DeskContext.")'],
  ["an error of our own", 'class Late extends Error { constructor() { super("It did not come."); } }'],
  ["selectors", 'element.querySelectorAll("input, textarea, select")'],
  [
    "types and imports",
    'import { a } from "some thing"; type Size = "very small"; const b = c as "quite large"',
  ],
])("%s are no literal text", (_what, source) => {
  expect(literalTexts("a.tsx", source)).toEqual([]);
});
