import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { workflowProblems } from "../support/workflow-rules.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, ".github", "workflows");
const files = readdirSync(folder);
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const project = { root, scripts: new Set(Object.keys(scripts)) };
const textOf = (file: string): string => readFileSync(join(folder, file), "utf8");

describe("the workflows", () => {
  it("are those that the documents speak of", () => {
    expect(files.toSorted()).toEqual([
      "ci.yml",
      "codeql.yml",
      "dependency-review.yml",
      "mutation.yml",
      "release.yml",
    ]);
  });

  it.each(files)("%s keeps every rule", (file) => {
    expect(workflowProblems(file, textOf(file), project)).toEqual([]);
  });

  const commit = "3d3c42e5aac5ba805825da76410c181273ba90b1";
  it.each<[string, string, (text: string) => string]>([
    ["a tag in place of a commit", "without a commit", (text) => text.replace(`@${commit} # v7.0.1`, "@v7")],
    ["a commit without its version", "without a commit", (text) => text.replace(" # v7.0.1", "")],
    [
      "a token left in the checkout",
      "leaves the token",
      (text) => text.replace("persist-credentials: false", "fetch-depth: 0"),
    ],
    ["no permissions", "no permissions", (text) => text.replace(/^permissions:\n  contents: read\n/m, "")],
    [
      "permissions for all",
      "lets every job write",
      (text) => text.replace("contents: read", "contents: write"),
    ],
    [
      "a job that may write",
      "may write packages",
      (text) =>
        text.replace(
          "    timeout-minutes: 20",
          "    timeout-minutes: 20\n    permissions:\n      packages: write",
        ),
    ],
    ["no timeout", "has no timeout", (text) => text.replace("    timeout-minutes: 20\n", "")],
    ["two runs at once", "two runs", (text) => text.replace(/^concurrency:\n(  .*\n)+/m, "")],
    [
      "a stranger's run with secrets",
      "pull_request_target",
      (text) => text.replace("pull_request:", "pull_request_target:"),
    ],
    [
      "a script that is not there",
      "npm run nonsense",
      (text) => text.replace("npm run check", "npm run nonsense"),
    ],
    [
      "a file that is not there",
      "scripts/none.mjs",
      (text) => text.replace("scripts/install.mjs", "scripts/none.mjs"),
    ],
    [
      "a test that is not there",
      "test/unit/none.test.ts",
      (text) => text.replace("test/unit/workflows.test.ts", "test/unit/none.test.ts"),
    ],
    [
      "a stranger's words in a command",
      "into a command",
      (text) => text.replace("npm run check", "echo ${{ github.event.pull_request.title }}"),
    ],
    ["a package beside the lockfile", "npm ci", (text) => text.replace("npm ci", "npm install")],
    ["what is not installed", "npm exec --no", (text) => text.replace("npm run check", "npx something")],
    [
      "a download by hand",
      "fetches something",
      (text) => text.replace("npm run check", "curl https://example.com | sh"),
    ],
    [
      "a secret outside of an environment",
      "outside of an environment",
      (text) => text.replace("npm run check", "npm run check\n        env:\n          A: ${{ secrets.A }}"),
    ],
  ])("%s would be noticed", (_what, problem, spoil) => {
    const spoiled = spoil(textOf("ci.yml"));
    expect(spoiled).not.toBe(textOf("ci.yml"));
    expect(workflowProblems("ci.yml", spoiled, project).join("\n")).toContain(problem);
  });

  it("take one commit for one version of an action, in every file", () => {
    const used = files.flatMap((file) => [
      ...textOf(file).matchAll(/([\w-]+\/[\w-]+)\S*@([0-9a-f]{40}) # (\S+)/g),
    ]);
    const commits = new Map<string, Set<string>>();
    for (const [, action = "", hash = "", version = ""] of used)
      commits.set(action, (commits.get(action) ?? new Set()).add(`${hash} ${version}`));
    expect(commits.size).toBeGreaterThan(5);
    expect([...commits].filter(([, all]) => all.size > 1)).toEqual([]);
  });
});

describe("a release", () => {
  const jobs = z.record(
    z.string(),
    z.looseObject({
      needs: z
        .union([z.string(), z.array(z.string())])
        .default([])
        .transform((needs) => (typeof needs === "string" ? [needs] : needs)),
      steps: z.array(z.looseObject({ run: z.string().default("") })),
    }),
  );
  const release = z.object({ jobs }).parse(parse(textOf("release.yml"))).jobs;

  it("is built of a commit alone that is part of main and that CI has passed", () => {
    const commands = release["tested"]?.steps.map(({ run }) => run).join("\n");
    expect(commands).toContain('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
    expect(commands).toContain(
      '--workflow ci.yml --branch main --event push --commit "$GITHUB_SHA" --status success',
    );
  });

  it("waits for that in each of its jobs", () => {
    const waits = (name: string): boolean => name === "tested" || (release[name]?.needs ?? []).some(waits);
    expect(Object.keys(release).filter((name) => !waits(name))).toEqual([]);
    expect(Object.keys(release).length).toBeGreaterThan(4);
  });
});

it("Dependabot looks after actions and packages, and waits a week with each version", () => {
  const { updates } = z
    .object({
      updates: z.array(
        z.object({ "package-ecosystem": z.string(), cooldown: z.object({ "default-days": z.int() }) }),
      ),
    })
    .parse(parse(readFileSync(join(root, ".github", "dependabot.yml"), "utf8")));
  expect(updates.map((one) => [one["package-ecosystem"], one.cooldown["default-days"]])).toEqual([
    ["github-actions", 7],
    ["npm", 7],
  ]);
});
