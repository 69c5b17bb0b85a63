/** Deeper than anything that is taken here by far; much deeper JSON overflows the stack of whoever walks it. */
const deepest = 100;

/** Where a text of JSON first nests deeper than so many levels; null where it never does. */
export function findTooDeep(json: string, levels: number): number | null {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (inText) {
      if (char === "\\") at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if (depth > levels) return at;
  }
  return null;
}

/** Whether a text of JSON nests so deep that nobody may read it. */
export const isTooDeep = (json: string): boolean => findTooDeep(json, deepest) !== null;
