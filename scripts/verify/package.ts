import { getRawHeader, statFile } from "@electron/asar";
import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { judge } from "./judge.ts";
import { runSelfCheck } from "./run-self-check.ts";
import { notRun, row, type Row } from "./table.ts";

const part = "package";

/** Where a package's program and archive are, below the folder that is copied whole. */
export type Package = {
  readonly folder: string;
  readonly program: string;
  readonly archive: string;
};

const places: Readonly<
  Partial<Record<NodeJS.Platform, readonly [folder: string, program: string, archive: string]>>
> = {
  darwin: ["mac*/*.app", "Contents/MacOS/*", "Contents/Resources/app.asar"],
  win32: ["win*-unpacked", "Front Desk.exe", "resources/app.asar"],
  linux: ["linux*-unpacked", "front-desk", "resources/app.asar"],
};

/** The unpacked package that electron-builder left in a folder; null when there is none for this system. */
export function findPackage(release: string): Package | null {
  const place = places[process.platform];
  if (place === undefined) return null;
  const [folders, programs, archive] = place;
  // Both processors' may be there, as after a release made on one computer.
  const isOwn = (name: string): boolean => name.includes("arm64") === (process.arch === "arm64");
  const names = globSync(folders, { cwd: release }).toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const name of names) {
    const folder = join(release, name);
    const [program] = globSync(programs, { cwd: folder });
    if (program !== undefined && existsSync(join(folder, archive)))
      return { folder, program: join(folder, program), archive: join(folder, archive) };
  }
  return null;
}

/** As they stand in the program: the digits. */
const [off, on] = ["0".charCodeAt(0), "1".charCodeAt(0)];

/** Each switch at its strictest; Electron's newer ones are as it delivers them. */
const strictest: readonly (readonly [name: string, option: FuseV1Options, wanted: number])[] = [
  ["runs as Node", FuseV1Options.RunAsNode, off],
  ["encrypts cookies", FuseV1Options.EnableCookieEncryption, on],
  ["NODE_OPTIONS", FuseV1Options.EnableNodeOptionsEnvironmentVariable, off],
  ["--inspect", FuseV1Options.EnableNodeCliInspectArguments, off],
  ["checks the archive", FuseV1Options.EnableEmbeddedAsarIntegrityValidation, on],
  ["the archive alone", FuseV1Options.OnlyLoadAppFromAsar, on],
  ["a snapshot of its own", FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, off],
  ["rights of file://", FuseV1Options.GrantFileProtocolExtraPrivileges, off],
];

/** Reads the switches out of the program. */
export async function fuses({ program }: Package): Promise<Row> {
  const wire = await getCurrentFuseWire(program).catch(() => null);
  const isStrict = (option: FuseV1Options, wanted: number): boolean => Number(wire?.[option]) === wanted;
  const wrong = strictest.filter(([, option, wanted]) => !isStrict(option, wanted)).map(([name]) => name);
  return row(part, "every fuse is at its strictest", wire !== null && wrong.length === 0, wrong.join(", "));
}

/** Changes one byte of main's script inside an archive. */
export function changeOneByte(archive: string): void {
  const { headerSize } = getRawHeader(archive);
  const file = statFile(archive, join("dist", "main", "index.cjs"));
  if (!("offset" in file)) throw new Error("main's script is not in the archive");
  const position = 8 + headerSize + Number(file.offset) + Math.floor(file.size / 2);
  const handle = openSync(archive, "r+");
  try {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, position);
    byte[0] = (byte[0] ?? 0) ^ 1;
    writeSync(handle, byte, 0, 1, position);
  } finally {
    closeSync(handle);
  }
}

async function changedArchive(found: Package): Promise<Row> {
  const check = "with one byte of the archive changed it does not start";
  if (process.platform === "linux")
    return notRun(part, check, "Electron checks the archive on macOS and Windows alone");
  const folder = mkdtempSync(join(tmpdir(), "front-desk-changed-"));
  try {
    const copy = join(folder, basename(found.folder));
    cpSync(found.folder, copy, { recursive: true, verbatimSymlinks: true });
    const inCopy = (path: string): string => join(copy, path.slice(found.folder.length));
    changeOneByte(inCopy(found.archive));
    const report = await runSelfCheck({ command: inCopy(found.program) });
    return row(part, check, typeof report === "string", typeof report === "string" ? report : "it ran");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withoutDoors({ program }: Package): Promise<readonly Row[]> {
  const inspected = await runSelfCheck({ command: program, args: ["--inspect=0"] });
  const asNode = await runSelfCheck({
    command: program,
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const isShut = typeof inspected !== "string" && !inspected.program.isDebugged;
  return [
    row(part, "--inspect opens no debugger", isShut, typeof inspected === "string" ? inspected : ""),
    row(
      part,
      "ELECTRON_RUN_AS_NODE does nothing",
      typeof asNode !== "string",
      typeof asNode === "string" ? asNode : "",
    ),
  ];
}

type Said = { readonly isFine: boolean; readonly text: string };

function say(command: string, ...args: string[]): Said {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  return { isFine: status === 0, text: `${stdout ?? ""}${stderr ?? ""}`.trim() };
}

function onMac({ folder }: Package): readonly Row[] {
  const checks = {
    signature: "macOS: the signature holds",
    gatekeeper: "macOS: Gatekeeper takes it",
    entitlements: "macOS: its only entitlement is allow-jit",
    info: "macOS: it says why it asks for the local network, and asks for no camera or microphone",
  };
  if (process.platform !== "darwin")
    return Object.values(checks).map((check) => notRun(part, check, "needs macOS"));
  const signature = say("codesign", "--verify", "--deep", "--strict", "--verbose=2", folder);
  const gatekeeper = say("spctl", "--assess", "--type", "execute", "--verbose=2", folder);
  const entitlements = say("codesign", "--display", "--entitlements", "-", "--xml", folder);
  const keys = [...entitlements.text.matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key);
  const info = say("plutil", "-convert", "json", "-o", "-", join(folder, "Contents/Info.plist"));
  const asksFor = [...info.text.matchAll(/"(NS\w+UsageDescription)"/g)].map(([, key]) => key);
  return [
    row(part, checks.signature, signature.isFine, signature.text),
    row(part, checks.gatekeeper, gatekeeper.isFine, gatekeeper.text),
    row(part, checks.entitlements, keys.join() === "com.apple.security.cs.allow-jit", keys.join(", ")),
    row(part, checks.info, asksFor.join() === "NSLocalNetworkUsageDescription", asksFor.join(", ")),
  ];
}

/** Everything about an unpacked package; one row that says so where there is none. */
export async function packageRows(found: Package | null, args: readonly string[]): Promise<readonly Row[]> {
  if (found === null)
    return [notRun(part, "the packaged program", "there is none in release/: npm run package makes one")];
  const report = await runSelfCheck({ command: found.program, args });
  const own =
    typeof report === "string"
      ? [row(part, "it looks at itself", false, report)]
      : judge(report, { part, isPackaged: true, isHost: false });
  return [
    ...own,
    await fuses(found),
    ...(await withoutDoors(found)),
    await changedArchive(found),
    ...onMac(found),
  ];
}
