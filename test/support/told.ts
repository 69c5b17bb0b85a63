import type { Failure } from "../../shared/core/failure.ts";
import { said, type Saying } from "../../messages/saying.ts";

/** What a failure, or a saying, tells the person at the desk; empty when there is none. */
export const told = (of: Failure | Saying | null | undefined): string =>
  of === null || of === undefined ? "" : said("why" in of ? of.why : of);

/** The same value with each saying in it as its words: what a person would read. */
export function worded(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(worded);
  const isSaying = "id" in value && "values" in value && Object.keys(value).length === 2;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked at just above
  if (isSaying) return said(value as Saying);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, worded(inner)]));
}
