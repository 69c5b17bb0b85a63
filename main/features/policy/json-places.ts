/** What is wrong with a text that is to be JSON, and in which line, counted from 1. */
export type JsonFault = { readonly fault: "syntax" | "too-deep" | "twice"; readonly line: number };

export type JsonPlaces = {
  readonly value: unknown;
  /** The line in which the value at a path stands; that of the nearest one around it where there is none. */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
};

const deepest = 12;
const blank = /[ \t\r]/;
const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

class Refused extends Error {
  readonly fault: JsonFault["fault"];
  constructor(fault: JsonFault["fault"]) {
    super(fault);
    this.fault = fault;
  }
}

/** Where a value stands, and what is in it: each name once, however many values are in its object. */
type Place = { line: number; readonly inside: Map<string, Place> };

/** Walks through the text once, and notes in which line each member begins. */
function scanner(text: string) {
  let at = 0;
  let line = 1;
  const top: Place = { line: 1, inside: new Map() };

  function skip(): void {
    for (; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (char === "\n") line += 1;
      else if (!blank.test(char)) return;
    }
  }
  function take(char: string): void {
    skip();
    if (text.charAt(at) !== char) throw new Refused("syntax");
    at += 1;
  }
  const comes = (char: string): boolean => {
    skip();
    return text.charAt(at) === char;
  };
  function quoted(): string {
    take('"');
    const begin = at - 1;
    while (text.charAt(at) !== '"') {
      if (at >= text.length) throw new Refused("syntax");
      at += text.charAt(at) === "\\" ? 2 : 1;
    }
    at += 1;
    try {
      return String(JSON.parse(text.slice(begin, at)));
    } catch {
      throw new Refused("syntax");
    }
  }
  /** What stands between two brackets, with commas. */
  function row(ends: "]" | "}", one: (at: number) => void): void {
    at += 1;
    if (!comes(ends))
      for (let count = 0; count === 0 || comes(","); count += 1) {
        if (count > 0) at += 1;
        one(count);
      }
    take(ends);
  }
  const placeIn = (around: Place, name: string): Place => {
    const place = { line, inside: new Map<string, Place>() };
    around.inside.set(name, place);
    return place;
  };
  function members(place: Place, depth: number): void {
    row("}", () => {
      const name = quoted();
      if (place.inside.has(name)) throw new Refused("twice");
      const member = placeIn(place, name);
      take(":");
      value(member, depth + 1);
    });
  }
  function value(place: Place, depth: number): void {
    skip();
    if (depth > deepest) throw new Refused("too-deep");
    const char = text.charAt(at);
    if (char === "{") return members(place, depth);
    if (char === "[")
      return row("]", (index) => {
        skip();
        value(placeIn(place, String(index)), depth + 1);
      });
    if (char === '"') return void quoted();
    literal.lastIndex = at;
    const found = literal.exec(text)?.[0];
    if (found === undefined) throw new Refused("syntax");
    at += found.length;
  }
  return {
    top,
    line: () => line,
    run: () => {
      skip();
      top.line = line;
      value(top, 0);
      // `JSON.parse` refuses what stands behind it, which is named by this line.
      skip();
    },
  };
}

/** The line of the value at the path, or of the nearest one around it. */
function lineAt(place: Place, [name, ...rest]: readonly PropertyKey[]): number {
  const inner = name === undefined ? undefined : place.inside.get(String(name));
  return inner === undefined ? place.line : lineAt(inner, rest);
}

/**
 * Reads JSON as RFC 8259 has it, and no more: no comments, no commas at an end. Refuses a name that stands twice in an object,
 * of which `JSON.parse` would silently take the last, and what is nested deeper than any policy.
 */
export function readJsonPlaces(text: string): JsonPlaces | JsonFault {
  const scan = scanner(text);
  try {
    scan.run();
    return { value: JSON.parse(text), lineOf: (path) => lineAt(scan.top, path) };
  } catch (error) {
    return { fault: error instanceof Refused ? error.fault : "syntax", line: scan.line() };
  }
}
