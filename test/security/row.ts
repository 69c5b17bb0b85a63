import { z } from "zod";

/** Tests that hold a row: a file of a suite, whole or only what is named. */
export type Held = {
  readonly project: "unit" | "integration" | "hub" | "e2e" | "fuzz" | "host";
  /** From the project's folder, with `/`. */
  readonly file: string;
  /** A part of the name of a test or of its `describe`, as it stands in the file; every test unless given. */
  readonly only?: string;
};

/** One claim of the security table, and what holds it. */
export type SecurityRow = {
  readonly name: string;
  /** What is so, in one sentence. */
  readonly claim: string;
  /** What it means for a clinic that looks whether it may have the program. */
  readonly means: string;
  readonly held: readonly [Held, ...Held[]];
  /** Checks of `npm run verify:electron`, by name, of what shows on the real program or another system alone. */
  readonly verified?: readonly string[];
};

/** What Vitest's JSON reporter writes, as far as it is read here. */
export const results = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z
            .object({ cases: z.number().optional(), generated: z.number().optional() })
            .optional()
            .catch({}),
        }),
      ),
    }),
  ),
});
export type Results = z.output<typeof results>;

/** What became of a row. Skipped tests are those that this system cannot run. */
export type Outcome = {
  readonly row: SecurityRow;
  readonly isFine: boolean;
  readonly tests: number;
  /** Each test is one, or as many as it said that it went through. */
  readonly cases: number;
  /** Cases that property tests and fuzzing made up. */
  readonly generated: number;
  readonly skipped: number;
  /** Why it is not fine, test by test. */
  readonly problems: readonly string[];
};

type Sum = Omit<Outcome, "row" | "isFine">;

function sumOf({ file, only }: Held, written: Results): Sum {
  const nothing = { tests: 0, cases: 0, generated: 0, skipped: 0 };
  const found = written.testResults.find(({ name }) => name.replaceAll("\\", "/").endsWith(`/${file}`));
  const named = (found?.assertionResults ?? []).filter(
    ({ fullName }) => only === undefined || fullName.includes(only),
  );
  if (named.length === 0) return { ...nothing, problems: [`${file}: ${only ?? "no test"} did not run`] };
  const passed = named.filter(({ status }) => status === "passed");
  const failed = named.filter(({ status }) => status === "failed");
  const numbers = passed.map(({ meta }) => ({
    cases: meta?.cases ?? (meta?.generated === undefined ? 1 : 0),
    generated: meta?.generated ?? 0,
  }));
  return {
    tests: passed.length,
    cases: numbers.reduce((sum, { cases }) => sum + cases, 0),
    generated: numbers.reduce((sum, { generated }) => sum + generated, 0),
    skipped: named.length - passed.length - failed.length,
    problems: failed.map(({ fullName }) => `${file}: ${fullName}`),
  };
}

/**
 * Counts what ran for each row. A row fails with one of its tests, with one that is not there any more, and when nothing
 * of it ran at all.
 */
export function judge(rows: readonly SecurityRow[], written: Results): readonly Outcome[] {
  return rows.map((row) => {
    const sums = row.held.map((held) => sumOf(held, written));
    const total = (pick: (sum: Sum) => number): number => sums.reduce((all, sum) => all + pick(sum), 0);
    const cases = total((sum) => sum.cases);
    const generated = total((sum) => sum.generated);
    const problems = sums.flatMap((sum) => sum.problems);
    if (problems.length === 0 && cases + generated === 0) problems.push("nothing of it ran here");
    return {
      row,
      isFine: problems.length === 0,
      tests: total((sum) => sum.tests),
      cases,
      generated,
      skipped: total((sum) => sum.skipped),
      problems,
    };
  });
}
