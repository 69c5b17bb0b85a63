/**
 * Licenses under which somebody else's code may be part of the package, by SPDX identifier. All ask for no more than that
 * their text goes along. AFL-2.1 is libdbus's, inside of the keychain's module for Linux.
 */
const permitted = new Set([
  "0BSD",
  "AFL-2.1",
  "Apache-2.0",
  "Apache-2.0 WITH LLVM-exception",
  "BlueOak-1.0.0",
  "blessing",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unicode-3.0",
  "Unicode-DFS-2016",
  "Unlicense",
  "Zlib",
]);

/**
 * Whether an SPDX license expression (annex D of SPDX 2.3: WITH before AND before OR) can be met with permitted licenses
 * alone. What is no expression is not permitted.
 */
export function isPermitted(expression: string): boolean {
  const tokens: string[] = expression.match(/[()]|[^\s()]+/g) ?? [];
  let isWhole = true;
  const next = (): string => {
    const token = tokens.shift();
    if (token === undefined) isWhole = false;
    return token ?? "";
  };
  const one = (): boolean => {
    const token = next();
    if (token === "(") {
      const isFine = either();
      if (next() !== ")") isWhole = false;
      return isFine;
    }
    if (tokens[0] !== "WITH") return permitted.has(token);
    next();
    return permitted.has(`${token} WITH ${next()}`);
  };
  /** Reads all parts that are joined by a word, also those that no longer matter. */
  const joined = (word: string, part: () => boolean): readonly boolean[] => {
    const parts = [part()];
    while (tokens[0] === word) {
      next();
      parts.push(part());
    }
    return parts;
  };
  const both = (): boolean => joined("AND", one).every(Boolean);
  const either = (): boolean => joined("OR", both).some(Boolean);
  const isFine = either();
  return isFine && isWhole && tokens.length === 0;
}

/** @throws naming who has which license, when it is none that may be in the package */
export function demandPermitted(name: string, expression: string): void {
  if (!isPermitted(expression))
    throw new Error(
      `${name} is licensed under "${expression}", which is not among the licenses of scripts/materials/license.ts. ` +
        "Do without it, or have somebody who may decide it add the license there.",
    );
}
