import { z } from "zod";
import { notRun, row, type Row } from "./table.ts";

const results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** The tests whose every result is a row of its own: what Electron's own program is most likely to do otherwise. */
const inFull = /[/\\](electron|page-gone|quitting)\.test\.ts$/;
const part = "end to end";

/** What the test runner wrote as JSON, as rows: one a file, and of the tests above one each. */
export function suiteRows(written: unknown): readonly Row[] {
  const parsed = results.safeParse(written);
  if (!parsed.success) return [row(part, "the tests", false, "the test runner wrote no results")];
  return parsed.data.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = name.split(/[/\\]/).at(-1) ?? name;
    const ran = assertionResults.filter((each) => each.status !== "skipped" && each.status !== "pending");
    if (ran.length === 0)
      return status === "failed" ? [row(part, file, false, "did not load")] : [notRun(part, file, "skipped")];
    if (inFull.test(name)) return ran.map((each) => row(part, each.fullName, each.status === "passed"));
    const failed = ran.filter((each) => each.status !== "passed");
    const detail = failed.map(({ fullName }) => fullName).join("; ");
    if (failed.length === 0 && status === "failed") return [row(part, file, false, "failed after its tests")];
    return [row(part, file, failed.length === 0, detail === "" ? `${ran.length} tests` : detail)];
  });
}
