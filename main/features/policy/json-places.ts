import { parseTree, type Node, type ParseError } from "jsonc-parser";
import { findTooDeep } from "../../../shared/text/too-deep.ts";

/** What is wrong with a text that is to be JSON, and in which line, counted from 1. */
export type JsonFault = { readonly fault: "syntax" | "too-deep" | "twice"; readonly line: number };

export type JsonPlaces = {
  readonly value: unknown;
  /** The line in which the value at a path stands; that of the nearest one around it where there is none. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
};

const deepest = 12;

/** What is in an object or an array, by its name or number. `at` begins it: a member's name, or an array's value. */
type Member = { readonly name: string; readonly at: Node; readonly value: Node | undefined };

function membersOf({ type, children = [] }: Node): readonly Member[] {
  if (type === "array") return children.map((value, index) => ({ name: String(index), at: value, value }));
  return children.map((member) => ({
    name: String(member.children?.[0]?.value),
    at: member,
    value: member.children?.[1],
  }));
}

type Place = { readonly line: number; readonly inside: Map<string, Place> };

/** Where all stands that is in a value, and the line of the first name that its object has already. */
function readPlaces(top: Node, lineAt: (offset: number) => number): { top: Place; twice: number | null } {
  let twice: number | null = null;
  const placeOf = (at: Node, value: Node | undefined): Place => {
    const inside = new Map<string, Place>();
    const line = lineAt(at.offset);
    for (const member of value === undefined ? [] : membersOf(value)) {
      const place = placeOf(member.at, member.value);
      if (inside.has(member.name)) twice ??= place.line;
      inside.set(member.name, place);
    }
    return { line, inside };
  };
  return { top: placeOf(top, top), twice };
}

/** The line of the value at the path, or of the nearest one around it. */
function findLine(place: Place, [name, ...rest]: readonly PropertyKey[]): number {
  const inner = name === undefined ? undefined : place.inside.get(String(name));
  return inner === undefined ? place.line : findLine(inner, rest);
}

/** Counts lines as far as it is asked: each place after the one before. */
function createLineCount(text: string): (offset: number) => number {
  let at = 0;
  let line = 1;
  return (offset) => {
    for (; at < offset; at += 1) if (text[at] === "\n") line += 1;
    return line;
  };
}

/**
 * Reads JSON as RFC 8259 has it, and no more: no comments, no commas at an end. Refuses a name that stands twice in an object,
 * of which `JSON.parse` would silently take the last, and what is nested deeper than any policy.
 */
export function readJsonPlaces(text: string): JsonPlaces | JsonFault {
  const lineAt = createLineCount(text);
  const tooDeep = findTooDeep(text, deepest);
  if (tooDeep !== null) return { fault: "too-deep", line: lineAt(tooDeep) };
  const errors: ParseError[] = [];
  const parsed = parseTree(text, errors, { disallowComments: true });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "syntax", line: lineAt(errors[0]?.offset ?? text.length) };
  }
  if (parsed === undefined) return { fault: "syntax", line: 1 };
  const { top, twice } = readPlaces(parsed, lineAt);
  if (twice !== null) return { fault: "twice", line: twice };
  return { value, lineOf: (path) => findLine(top, path) };
}
