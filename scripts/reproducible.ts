import { extractFile, listPackage } from "@electron/asar";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";

/**
 * npm run reproducible: builds and packs the sources twice, in two places, two time zones, two languages and two
 * environments of Node, and compares what came out. `--electron FOLDER` packs around that folder instead of Electron's own program.
 */
const root = join(import.meta.dirname, "..");
const work = join(root, "release", "reproducible");
const places = [
  {
    folder: join(work, "one"),
    variables: { TZ: "America/New_York", LANG: "en_US.UTF-8", NODE_ENV: "production" },
  },
  {
    folder: join(work, "another-one-further-away"),
    variables: { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", NODE_ENV: "development" },
  },
];

/** What git has or would take, as it stands in the working tree. */
function copySources(to: string): void {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024,
  });
  for (const file of listed.split("\0").filter(Boolean)) {
    mkdirSync(join(to, dirname(file)), { recursive: true });
    copyFileSync(join(root, file), join(to, file));
  }
}

/** The same files by another name: a copy where the disk cannot do that. Caches are not what was installed. */
function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === ".cache" || entry.name === ".vite") continue;
    const [old, next] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkModules(old, next);
    else
      try {
        linkSync(old, next);
      } catch {
        copyFileSync(old, next);
      }
  }
}

/** Where a package's archive and its bill of materials are, below its `release` folder. */
export function packedIn(release: string): { readonly archive: string; readonly bill: string } {
  const found = (ending: string): string => {
    const [file] = readdirSync(release, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(ending),
    );
    if (file === undefined) throw new Error(`No ${ending} in ${release}.`);
    return join(release, file);
  };
  return { archive: found("app.asar"), bill: found(".cdx.json") };
}

/** The paths whose content two archives do not share. */
export function differences(one: string, other: string): readonly string[] {
  const contentOf = (archive: string, path: string): string => {
    try {
      return extractFile(archive, path.slice(1)).toString("base64");
    } catch {
      return "not there, or a folder";
    }
  };
  const paths = new Set([one, other].flatMap((archive) => listPackage(archive, { isPack: false })));
  return [...paths].filter((path) => contentOf(one, path) !== contentOf(other, path)).toSorted();
}

function pack(
  folder: string,
  variables: Readonly<Record<string, string>>,
  electron: string | undefined,
): void {
  copySources(folder);
  linkModules(join(root, "node_modules"), join(folder, "node_modules"));
  const around = electron === undefined ? [] : ["--", `-c.electronDist=${electron}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/package.ts", "--dir", ...around], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...variables, CSC_IDENTITY_AUTO_DISCOVERY: "false" },
  });
  if (status !== 0) throw new Error(`${folder} could not be packed.\n${stdout}${stderr}`);
}

function main(): number {
  const { values } = parseArgs({ options: { electron: { type: "string" } } });
  rmSync(work, { recursive: true, force: true });
  try {
    for (const { folder, variables } of places) pack(folder, variables, values.electron);
    const [one, other] = places.map(({ folder }) => packedIn(join(folder, "release")));
    if (one === undefined || other === undefined) throw new Error("Two are compared.");
    const bill = readFileSync(one.bill, "utf8");
    if (
      bill === readFileSync(other.bill, "utf8") &&
      readFileSync(one.archive).equals(readFileSync(other.archive))
    ) {
      const digest = /"app\.asar",\s*"hashes": \[\s*\{[^}]*"content": "(\w+)"/.exec(bill)?.[1] ?? "";
      console.log(`Twice the same: app.asar ${digest}`);
      return 0;
    }
    console.error(
      `Not the same: ${differences(one.archive, other.archive).join(", ") || "the archives' heads"}`,
    );
    return 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.main) process.exitCode = main();
