import { extractAll, extractFile, listPackage } from "@electron/asar";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";

/**
 * Packs the app with electron-builder, as for Linux: around a stand-in for Electron's own files, since the
 * real ones need a download. What goes into the archive, what lies beside it and the fuses are the same;
 * that the result starts, installs or is signed is not shown here.
 */
const root = join(import.meta.dirname, "..", "..");
const processor = process.arch === "arm64" ? "arm64" : "x64";
const otherProcessor = processor === "x64" ? "arm64" : "x64";

/** Where Electron's executables carry their switches: this text, a version, a length, one digit a switch. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** As Electron delivers them: 1 is on, 0 off. */
const deliveredFuses = "101100011";

function standInForElectron(folder: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "node_modules/electron/package.json"), "utf8")));
  mkdirSync(join(folder, "resources"), { recursive: true });
  mkdirSync(join(folder, "locales"));
  for (const name of ["LICENSE", "LICENSES.chromium.html", "locales/en-US.pak", "locales/de.pak"])
    writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, "version"), version);
  const wire = Buffer.from([1, deliveredFuses.length, ...Buffer.from(deliveredFuses)]);
  writeFileSync(
    join(folder, "electron"),
    Buffer.concat([Buffer.from(`#!/bin/sh\nexit 0\n#${sentinel}`), wire, Buffer.from("\n")]),
    { mode: 0o755 },
  );
  return folder;
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

function run(
  args: readonly string[],
  cwd = root,
): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

function pack(folder: string, architecture: string): ReturnType<typeof run> {
  return run([
    "node_modules/electron-builder/cli.js",
    "--linux",
    "--dir",
    `--${architecture}`,
    "--publish=never",
    `-c.electronDist=${join(folder, "electron-dist")}`,
    `-c.directories.output=${join(folder, architecture)}`,
  ]);
}

describe.runIf(process.platform === "linux")("the package", () => {
  let folder = "";
  let archive = "";
  let unpacked = "";
  /** Paths in the archive, without the slash they begin with. */
  let content: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-package-"));
    standInForElectron(join(folder, "electron-dist"));
    if (!existsSync(join(root, "dist/main/index.cjs"))) run(["scripts/build.ts"]);
    const packed = pack(folder, processor);
    if (packed.status !== 0) throw new Error(packed.output);
    const [made = ""] = readdirSync(join(folder, processor)).filter((name) => name.endsWith("-unpacked"));
    unpacked = join(folder, processor, made);
    archive = join(unpacked, "resources/app.asar");
    content = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const children = (parent: string): string[] =>
    content
      .filter((path) => path.startsWith(parent) && !path.slice(parent.length).includes("/"))
      .map((path) => path.slice(parent.length))
      .toSorted();

  test("holds nothing at its top but the built programs and what they need", () => {
    expect(children("")).toEqual(["dist", "node_modules", "package.json"]);
    expect(children("dist/")).toEqual(["card", "main", "preload", "renderer"]);
  });

  test("holds the two packages with native code and no other", () => {
    const keychain = `keyring-linux-${processor}-gnu`;
    expect(children("node_modules/")).toEqual(["@napi-rs", "better-sqlite3-multiple-ciphers", "keytar"]);
    expect(children("node_modules/@napi-rs/")).toEqual([keychain]);
    expect(children("node_modules/better-sqlite3-multiple-ciphers/")).toEqual([
      "LICENSE",
      "lib",
      "package.json",
      "prebuilds",
    ]);
  });

  test("holds no sources, source maps or C code", () => {
    expect(content.filter((path) => /\.(ts|tsx|map|c|h|cpp|gyp|gypi)$/.test(path))).toEqual([]);
  });

  test("has beside the archive only the native modules, each for this processor", () => {
    expect(filesUnder(`${archive}.unpacked`).toSorted()).toEqual([
      `node_modules/@napi-rs/keyring-linux-${processor}-gnu/keyring.linux-${processor}-gnu.node`,
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-${processor}.node`,
    ]);
  });

  test("names a main program that is there, with the preload and the page beside it", () => {
    const { main } = z
      .object({ main: z.string() })
      .parse(JSON.parse(extractFile(archive, "package.json").toString("utf8")));
    expect(content).toContain(main);
    expect(content).toContain("dist/preload/index.cjs");
    expect(content).toContain("dist/renderer/index.html");
    expect(content).toContain("dist/preload/payment.cjs");
    expect(content).toContain("dist/card/payment/index.html");
  });

  test("has the loader of the payment provider's script in the card window's page alone", () => {
    const holders = content.filter(
      (path) =>
        /^dist\/(card|renderer|preload)\/.*\.(js|cjs|html)$/.test(path) &&
        extractFile(archive, path).includes("js.stripe.com"),
    );
    expect(holders.length).toBeGreaterThan(0);
    expect(holders.filter((path) => !path.startsWith("dist/card/"))).toEqual([]);
  });

  test("keeps enough of the two packages for them to load", () => {
    const extracted = join(folder, "extracted");
    extractAll(archive, extracted);
    const probe = `
      const { AsyncEntry } = require("keytar");
      const Sqlite = require("better-sqlite3-multiple-ciphers");
      const db = new Sqlite(":memory:");
      console.log(typeof AsyncEntry, db.prepare("select 6 * 7 as answer").get().answer);`;
    expect(run(["-e", probe], extracted).output).toBe("function 42\n");
  });

  test("has each fuse that electron-builder knows at its strictest", () => {
    const executable = readFileSync(join(unpacked, "front-desk"));
    const wire = executable.indexOf(sentinel) + sentinel.length + 2;
    // Run as Node, cookie encryption, NODE_OPTIONS, --inspect, asar integrity, asar only, own snapshot,
    // file:// privileges; the ninth is newer than electron-builder and stays as delivered.
    expect(executable.toString("latin1", wire, wire + deliveredFuses.length)).toBe("010011001");
  });

  test("keeps only the language that the app speaks", () => {
    expect(readdirSync(join(unpacked, "locales"))).toEqual(["en-US.pak"]);
  });

  test("is refused when the keychain's module for that processor is not installed", () => {
    const packed = pack(folder, otherProcessor);
    expect(packed.status).not.toBe(0);
    expect(packed.output).toContain(`Not in the package: @napi-rs/keyring-linux-${otherProcessor}-gnu`);
  });
});
