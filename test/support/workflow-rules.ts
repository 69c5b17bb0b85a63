import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

/**
 * What every workflow of .github/workflows is held to, since none can be tried here: GitHub's own advice on hardening
 * (docs.github.com, "Secure use reference"), and that what it runs is there.
 */
const step = z.looseObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.unknown()).optional(),
});
const permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const job = z.looseObject({
  "timeout-minutes": z.int().optional(),
  permissions: permissions.optional(),
  environment: z.string().optional(),
  steps: z.array(step),
});
const workflow = z.looseObject({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
  permissions: permissions.optional(),
  concurrency: z.unknown().optional(),
  jobs: z.record(z.string(), job),
});
type Step = z.infer<typeof step>;
type Job = z.infer<typeof job>;

/** Jobs that may write, and what: all others read. */
const mayWrite: Readonly<Record<string, readonly string[]>> = {
  "codeql.yml analyze": ["security-events"],
  "release.yml attest": ["attestations", "id-token"],
  "release.yml draft": ["contents"],
};

type Project = { readonly root: string; readonly scripts: ReadonlySet<string> };

/** What is wrong with a workflow, a sentence each. */
export function workflowProblems(file: string, text: string, project: Project): readonly string[] {
  const read = workflow.safeParse(parse(text));
  if (!read.success) return [z.prettifyError(read.error)];
  const { on, permissions: given, concurrency, jobs } = read.data;
  const events = typeof on === "string" ? [on] : Array.isArray(on) ? on : Object.keys(on);
  return [
    ...(given === undefined ? ["has no permissions of its own"] : []),
    ...(Object.values(given ?? {}).includes("write") ? ["lets every job write"] : []),
    ...(concurrency === undefined ? ["does not say what happens to two runs at once"] : []),
    // It runs with secrets over what a stranger sends.
    ...events.filter((event) => ["pull_request_target", "workflow_run", "issue_comment"].includes(event)),
    ...unpinned(text),
    ...Object.entries(jobs).flatMap(([name, one]) => jobProblems(`${file} ${name}`, one, project)),
  ];
}

/** An action is named by its commit, with its version behind it for those who read, and for Dependabot. */
const unpinned = (text: string): readonly string[] =>
  [...text.matchAll(/^\s*(?:- )?uses:\s*(.*)$/gm)]
    .map(([, used = ""]) => used)
    .filter((used) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used))
    .map((used) => `uses ${used} without a commit and its version`);

function jobProblems(name: string, { steps, ...one }: Job, project: Project): readonly string[] {
  const writes = Object.entries(one.permissions ?? {}).flatMap(([what, how]) =>
    how === "write" ? [what] : [],
  );
  const secret = JSON.stringify(steps).includes("secrets.");
  return [
    ...(one["timeout-minutes"] === undefined ? ["has no timeout"] : []),
    ...writes.filter((what) => !(mayWrite[name] ?? []).includes(what)).map((what) => `may write ${what}`),
    ...(secret && one.environment === undefined ? ["takes secrets outside of an environment"] : []),
    ...(secret && writes.length > 0 ? ["takes secrets and may write"] : []),
    ...steps.flatMap((each) => stepProblems(each, project)),
  ].map((problem) => `${name}: ${problem}`);
}

function stepProblems({ uses = "", run = "", with: given = {} }: Step, project: Project): readonly string[] {
  return [
    ...(uses.startsWith("actions/checkout@") && given["persist-credentials"] !== false
      ? ["leaves the token in the checkout"]
      : []),
    // What a stranger may have written would be part of the command.
    ...(/\$\{\{/.test(run) ? ["puts an expression into a command: hand it over in env"] : []),
    ...(/curl|wget|Invoke-WebRequest/i.test(run) ? ["fetches something by hand"] : []),
    ...commandsOf(run).flatMap((command) => commandProblems(command, project)),
  ];
}

const commandsOf = (run: string): readonly string[] => run.split(/\n|&&|;/).map((line) => line.trim());

function commandProblems(command: string, { root, scripts }: Project): readonly string[] {
  const [, script = null] = /\bnpm run (?:--silent )?([\w:-]+)/.exec(command) ?? [];
  const [, file = null] = /(?:^|\s)node (?:--\S+ )*([\w/.-]+\.(?:ts|mjs))/.exec(command) ?? [];
  const tests = [...command.matchAll(/\btest\/[\w/.-]+/g)].map(([path]) => path);
  const missing = [...(file === null ? [] : [file]), ...tests].filter(
    (path) => !existsSync(join(root, path)),
  );
  return [
    ...(script !== null && !scripts.has(script) && !command.includes("--if-present")
      ? [`runs npm run ${script}, which is not in package.json`]
      : []),
    ...missing.map((path) => `names ${path}, which is not there`),
    ...(/\bnpm (i|install|add)\b/.test(command) ? ["installs what the lockfile does not name: npm ci"] : []),
    ...(/\bnpx\b|\bnpm exec (?!--no )/.test(command)
      ? ["may run what is not installed: npm exec --no --"]
      : []),
  ];
}
