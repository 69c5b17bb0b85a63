/** One thing that was looked at. */
export type Row = {
  readonly part: string;
  readonly check: string;
  readonly result: "pass" | "fail" | "not run";
  /** What was found, or why it was not looked at. */
  readonly detail: string;
};

/** Why a check was not run: it is about what the Chromium host stands in for. */
export const needsElectron = "needs Electron's own program";

export const row = (part: string, check: string, isFine: boolean, detail = ""): Row => ({
  part,
  check,
  result: isFine ? "pass" : "fail",
  detail,
});
export const notRun = (part: string, check: string, detail: string): Row => ({
  part,
  check,
  result: "not run",
  detail,
});

/** Nothing in a cell may end it, begin another line, or be read as anything but text. */
const cell = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[|\\<>`*_[\]]/g, (sign) => `\\${sign}`);

/** The table as Markdown, what failed first. */
export function markdown(
  facts: readonly (readonly [name: string, value: string])[],
  rows: readonly Row[],
): string {
  const order = { fail: 0, pass: 1, "not run": 2 };
  const count = (result: Row["result"]): number => rows.filter((each) => each.result === result).length;
  return [
    "# Front Desk on Electron",
    "",
    ...facts.map(([name, value]) => `- ${name}: ${cell(value)}`),
    "",
    `${count("pass")} passed, ${count("fail")} failed, ${count("not run")} not run.`,
    "",
    "| result | part | check | found |",
    "| --- | --- | --- | --- |",
    ...rows
      .toSorted((a, b) => order[a.result] - order[b.result])
      .map(({ result, part, check, detail }) => `| ${[result, part, check, detail].map(cell).join(" | ")} |`),
    "",
  ].join("\n");
}
