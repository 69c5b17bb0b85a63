import { parseAst } from "vite";

/** Text that stands in the source instead of in the catalogue. */
export type LiteralText = { readonly line: number; readonly text: string; readonly why: string };

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter(isNode);

/** The name of what is set, called or declared; of `a.b` that of `b`. */
function nameOf(value: unknown): string {
  const [node] = nodesIn(value);
  if (node?.type === "MemberExpression") return nameOf(node["property"]);
  return String(node?.["name"] ?? node?.["value"] ?? "");
}

/** Attributes, properties and variables that people read, or hear. */
const shownNames = new Set(
  `alt aria-label aria-description aria-roledescription aria-valuetext asideLabel body buttons caution checkboxLabel
  description detail echo error help hint innerText label message note placeholder question reason say sentence
  sublabel text textContent title toolTip tooltip warning why word words`.split(/\s+/),
);
/** What is given to these is shown or said: the live region, the system's dialogs and notices. */
const tells = /^(announce|announceIn|alert|confirm|prompt|showErrorBox|showMessageBox(Sync)?|Notification)$/;
/** What is given to these are selectors. */
const selects = /^(matches|closest|querySelector(All)?)$/;

/** Two words with a space between them, as no key or query begins. */
const isSentence = (text: string): boolean => /^\W*\p{L}[\p{L}’']*,? \p{L}+/u.test(text);
/** `Draft`, as a label is written and hardly a code. */
const isLabel = (text: string): boolean => /^\p{Lu}\p{Ll}+\W*$/u.test(text);
/** `no-proxy`, as codes are written and no label. */
const isCode = (text: string): boolean => /^[a-z][a-z0-9-]*$/.test(text);
const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text);

/** Where the texts are that can become the value of an expression: not those that it compares or looks up. */
const valueParts: Readonly<Record<string, readonly string[]>> = {
  TemplateLiteral: ["quasis", "expressions"],
  ConditionalExpression: ["consequent", "alternate"],
  LogicalExpression: ["left", "right"],
  ArrayExpression: ["elements"],
  ArrowFunctionExpression: ["body"],
  JSXExpressionContainer: ["expression"],
  ParenthesizedExpression: ["expression"],
  TSAsExpression: ["expression"],
  TSSatisfiesExpression: ["expression"],
};

type Text = { readonly node: Node; readonly text: string };

function textsOf(node: Node): readonly Text[] {
  if (node.type === "Literal")
    return typeof node["value"] === "string" ? [{ node, text: node["value"] }] : [];
  if (node.type === "TemplateElement")
    return [{ node, text: (node["value"] as { readonly cooked: string }).cooked }];
  const isSum = node.type === "BinaryExpression" && node["operator"] === "+";
  const parts = isSum ? ["left", "right"] : (valueParts[node.type] ?? []);
  return parts.flatMap((part) => nodesIn(node[part]).flatMap(textsOf));
}

/** What a node sets, and the name of that; null for nodes that set nothing. */
function setBy(node: Node): { readonly name: string; readonly value: unknown } | null {
  switch (node.type) {
    case "JSXAttribute":
      return { name: nameOf(node["name"]), value: node["value"] };
    case "Property":
    case "PropertyDefinition":
      return { name: nameOf(node["key"]), value: node["value"] };
    case "AssignmentExpression":
      return { name: nameOf(node["left"]), value: node["right"] };
    case "VariableDeclarator":
      return { name: nameOf(node["id"]), value: node["init"] };
    default:
      return null;
  }
}

type Found = Text & { readonly why: string };

/** The texts that a node itself shows. */
function shownBy(node: Node, parent: Node | null): readonly Found[] {
  const as = (why: string, value: unknown, isShown: (text: string) => boolean): readonly Found[] =>
    nodesIn(value)
      .flatMap(textsOf)
      .filter(({ text }) => isShown(text))
      .map((found) => ({ ...found, why }));
  if (node.type === "JSXText") {
    const text = String(node["value"]);
    return hasWord(text) ? [{ node, text, why: "text in JSX" }] : [];
  }
  if (node.type === "JSXExpressionContainer" && parent?.type !== "JSXAttribute")
    return as("text in JSX", node, hasWord);
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    const name = nameOf(node["callee"]);
    return tells.test(name) ? as(name, node["arguments"], hasWord) : [];
  }
  const set = setBy(node);
  if (set !== null && shownNames.has(set.name))
    return as(
      set.name,
      set.value,
      (text) => hasWord(text) && (node.type === "JSXAttribute" || !isCode(text)),
    );
  if (node.type === "Property") return as("a label", node["value"], isLabel);
  return node.type === "Literal" || node.type === "TemplateLiteral" ? as("a sentence", node, isSentence) : [];
}

/** What an error hands to the one it extends: for a log too. */
const isSuper = (node: Node): boolean => nodesIn(node["callee"])[0]?.type === "Super";

/** Parts of a program that no person of the clinic reads. */
function isSilent(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
      return true;
    // A class of styles, a role; what an expression does there is looked at.
    case "JSXAttribute":
      return !shownNames.has(nameOf(node["name"])) && nodesIn(node["value"])[0]?.type === "Literal";
    case "CallExpression":
      return isSuper(node) || selects.test(nameOf(node["callee"]));
    // What is thrown is for a log: what people are told is a Failure.
    case "NewExpression":
      return nameOf(node["callee"]).endsWith("Error");
    default:
      return node.type.startsWith("TS") && valueParts[node.type] === undefined;
  }
}

/**
 * Literal text of a TypeScript file that a person would read: in JSX, in attributes and properties that are shown, in
 * what is announced or asked, and labels and sentences wherever they stand but in errors that are thrown.
 */
export function literalTexts(file: string, source: string): readonly LiteralText[] {
  const found = new Map<number, LiteralText>();
  const visit = (node: Node, parent: Node | null): void => {
    if (isSilent(node)) return;
    for (const { node: at, text, why } of shownBy(node, parent)) {
      const line = source.slice(0, at.start).split("\n").length;
      if (!found.has(at.start)) found.set(at.start, { line, text: text.trim(), why });
    }
    for (const child of Object.values(node).flatMap(nodesIn)) visit(child, node);
  };
  for (const statement of nodesIn(parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body))
    visit(statement, null);
  return [...found.values()];
}
