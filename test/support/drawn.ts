/**
 * `npm run whole`, `npm run security` and whoever takes pictures go through all of what takes long; `npm test` through a part,
 * another the next time.
 */
export const isWhole = process.env["WHOLE"] === "1" || process.env["PICTURES"] === "1";

/** That many of a list, by chance, in their order; all of it where everything is gone through. */
export function drawn<T>(all: readonly T[], count: number): readonly T[] {
  if (isWhole) return all;
  const left = [...all.keys()];
  while (left.length > count) left.splice(Math.floor(Math.random() * left.length), 1);
  return all.filter((_, at) => left.includes(at));
}
