import type { Score } from "./score.ts";

/** Where the table of the last run stands in a document. */
const begin = "<!-- npm run mutation -- --write -->";
const end = "<!-- the end of what it writes -->";

const rowPattern = /^\| `([^`]+)`/;

/** One line of the table. `on`: the day of the run, as `2026-11-23`. */
const rowOf = (
  on: string,
  { file, mutants, killed, equivalent, percent, atLeast, problems }: Score,
): string =>
  `| \`${file}\` | ${mutants} | ${killed} | ${equivalent} | ${percent} | ${atLeast} | ${on}${problems.length === 0 ? "" : ", fails"} |`;

/**
 * The document with these scores in its table. Rows of files that were not run now stay as they are; those of
 * `gone` files, which are mutated no more, go. Throws when the document has no place for the table.
 */
export function withScores(
  document: string,
  {
    scores,
    on,
    known,
  }: { readonly scores: readonly Score[]; readonly on: string; readonly known: readonly string[] },
): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error("the document has no place for the table of mutants");
  const rows = new Map<string, string>();
  for (const line of document.slice(from, to).split("\n")) {
    const file = rowPattern.exec(line)?.[1];
    if (file !== undefined) rows.set(file, line);
  }
  for (const score of scores) rows.set(score.file, rowOf(on, score));
  const lines = known.flatMap((file) => rows.get(file) ?? []);
  const head = [
    "| file | mutants | killed | equivalent | % | wanted | run |",
    "| --- | --- | --- | --- | --- | --- | --- |",
  ];
  return `${document.slice(0, from)}${[begin, "", ...head, ...lines, ""].join("\n")}\n${document.slice(to)}`;
}
