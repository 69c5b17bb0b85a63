import type { Outcome, SecurityRow } from "./row.ts";

/** The list of docs/security.md: what is claimed, and what that means. Which tests hold it stands in rows.ts alone. */
export const formatRows = (rows: readonly SecurityRow[]): string =>
  rows.map((row) => `- **${row.name}.** ${row.claim}\n  _${row.means}_`).join("\n");

export const marks = {
  begin: "<!-- security table: begin -->",
  end: "<!-- security table: end -->",
} as const;

/** A page with a new list between its marks. Throws when a mark is missing. */
export function replaceList(page: string, list: string): string {
  const from = page.indexOf(marks.begin);
  const to = page.indexOf(marks.end);
  if (from < 0 || to < from) throw new Error("The page has no marks for the security table.");
  return `${page.slice(0, from + marks.begin.length)}\n\n${list}\n\n${page.slice(to)}`;
}

const count = (number: number): string => number.toLocaleString("en-US");

/** The result as a table for a terminal, and below it what failed and what has to be looked at elsewhere. */
export function resultTable(outcomes: readonly Outcome[]): string {
  const heads = ["row", "result", "tests", "cases", "made up", "not run here"];
  const lines = outcomes.map(({ row, isFine, tests, cases, generated, skipped }) => [
    row.name,
    isFine ? "passed" : "FAILED",
    ...[tests, cases, generated, skipped].map(count),
  ]);
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const text = (cells: readonly string[]): string =>
    cells
      .map((each, at) => (at < 2 ? each.padEnd(widths[at] ?? 0) : each.padStart(widths[at] ?? 0)))
      .join("  ");
  const failed = outcomes.filter(({ isFine }) => !isFine);
  const sum = (pick: (outcome: Outcome) => number): string =>
    count(outcomes.reduce((all, outcome) => all + pick(outcome), 0));
  return [
    text(heads),
    ...lines.map(text),
    "",
    ...failed.flatMap(({ row, problems }) => problems.map((problem) => `FAILED ${row.name}: ${problem}`)),
    "Shown by the real program or another system alone, by npm run verify:electron:",
    ...outcomes.flatMap(({ row }) =>
      row.verified === undefined ? [] : [`  ${row.name}: ${row.verified.join("; ")}`],
    ),
    "",
    `${outcomes.length - failed.length} of ${outcomes.length} rows passed: ${sum(({ tests }) => tests)} tests, ` +
      `${sum(({ cases }) => cases)} cases, ${sum(({ generated }) => generated)} made up`,
  ].join("\n");
}
