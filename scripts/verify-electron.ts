import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { release as systemVersion, tmpdir, type as systemName } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { electronBinaryAvailable, hostEnvironment } from "../tools/chromium-host/launch.ts";
import { build } from "./build.ts";
import { fetchElectron, whyNotHere } from "./electron-program.ts";
import { systemPackages } from "./system-packages.mjs";
import { byHandList } from "./verify/by-hand.ts";
import { judge } from "./verify/judge.ts";
import { findPackage, packageRows } from "./verify/package.ts";
import { runSelfCheck } from "./verify/run-self-check.ts";
import { suiteRows } from "./verify/suite.ts";
import { markdown, notRun, row, type Row } from "./verify/table.ts";

/** npm run verify:electron: Front Desk on this computer, as a table to send back. docs/verify-electron.md. */
const root = join(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: {
    /** Without the end-to-end tests. */
    quick: { type: "boolean", default: false },
    /** With dist/ as it is. */
    built: { type: "boolean", default: false },
    /** The tests of this file alone, below test/e2e. */
    only: { type: "string" },
    /** The address of one request over TLS. */
    url: { type: "string" },
    /** The folder that electron-builder wrote to. */
    release: { type: "string", default: join(root, "release") },
    out: { type: "string", default: join(root, "test", "output", "verify-electron.md") },
  },
});
const part = "development";
const say = (text: string): void => void process.stderr.write(`${text}\n`);

function ready(): boolean {
  const isChosen = process.env["ELECTRON_OVERRIDE_DIST_PATH"] !== undefined;
  if (!isChosen && fetchElectron()) {
    const problem = whyNotHere();
    if (problem !== null) say(problem);
    return problem === null;
  }
  say(
    "Electron's program is not here: the Chromium host stands in. What it cannot show is reported as not run.",
  );
  Object.assign(process.env, hostEnvironment());
  return systemPackages("host");
}

const selfCheckUrl = options.url === undefined ? [] : [`--self-check-url=${options.url}`];

type Development = { readonly rows: readonly Row[]; readonly versions: string };

/** The program from source, which looks at itself. */
async function development(isHost: boolean): Promise<Development> {
  const report = await runSelfCheck({
    command: process.execPath,
    args: [join(root, "node_modules/electron/cli.js"), root, ...selfCheckUrl],
  });
  if (typeof report === "string")
    return { rows: [row(part, "it looks at itself", false, report)], versions: "unknown" };
  const { program } = report;
  return {
    rows: judge(report, { part, isPackaged: false, isHost }),
    versions: `Front Desk ${program.version}, Electron ${program.electron}, Chromium ${program.chrome}, Node ${program.node}`,
  };
}

/** The end-to-end tests, on whatever stands for Electron here. */
async function suite(): Promise<readonly Row[]> {
  if (options.quick) return [notRun("end to end", "the tests", "--quick")];
  const folder = mkdtempSync(join(tmpdir(), "front-desk-suite-"));
  const results = join(folder, "results.json");
  const files = options.only === undefined ? [] : [join("test", "e2e", options.only)];
  const args = [
    "run",
    "--project",
    "e2e",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}`,
  ];
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args, ...files], {
    cwd: root,
    // The table alone goes to where it is sent on from.
    stdio: ["ignore", 2, 2],
  });
  await new Promise((resolve) => child.once("exit", resolve));
  try {
    return suiteRows(JSON.parse(readFileSync(results, "utf8")));
  } catch {
    return suiteRows(null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!ready()) process.exit(1);
const isHost = !electronBinaryAvailable();
if (!options.built) {
  say("Building…");
  await build();
}
say("The program from source…");
const { rows: own, versions } = await development(isHost);
say("The package…");
const packaged = await packageRows(findPackage(options.release), selfCheckUrl);
say("The end-to-end tests…");
const rows = [...own, ...packaged, ...(await suite())];

const facts = [
  ["ran on", isHost ? "the Chromium host, not Electron's own program" : "Electron's own program"],
  ["versions", versions],
  ["computer", `${systemName()} ${systemVersion()}, ${process.arch}`],
  ["when", new Date().toISOString().slice(0, 10)],
] as const;
const text = `${markdown(facts, rows)}\n${byHandList()}`;
mkdirSync(join(options.out, ".."), { recursive: true });
writeFileSync(options.out, text);
process.stdout.write(text);
say(`Written to ${options.out}.`);
process.exit(rows.some(({ result }) => result === "fail") ? 1 : 0);
