import { extractFile, listPackage, uncacheAll } from "@electron/asar";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { selfCheckReport, type SelfCheckReport } from "../../../main/electron/self-check-report.ts";
import { byHandList } from "../../../scripts/verify/by-hand.ts";
import { judge } from "../../../scripts/verify/judge.ts";
import { changeOneByte, findPackage, packageRows } from "../../../scripts/verify/package.ts";
import { suiteRows } from "../../../scripts/verify/suite.ts";
import { markdown, needsElectron, notRun, row, type Row } from "../../../scripts/verify/table.ts";
import { pack } from "../../support/archive.ts";
import { onlyWith } from "../../support/only-with.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** A package as it should be. */
const fine: SelfCheckReport = {
  version: 1,
  program: {
    name: "Front Desk",
    version: "0.1.0",
    isPackaged: true,
    electron: "45.4.1",
    chrome: "154.0.1.1",
    node: "24.21.0",
    platform: "darwin",
    processor: "arm64",
    system: "25.0.0",
    isDebugged: false,
  },
  window: {
    seenAfter: 900,
    origin: "app://desk",
    isSecureContext: true,
    moduleScripts: 1,
    loadedMore: true,
    isAnswered: true,
    complaints: 0,
    fetch: "refused",
    inlineScript: "refused",
  },
  files: {
    areInArchive: true,
    nativeModules: [
      { name: "darwin-arm64.node", isBesideArchive: true },
      { name: "keyring.darwin-arm64.node", isBesideArchive: true },
    ],
  },
  database: { isKept: true, isEncrypted: true },
  keychain: { isKept: true, isGone: true },
  certificates: { count: 150, milliseconds: 900, longestStall: 12 },
  proxy: { way: "direct" },
  policy: { state: "none", sets: [], faults: [] },
  tls: { status: 404 },
};
const judged = (report: SelfCheckReport, isHost = false): readonly Row[] =>
  judge(report, { part: "package", isPackaged: true, isHost });
const failed = (rows: readonly Row[]): readonly string[] =>
  rows.filter(({ result }) => result === "fail").map(({ check }) => check);

describe("the report of a program", () => {
  it("passes in every row where all is as it should be", () => {
    expect(selfCheckReport.parse(JSON.parse(JSON.stringify(fine)))).toEqual(fine);
    expect(judged(fine).filter(({ result }) => result !== "pass")).toEqual([]);
  });

  it.each<[string, Partial<SelfCheckReport>, string]>([
    ["is not packaged", { program: { ...fine.program, isPackaged: false } }, "it is packaged"],
    ["has a debugger", { program: { ...fine.program, isDebugged: true } }, "no debugger listens"],
    ["has another origin", { window: { ...fine.window, origin: "null" } }, "the page's origin is app://desk"],
    [
      "is never seen",
      { window: { ...fine.window, seenAfter: null } },
      "the window is there to be seen within 5 s",
    ],
    [
      "is seen late",
      { window: { ...fine.window, seenAfter: 5_001 } },
      "the window is there to be seen within 5 s",
    ],
    [
      "is no secure context",
      { window: { ...fine.window, isSecureContext: false } },
      "the page is a secure context",
    ],
    ["has no module script", { window: { ...fine.window, moduleScripts: 0 } }, "its module scripts load"],
    [
      "loads nothing later",
      { window: { ...fine.window, loadedMore: false } },
      "a script that is needed later loads",
    ],
    [
      "is not answered",
      { window: { ...fine.window, isAnswered: false } },
      "main takes the page for its own, and answers",
    ],
    [
      "complains",
      { window: { ...fine.window, complaints: 1 } },
      "nothing on its console, no policy violation",
    ],
    ["fetches", { window: { ...fine.window, fetch: "sent" } }, "fetch is refused"],
    [
      "runs inline scripts",
      { window: { ...fine.window, inlineScript: "ran" } },
      "an inline script is refused",
    ],
    [
      "has no keychain module",
      {
        files: { areInArchive: true, nativeModules: [{ name: "darwin-arm64.node", isBesideArchive: true }] },
      },
      "the database's and the keychain's modules load",
    ],
    [
      "lies beside its archive",
      { files: { ...fine.files, areInArchive: false } },
      "its files are in the archive",
    ],
    [
      "copies its modules out",
      {
        files: {
          areInArchive: true,
          nativeModules: [
            { name: "a.node", isBesideArchive: true },
            { name: "keyring.a.node", isBesideArchive: false },
          ],
        },
      },
      "the native modules load from beside the archive",
    ],
    [
      "loses what it wrote",
      { database: { isKept: false, isEncrypted: true } },
      "the database writes, closes and opens again",
    ],
    ["writes in clear", { database: { isKept: true, isEncrypted: false } }, "the database is encrypted"],
    ["has a keychain that is locked", { keychain: { broke: "locked" } }, "keychain"],
    [
      "has a keychain that forgets",
      { keychain: { isKept: false, isGone: true } },
      "the keychain gives a secret of 1,200 units back",
    ],
    ["has a keychain that keeps", { keychain: { isKept: true, isGone: false } }, "the keychain deletes it"],
    [
      "finds no certificates",
      { certificates: { count: 0, milliseconds: 1, longestStall: 1 } },
      "the system has certificates",
    ],
    [
      "stands still",
      { certificates: { count: 9, milliseconds: 9_000, longestStall: 501 } },
      "reading them holds nobody up",
    ],
    ["has no way out", { proxy: { way: "none" } }, "the system names a way for https"],
    [
      "has a policy that does not hold",
      { policy: { state: "refused", sets: [], faults: [{ fault: "owner", line: null }] } },
      "the organization's policy holds, where there is one",
    ],
    ["is refused over TLS", { tls: { broke: "CERT_HAS_EXPIRED" } }, "tls"],
  ])("one that %s fails in that row alone", (_name, fault, check) => {
    expect(failed(judged({ ...fine, ...fault }))).toEqual([check]);
  });

  it("on the Chromium host, what is the host's is not run, and nothing else is left out", () => {
    const rows = judged(fine, true);
    expect(
      rows.filter(({ result }) => result === "not run").map(({ check, detail }) => [check, detail]),
    ).toEqual(
      [
        "the page's origin is app://desk",
        "the window is there to be seen within 5 s",
        "reading them holds nobody up",
      ].map((check) => [check, needsElectron]),
    );
    expect(failed(rows)).toEqual([]);
  });
});

describe("the end-to-end tests", () => {
  const file = (name: string, tests: readonly [string, string][], status = "passed") => ({
    name: `/desk/test/e2e/${name}`,
    status,
    assertionResults: tests.map(([fullName, result]) => ({ fullName, status: result })),
  });

  it("are a row a file, and one each for those that Electron may do otherwise", () => {
    const rows = suiteRows({
      testResults: [
        file("electron.test.ts", [
          ["comes back", "passed"],
          ["saves the last letters", "failed"],
        ]),
        file("wizard.test.ts", [
          ["one", "passed"],
          ["two", "failed"],
        ]),
        file("typed.test.ts", [["one", "passed"]]),
        file("card.test.ts", [], "failed"),
        file("linux.test.ts", [["one", "skipped"]]),
        file("lock.test.ts", [["one", "passed"]], "failed"),
      ],
    });
    expect(rows.map(({ check, result, detail }) => [check, result, detail])).toEqual([
      ["comes back", "pass", ""],
      ["saves the last letters", "fail", ""],
      ["wizard.test.ts", "fail", "two"],
      ["typed.test.ts", "pass", "1 tests"],
      ["card.test.ts", "fail", "did not load"],
      ["linux.test.ts", "not run", "skipped"],
      ["lock.test.ts", "fail", "failed after its tests"],
    ]);
  });

  it.each([null, {}, { testResults: "none" }])("that wrote %j have failed", (written) => {
    expect(suiteRows(written).map(({ result }) => result)).toEqual(["fail"]);
  });
});

describe("the table", () => {
  it("has what failed first, and no cell that ends another", () => {
    const text = markdown(
      [["ran on", "a|b\n<c>"]],
      [row("p", "fine", true), notRun("p", "later", "why"), row("p", "broken", false, "x|y\n`z`")],
    );
    expect(text).toContain("1 passed, 1 failed, 1 not run.");
    expect(text).toContain("- ran on: a\\|b \\<c\\>");
    const cells = text.split("\n").filter((line) => /^\| (pass|fail|not run) /.test(line));
    expect(cells).toEqual([
      "| fail | p | broken | x\\|y \\`z\\` |",
      "| pass | p | fine |  |",
      "| not run | p | later | why |",
    ]);
  });

  it("ends in a list to tick", () => {
    expect(byHandList().match(/^- \[ \] /gm)?.length).toBeGreaterThan(9);
  });
});

describe("the package", () => {
  it("is said not to be there", async () => {
    expect(findPackage(temporaryFolder())).toBeNull();
    expect((await packageRows(null, [])).map(({ result }) => result)).toEqual(["not run"]);
  });

  it("is this processor's where both lie there", onlyWith("linux"), () => {
    const release = temporaryFolder();
    for (const name of ["linux-arm64-unpacked", "linux-unpacked"]) {
      mkdirSync(join(release, name, "resources"), { recursive: true });
      writeFileSync(join(release, name, "front-desk"), "");
      writeFileSync(join(release, name, "resources", "app.asar"), "");
    }
    const own = process.arch === "arm64" ? "linux-arm64-unpacked" : "linux-unpacked";
    expect(findPackage(release)?.folder).toBe(join(release, own));
  });

  it("is changed in one byte of main's script, and nowhere else", async () => {
    const folder = temporaryFolder();
    const script = "console.log('the desk');";
    mkdirSync(join(folder, "app/dist/main"), { recursive: true });
    writeFileSync(join(folder, "app/dist/main/index.cjs"), script);
    writeFileSync(join(folder, "app/package.json"), "{}");
    const archive = join(folder, "app.asar");
    await pack(join(folder, "app"), archive);
    const before = readFileSync(archive);
    copyFileSync(archive, `${archive}.old`);
    changeOneByte(archive);
    uncacheAll();
    const after = readFileSync(archive);
    expect([...after].filter((byte, at) => byte !== before[at])).toHaveLength(1);
    expect(extractFile(archive, join("dist", "main", "index.cjs")).toString()).not.toBe(script);
    expect(extractFile(archive, "package.json").toString()).toBe("{}");
    expect(listPackage(archive, { isPack: false })).toHaveLength(4);
  });
});
