import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isOf, listPlaces, optionalFeatures } from "./without/features.ts";
import { mapImports } from "./without/imports.ts";
import { removeFeatures } from "./without/remove.ts";
import { formatStandings, measureFeatures } from "./without/who.ts";

/*
 * Takes optional features out of a copy of the program, and looks whether the rest still stands: types, build, and the tests of the core.
 * `npm run without -- export`, several names, `--each` or `--all`; `--who` only says who imports them. docs/architecture.md has more.
 */

const root = join(import.meta.dirname, "..");
/** The types of the tests are those of the whole program: some of them name a route of every feature. */
const typed = ["shared", "messages", "main", "renderer", "mock", "hub", "preload"];
/** Tests of the repository itself: they read documents, scripts and lists that name every feature. */
const ofRepository =
  /^test\/unit\/([^/]+\.test\.ts$|(documents|scripts|security|faults|speech|stories|bench|messages|host)\/)/;

const listTracked = (): readonly string[] =>
  execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 64_000_000 })
    .split("\0")
    .filter((file) => file !== "");

function copyTree(files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "front-desk-without-"));
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return folder;
}

/** Features that import one of these, and cannot stand without it. */
function addDependents(files: readonly string[], names: readonly string[]): readonly string[] {
  const imports = mapImports(
    root,
    files.filter((file) => !file.startsWith("test/")),
  );
  const all = new Set(names);
  for (let before = -1; before !== all.size;) {
    before = all.size;
    const places = [...all].flatMap(listPlaces);
    for (const name of Object.keys(optionalFeatures)) {
      const own = listPlaces(name);
      const needsOne = [...imports].some(
        ([file, imported]) =>
          isOf(own, file) && imported.some((path) => isOf(places, path) && !isOf(own, path)),
      );
      if (needsOne) all.add(name);
    }
  }
  return [...all];
}

type Step = { readonly name: string; readonly command: string; readonly args: readonly string[] };

function run(folder: string, { name, command, args }: Step): boolean {
  const { status, stdout, stderr } = spawnSync(join(root, "node_modules", ".bin", command), args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64_000_000,
    shell: process.platform === "win32",
  });
  if (status !== 0) console.log(`${name}:\n${stdout}${stderr}`);
  return status === 0;
}

/** The steps that failed without these features. */
function tryWithout(asked: readonly string[], isQuick: boolean): readonly string[] {
  const files = listTracked();
  const names = addDependents(files, asked);
  const folder = copyTree(files);
  try {
    const removed = removeFeatures(folder, files, names);
    const also = names.filter((name) => !asked.includes(name));
    console.log(
      `\nwithout ${asked.join(", ")}${also.length === 0 ? "" : `, and ${also.join(", ")}, which need it`}`,
    );
    console.log(
      `  ${String(removed.files.length)} files and ${String(removed.tests.length)} tests went with it`,
    );
    const tests = files.filter(
      (file) =>
        /^test\/(unit|component)\/.*\.test\.tsx?$/.test(file) &&
        !removed.tests.includes(file) &&
        !ofRepository.test(file),
    );
    const steps: readonly Step[] = [
      { name: "words", command: "node", args: ["scripts/words.ts"] },
      ...typed
        .filter((part) =>
          files.some((file) => file.startsWith(`${part}/tsconfig`) && !isOf(names.flatMap(listPlaces), file)),
        )
        .map((part) => ({ name: `types of ${part}`, command: "tsc", args: ["-p", part] })),
      ...(isQuick
        ? []
        : [
            { name: "build", command: "node", args: ["scripts/build.ts"] },
            {
              name: `${String(tests.length)} test files`,
              command: "vitest",
              args: ["run", "--project", "unit", "--project", "component", ...tests],
            },
          ]),
    ];
    const broken = steps.filter((step) => !run(folder, step)).map(({ name }) => name);
    for (const { name } of steps) console.log(`  ${broken.includes(name) ? "failed" : "passed"}  ${name}`);
    return broken;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(args: readonly string[]): void {
  const known = Object.keys(optionalFeatures);
  if (args.includes("--who")) {
    console.log(formatStandings(measureFeatures(root, listTracked()), args.includes("--long")));
    return;
  }
  const named = args.filter((arg) => !arg.startsWith("--"));
  const wrong = named.filter((name) => !known.includes(name));
  const groups = args.includes("--all")
    ? [known]
    : args.includes("--each")
      ? known.map((name) => [name])
      : [named];
  if (wrong.length > 0 || groups.some((group) => group.length === 0)) {
    console.log(
      `npm run without -- <feature…> | --each | --all | --who [--long]\nFeatures: ${known.join(", ")}`,
    );
    process.exitCode = 2;
    return;
  }
  const broken = groups.flatMap((group) => tryWithout(group, args.includes("--quick")));
  if (broken.length > 0) process.exitCode = 1;
}

main(process.argv.slice(2));
