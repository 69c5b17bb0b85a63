import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { literalTexts } from "./literal-text.ts";

const root = join(import.meta.dirname, "..", "..", "..");

/** Folders and files whose words all come from the catalogue. */
const done = [
  "renderer/app",
  "renderer/ui",
  "renderer/state",
  "renderer/main.tsx",
  "renderer/features/settings",
  "renderer/features/sign-in",
  "renderer/payment",
  "main/menu-template.ts",
  "main/quit-words.ts",
  "main/outbox",
  "main/kinds",
];
/** Files in them that still have some. */
const notYet = new Set(["renderer/state/kept.ts"]);
/** No words of ours: a status as the service writes it, a key as the keyboard event names it. */
const noWords = new Set(["in progress", "Esc"]);

const filesOf = (path: string): readonly string[] =>
  /\.tsx?$/.test(path)
    ? [path]
    : globSync(`${path}/**/*.{ts,tsx}`, { cwd: root }).map((file) => file.replaceAll("\\", "/"));

const textsIn = (file: string): readonly string[] =>
  literalTexts(file, readFileSync(join(root, file), "utf8"))
    .filter(({ text }) => !noWords.has(text))
    .map(({ line, text, why }) => `${file}:${line} ${why}: ${text}`);

test.each(done)("%s has no text of its own", (path) => {
  const files = filesOf(path);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !notYet.has(file)).flatMap(textsIn)).toEqual([]);
});

test("a file of which is said that it still has text has some", () => {
  expect([...notYet].filter((file) => textsIn(file).length === 0)).toEqual([]);
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
  ["selectors", 'element.querySelectorAll("input, textarea, select")'],
  [
    "types and imports",
    'import { a } from "some thing"; type Size = "very small"; const b = c as "quite large"',
  ],
])("%s are no literal text", (_what, source) => {
  expect(literalTexts("a.tsx", source)).toEqual([]);
});
