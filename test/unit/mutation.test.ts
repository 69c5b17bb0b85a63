import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { equivalent } from "../mutation/equivalent/index.ts";
import { apart, decidesSending, others } from "../mutation/groups.ts";
import { score, textAt, type Equivalent, type Tried } from "../mutation/score.ts";
import { withScores } from "../mutation/table.ts";

const root = join(import.meta.dirname, "..", "..");
const groups = [...decidesSending, ...others];
const files = groups.flatMap((group) => group.files);

describe("what is mutated", () => {
  it("is every file of these folders once, but for those that another judge has", () => {
    const all = globSync(
      [
        "main/{db,http}/*.ts",
        "main/features/{cards,lock,outbox,policy,session}/**/*.ts",
        "main/platform/secret-store.ts",
        "shared/*/**/*.ts",
      ],
      { cwd: root },
    ).map((path) => path.replaceAll("\\", "/"));
    expect(all.length).toBeGreaterThan(150);
    expect(all.filter((path) => !files.includes(path) && !(path in apart))).toEqual([]);
    expect(files.filter((path, at) => files.indexOf(path) !== at)).toEqual([]);
    expect(files.filter((path) => path in apart)).toEqual([]);
    expect([...files, ...Object.keys(apart)].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("is tried with tests that are there", () => {
    const missing = groups.flatMap(({ tests }) =>
      tests.filter((path) => globSync(path, { cwd: root }).length === 0),
    );
    expect(missing).toEqual([]);
    expect(groups.filter(({ tests }) => tests.length === 0)).toEqual([]);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  });

  it("must be noticed in 95 of 100 cases where it decides what is sent", () => {
    expect([...new Set(decidesSending.map(({ atLeast }) => atLeast))]).toEqual([95]);
    expect(Math.min(...others.map(({ atLeast }) => atLeast))).toBe(85);
    const named = decidesSending.flatMap((group) => group.files);
    for (const name of [
      "decide",
      "ready-items",
      "restored",
      "transitions",
      "retry-schedule",
      "brake",
      "submit",
    ])
      expect(named).toContain(`main/features/outbox/${name}.ts`);
  });

  it("and excused is only text that stands in its file, as often as it is excused, each once and with a reason", () => {
    const plain = (text: string): string => text.replace(/\s+/g, " ").trim();
    const keys = equivalent.map(({ file, mutator, original, replacement }) =>
      [file, mutator, plain(original), plain(replacement)].join("\n"),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    for (const { file, original, times = 1, because } of equivalent) {
      expect(files).toContain(file);
      const found = plain(readFileSync(join(root, file), "utf8")).split(plain(original)).length - 1;
      expect({ file, original, isThere: found >= times }).toEqual({ file, original, isThere: true });
      expect(because).not.toBe("");
    }
  });
});

const mutant = (line: number, end: Tried["end"], change: Partial<Tried> = {}): Tried => ({
  file: "a.ts",
  line,
  mutator: "EqualityOperator",
  original: `a > ${line}`,
  replacement: `a >= ${line}`,
  end,
  ...change,
});
const excuse = (line: number, change: Partial<Equivalent> = {}): Equivalent => ({
  file: "a.ts",
  mutator: "EqualityOperator",
  original: `a > ${line}`,
  replacement: `a >= ${line}`,
  because: "it is so",
  ...change,
});
const file = { file: "a.ts", atLeast: 95 };
const killed = Array.from({ length: 19 }, (_, at) => mutant(at + 1, "killed"));
const problemsOf = (tried: readonly Tried[], listed: readonly Equivalent[] = []): readonly string[] =>
  score(file, { tried, listed }).problems;

it("reads the text that was changed, on one line or over several", () => {
  const source = "const a =\n  b > 1 &&\n  c;\n";
  expect(textAt(source, { start: { line: 2, column: 3 }, end: { line: 2, column: 8 } })).toBe("b > 1");
  expect(textAt(source, { start: { line: 2, column: 7 }, end: { line: 3, column: 4 } })).toBe("1 &&\n  c");
});

describe("the gate of a file", () => {
  it("lets through what reaches its percentage, and not one mutant less", () => {
    const enough = [...killed, mutant(50, "survived")];
    expect(score(file, { tried: enough, listed: [] })).toMatchObject({
      mutants: 20,
      killed: 19,
      percent: 95,
      survivors: [{ line: 50 }],
      problems: [],
    });
    expect(problemsOf([...enough, mutant(51, "survived")])).toEqual(["90.4 % killed, 95 % wanted"]);
  });

  it("looks at its own mutants alone, and counts none that could not be tried", () => {
    const tried = [...killed, mutant(50, "invalid"), mutant(51, "survived", { file: "b.ts" })];
    expect(score(file, { tried, listed: [] })).toMatchObject({ mutants: 19, killed: 19, percent: 100 });
  });

  it("does not count what is listed as equivalent, whatever its white space", () => {
    const tried = [...killed, mutant(50, "survived", { original: "a >\n   50" }), mutant(51, "survived")];
    expect(score(file, { tried, listed: [excuse(50)] })).toMatchObject({
      mutants: 20,
      killed: 19,
      equivalent: 1,
      problems: [],
    });
  });

  it.each([
    ["was killed", [mutant(50, "killed")]],
    ["is gone", []],
    ["survives twice", [mutant(50, "survived"), mutant(50, "survived")]],
    ["survives with another change", [mutant(50, "survived", { replacement: "a < 50" })]],
  ])("fails for a listed survivor that %s", (_what, found) => {
    const many = Array.from({ length: 60 }, (_, at) => mutant(at + 100, "killed"));
    const problems = problemsOf([...many, ...found], [excuse(50)]);
    expect(problems).toEqual([expect.stringMatching(/^listed as equivalent 1×, survived \d×: a\.ts /)]);
  });

  it("takes as many as are said to read alike", () => {
    const twice = [...killed, mutant(50, "survived"), mutant(50, "survived")];
    expect(problemsOf(twice, [excuse(50, { times: 2 })])).toEqual([]);
    expect(problemsOf(twice, [excuse(50, { times: 3 })])).toHaveLength(1);
  });

  it("fails for an excuse without a reason, and for a file in which nothing was tried", () => {
    const problems = problemsOf([...killed, mutant(50, "survived")], [excuse(50, { because: " " })]);
    expect(problems).toEqual([expect.stringContaining("without a reason")]);
    expect(problemsOf([])).toEqual(["nothing in it was mutated"]);
  });
});

describe("the table of the last run", () => {
  const document = [
    "# T",
    "",
    "<!-- npm run mutation -- --write -->",
    "<!-- the end of what it writes -->",
    "",
    "More.",
  ];
  const of = (name: string, problems: readonly string[] = []) => ({
    ...score({ ...file, file: name }, { tried: [mutant(1, "killed", { file: name })], listed: [] }),
    problems,
  });
  const known = ["a.ts", "b.ts"];

  it("keeps the rows of files that were not run, in the order of the list, and drops those of files that are gone", () => {
    const first = withScores(document.join("\n"), {
      scores: [of("b.ts", ["x"]), of("gone.ts")],
      on: "2026-11-23",
      known: [...known, "gone.ts"],
    });
    const second = withScores(first, { scores: [of("a.ts")], on: "2026-11-24", known });
    expect(second.split("\n").filter((line) => line.startsWith("| `"))).toEqual([
      "| `a.ts` | 1 | 1 | 0 | 100 | 95 | 2026-11-24 |",
      "| `b.ts` | 1 | 1 | 0 | 100 | 95 | 2026-11-23, fails |",
    ]);
    expect(second.startsWith("# T\n")).toBe(true);
    expect(second.endsWith("-->\n\nMore.")).toBe(true);
  });

  it("is not written where there is no place for it", () => {
    expect(() => withScores("# T", { scores: [], on: "2026-11-23", known })).toThrow("no place");
  });
});
