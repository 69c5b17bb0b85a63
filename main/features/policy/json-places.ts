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

/** The first name that its object has already; null where there is none. */
function findTwice(node: Node): Node | null {
  const names = new Set<string>();
  for (const { name, at, value } of membersOf(node)) {
    if (names.has(name)) return at;
    names.add(name);
    const inside = value === undefined ? null : findTwice(value);
    if (inside !== null) return inside;
  }
  return null;
}

/** Where the value at a path begins, or the nearest one around it. */
function nearestTo([name, ...rest]: readonly PropertyKey[], { at, value }: Omit<Member, "name">): Node {
  const members = value === undefined || name === undefined ? [] : membersOf(value);
  const member = members.find((one) => one.name === String(name));
  return member === undefined ? at : nearestTo(rest, member);
}

/**
 * Reads JSON as RFC 8259 has it, and no more: no comments, no commas at an end. Refuses a name that stands twice in an object,
 * of which `JSON.parse` would silently take the last, and what is nested deeper than any policy.
 */
export function readJsonPlaces(text: string): JsonPlaces | JsonFault {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const tooDeep = findTooDeep(text, deepest);
  if (tooDeep !== null) return { fault: "too-deep", line: lineAt(tooDeep) };
  const errors: ParseError[] = [];
  const top = parseTree(text, errors, { disallowComments: true });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "syntax", line: lineAt(errors[0]?.offset ?? text.length) };
  }
  if (top === undefined) return { fault: "syntax", line: 1 };
  const twice = findTwice(top);
  if (twice !== null) return { fault: "twice", line: lineAt(twice.offset) };
  return {
    value,
    lineOf: (path) => lineAt(nearestTo(path, { at: top, value: top }).offset),
  };
}
