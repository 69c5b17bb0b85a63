import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import { parse, type Token } from "@messageformat/parser";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pseudo } from "./pseudo-locale.ts";

/**
 * Compiles messages/<language>/<part>.json to messages/compiled: a plain module a language, so that no parser is
 * part of the app, and the types of all words, so that a wrong key or parameter does not compile. What a language
 * lacks stands in the first one's words.
 */
const root = join(import.meta.dirname, "..", "messages");
const output = join(root, "compiled");
/** The parts of the card window's own catalogue: what it says itself, and what main may answer it. */
export const cardParts: readonly string[] = ["card", "common", "failures", "fields"];
const first = "en-US";
const pseudoLocale = "en-XA";
/** A folder of messages each. */
const written = readdirSync(root).filter((name) => /^[a-z]+-[A-Z]+$/.test(name));
const others = [...written.filter((language) => language !== first), pseudoLocale];

/** Message by its path, `outbox.status.draft`. */
export type Catalogue = ReadonlyMap<string, string>;
type Tree = { readonly [key: string]: string | Tree };

function* leaves(tree: Tree, path: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (key.startsWith("@")) continue;
    if (typeof value === "string") yield [`${path}.${key}`, value];
    else yield* leaves(value, `${path}.${key}`);
  }
}

/** Every file of messages, by its full path. */
export const messageFiles = (): readonly string[] =>
  written.flatMap((language) => readdirSync(join(root, language)).map((file) => join(root, language, file)));

/** The messages of one language as they are written. */
export function readCatalogue(language: string): Catalogue {
  const folder = join(root, language);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return new Map(
    files.sort().flatMap((file) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own files; a wrong one does not compile
      const tree = JSON.parse(readFileSync(join(folder, file), "utf8")) as Tree;
      return [...leaves(tree, basename(file, ".json"))];
    }),
  );
}

/** The types of a parameter's value, as TypeScript; a parameter that stands twice must be both. */
export type Parameters = ReadonlyMap<string, string>;

function typeOf(token: Exclude<Token, { type: "content" | "octothorpe" }>): string {
  if ("cases" in token) {
    if (token.type !== "select") return "number";
    const known = token.cases.map(({ key }) => key).filter((key) => key !== "other");
    // With a case for everything else any text may come; `other` that is empty only closes the list.
    const rest = token.cases.find(({ key }) => key === "other")?.tokens.length === 0 ? [] : ["(string & {})"];
    return [...known.map((key) => JSON.stringify(key)), ...rest].join(" | ");
  }
  if (token.type === "argument") return "Text";
  if (token.key === "number" || token.key === "monthName") return "number";
  return token.key === "list" ? "readonly Text[]" : "string";
}

function collect(tokens: readonly Token[], found: Map<string, string>): Map<string, string> {
  for (const token of tokens) {
    if (token.type === "content" || token.type === "octothorpe") continue;
    const type = typeOf(token);
    const before = found.get(token.arg);
    // Shown and chosen by: the narrower type fits both.
    if (before === undefined || before === "Text") found.set(token.arg, type);
    if ("cases" in token) for (const { tokens: inner } of token.cases) collect(inner, found);
  }
  return found;
}

/** The parameters of a message. @throws with the message's path when it cannot be read */
export function parametersOf(path: string, message: string): Parameters {
  try {
    return collect(parse(message), new Map());
  } catch (error) {
    throw new Error(`messages: ${path} cannot be read: ${String(error)}`, { cause: error });
  }
}

/** The names of the tags in a message, `b` for `<b>…</b>`. */
export const tagsOf = (message: string): readonly string[] => [
  ...new Set([...message.matchAll(/<(\w+)>/g)].map(([, name = ""]) => name)),
];

/** Marks in place of tags: a parameter's value is kept from holding them. */
const marked = (message: string): string =>
  message.replaceAll(/<(\w+)>/g, "\u0001$1\u0002").replaceAll(/<\/\w+>/g, "\u0003");

const formatters = Object.fromEntries(
  [
    "day",
    "weekday",
    "clock",
    "zoned",
    "zonedShort",
    "zonedClock",
    "zonedDay",
    "zone",
    "weekdayOnly",
    "monthName",
    "list",
  ].map((id) => [id, { formatter: (value: unknown) => value, id, module: "../format.ts" }]),
);

/** A nested object literal: `write` gives each message's value and what stands before its key. */
function nested(
  paths: readonly string[],
  write: (path: string) => { readonly before: string; readonly value: string },
): string {
  type Node = Map<string, Node | string>;
  const top: Node = new Map();
  for (const path of paths) {
    const keys = path.split(".");
    let node = top;
    for (const key of keys.slice(0, -1)) {
      const next = node.get(key) ?? new Map<string, Node | string>();
      if (typeof next === "string") throw new Error(`messages: ${path} stands below another message.`);
      node.set(key, next);
      node = next;
    }
    node.set(keys.at(-1) ?? "", path);
  }
  const text = (node: Node): string =>
    `{\n${[...node]
      .map(([key, value]) => {
        if (typeof value !== "string") return `${prefix}${JSON.stringify(key)}: ${text(value)}`;
        const { before, value: written } = write(value);
        return `${before}${JSON.stringify(key)}: ${written}`;
      })
      .join(",\n")}\n}`;
  const prefix = "";
  return text(top);
}

/** `up`: the way from the file's folder to that of all compiled files. */
function moduleOf(language: string, messages: Catalogue, up: "." | ".."): string {
  const withParameters = [...messages].filter(([path, message]) => parametersOf(path, message).size > 0);
  const format = new MessageFormat(language, { customFormatters: formatters });
  const [imports = "", compiled = ""] = compileModule(
    format,
    Object.fromEntries(withParameters.map(([path, message]) => [path, marked(message)])),
  ).split("export default ");
  // A line each. They stand where they are read: in a table of their own each path would be there three times.
  const functions = new Map(
    [...compiled.matchAll(/^ {2}"([^"]+)": (.+?),?$/gm)].map(([, path = "", made = ""]) => [path, made]),
  );
  if (functions.size !== withParameters.length)
    throw new Error("messages: the compiler writes them otherwise.");
  const value = (path: string): string => {
    const message = messages.get(path) ?? "";
    const isRich = tagsOf(message).length > 0;
    const own = functions.get(path);
    if (own !== undefined) return isRich ? `(d) => rich((${own})(unmarked(d)))` : own;
    const plain = JSON.stringify(plainMessage(path, marked(message)));
    return isRich ? `rich(${plain})` : plain;
  };
  const words = nested([...messages.keys()], (path) => ({ before: "", value: value(path) }));
  const body = `${imports.replaceAll('"../', `"${up}/../`)}\nexport default ${words};\n`;
  return body.includes("rich(") ? `import { rich, unmarked } from "${up}/../rich.ts";\n${body}` : body;
}

/** The same words, without the parts that the card window says nothing of. */
const ofCard = (messages: Catalogue): Catalogue =>
  new Map([...messages].filter(([path]) => cardParts.includes(path.split(".")[0] ?? "")));

/** Files with `english`, the words that are there at once, and `catalogues`, how each language's are loaded. */
function cataloguesOf({ folder, atOnce }: { readonly folder: string; readonly atOnce: boolean }): string {
  const loaderOf = (language: string): string =>
    `"${language}": ${
      atOnce && language === first
        ? "async () => ({ default: english })"
        : `() => import("${folder}/${language}.js")`
    }`;
  // What is for tests is no part of a package: scripts/build.ts says so by that name.
  const loaders = [first, ...others].map((language) =>
    language === pseudoLocale
      ? `  ...(typeof builtForPackage === "undefined" ? { ${loaderOf(language)} } : {}),\n`
      : `  ${loaderOf(language)},\n`,
  );
  return [
    atOnce ? `import english from "${folder}/${first}.js";` : "const english = undefined;",
    "export { english };",
    `export const catalogues = {\n${loaders.join("")}};\n`,
  ].join("\n");
}

/** A message without parameters: its quotes are ICU's, so they are read as such. */
const plainMessage = (path: string, message: string): string =>
  parse(message)
    .map((token) => {
      if (token.type !== "content") throw new Error(`messages: ${path} is no plain text.`);
      return token.value;
    })
    .join("");

function typesOf(messages: Catalogue): string {
  const rows = [...messages].map(([path, message]) => ({
    path,
    message,
    parameters: parametersOf(path, message),
    tags: tagsOf(message),
  }));
  const literal = (parameters: Parameters): string =>
    `{ ${[...parameters].map(([name, type]) => `readonly ${name}: ${type}`).join("; ")} }`;
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const words = nested([...messages.keys()], (path) => {
    const { message = "", parameters = new Map(), tags = [] } = byPath.get(path) ?? {};
    const result =
      tags.length === 0 ? "string" : `Rich<${tags.map((tag) => JSON.stringify(tag)).join(" | ")}>`;
    return {
      before: `/** ${message.replaceAll("*/", "* /")} */\nreadonly `,
      value: parameters.size === 0 ? result : `(values: ${literal(parameters)}) => ${result}`,
    };
  }).replaceAll(",\n", ";\n");
  const ids = rows
    .filter(({ tags }) => tags.length === 0)
    .map(
      ({ path, parameters }) =>
        `${JSON.stringify(path)}: ${parameters.size === 0 ? "null" : literal(parameters).replaceAll("Text", "Said")}`,
    );
  return [
    'import type { Rich } from "../rich.ts";',
    'import type { Saying } from "../saying-type.ts";',
    "type Text = string | number;",
    "type Said = Text | Saying;",
    `export interface Words ${words}`,
    `export interface SayingValues {\n${ids.join(";\n")}\n}\n`,
  ].join("\n");
}

function write(name: string, text: string): void {
  const file = join(output, name);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Writes messages/compiled. Quick, and files that would stay the same are not touched. */
export function compileWords(): void {
  const english = readCatalogue(first);
  const messagesOf = (language: string): Catalogue => {
    if (language === pseudoLocale) {
      return new Map([...english].map(([path, message]) => [path, pseudo(message)]));
    }
    return new Map([...english, ...[...readCatalogue(language)].filter(([path]) => english.has(path))]);
  };
  write("words.d.ts", typesOf(english));
  write(
    "catalogues.d.ts",
    `import type { Words } from "./words.d.ts";
type Loader = () => Promise<{ readonly default: Words }>;
export declare const english: Words;
export declare const catalogues: Readonly<Record<${[first, ...others].map((language) => `"${language}"`).join(" | ")}, Loader>>;
`,
  );
  // vite.config.ts says which of the three a program is built with.
  write("catalogues.js", cataloguesOf({ folder: ".", atOnce: true }));
  write("catalogues.later.js", cataloguesOf({ folder: ".", atOnce: false }));
  write("catalogues.card.js", cataloguesOf({ folder: "./card", atOnce: true }));
  for (const language of [first, ...others]) {
    const declared =
      'import type { Words } from "./words.d.ts";\ndeclare const words: Words;\nexport default words;\n';
    write(`${language}.d.ts`, declared);
    const spelled = language === pseudoLocale ? first : language;
    write(`${language}.js`, moduleOf(spelled, messagesOf(language), "."));
    write(`card/${language}.js`, moduleOf(spelled, ofCard(messagesOf(language)), ".."));
  }
}

if (import.meta.main) compileWords();
