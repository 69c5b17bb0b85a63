import { extractAll, extractFile, listPackage } from "@electron/asar";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
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
import { parse } from "yaml";
import { z } from "zod";
import { licenses } from "../../shared/about/routes.ts";
import { linkScheme } from "../../shared/links/link-text.ts";
import { writeBill } from "../../scripts/materials/packed.ts";
import { findPackage, fuses, packageRows } from "../../scripts/verify/package.ts";
import { billProblems, type Bill } from "../support/bill.ts";
import {
  deliveredFuses,
  fusesOf,
  sentinel,
  standInForBundle,
  standInForElectron,
} from "../support/electron-stand-in.ts";
import { onlyWith } from "../support/only-with.ts";

/**
 * Packs the app with electron-builder, as for Linux: around a stand-in for Electron's own files, since the
 * real ones need a download. What goes into the archive, what lies beside it and the fuses are the same;
 * that the result starts, installs or is signed is not shown here.
 */
const root = join(import.meta.dirname, "..", "..");
const processor = process.arch === "arm64" ? "arm64" : "x64";
const otherProcessor = processor === "x64" ? "arm64" : "x64";

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

/** For the processor it runs on unless another one is named. */
function pack(
  folder: string,
  architecture: string,
  system: "linux" | "mac" = "linux",
): ReturnType<typeof run> {
  return run([
    "node_modules/electron-builder/cli.js",
    `--${system}`,
    "--dir",
    ...(architecture === processor ? [] : [`--${architecture}`]),
    "--publish=never",
    `-c.electronDist=${join(folder, "electron-dist")}`,
    `-c.directories.output=${join(folder, "packed", architecture)}`,
  ]);
}

describe("what cannot be packed here", () => {
  const config = z
    .object({
      electronFuses: z.record(z.string(), z.boolean()),
      mac: z.object({
        target: z.array(z.string()),
        extendInfo: z.record(z.string(), z.string().nullable()),
        entitlements: z.string(),
      }),
      win: z.object({ target: z.array(z.string()) }),
    })
    .parse(parse(readFileSync(join(root, "electron-builder.yml"), "utf8")));
  const entitlementsIn = (file: string): string[] =>
    [...readFileSync(join(root, file), "utf8").matchAll(/<key>([^<]+)<\/key>/g)].map(([, key = ""]) => key);

  test("an unsigned Mac package is signed anew for nobody after its fuses are set: else it is killed (agentglass#517)", () => {
    expect(config.electronFuses["resetAdHocDarwinSignature"]).toBe(true);
  });

  test("a Mac package says why it asks for the local network, and asks for nothing else", () => {
    const { NSLocalNetworkUsageDescription, ...others } = config.mac.extendInfo;
    expect(NSLocalNetworkUsageDescription).toContain("Front Desk");
    expect(Object.keys(others)).toContain("NSCameraUsageDescription");
    expect(Object.values(others).filter((text) => text !== null)).toEqual([]);
  });

  test("libraries of somebody else are let in by the entitlements for trying out alone", () => {
    const loose = "com.apple.security.cs.disable-library-validation";
    expect(entitlementsIn(config.mac.entitlements)).toEqual(["com.apple.security.cs.allow-jit"]);
    expect(entitlementsIn("build/entitlements.mac.unsigned.plist")).toContain(loose);
  });
});

describe("the package", onlyWith("linux"), () => {
  let folder = "";
  let archive = "";
  let unpacked = "";
  /** Where packages and what belongs to them would lie. */
  let release = "";
  /** Paths in the archive, without the slash they begin with. */
  let content: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "front-desk-package-"));
    standInForElectron(join(folder, "electron-dist"));
    if (!existsSync(join(root, "dist/main/index.cjs"))) run(["scripts/build.ts"]);
    const packed = pack(folder, processor);
    if (packed.status !== 0) throw new Error(packed.output);
    release = join(folder, "packed", processor);
    const [made = ""] = readdirSync(release).filter((name) => name.endsWith("-unpacked"));
    unpacked = join(release, made);
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
    expect(children("dist/")).toEqual(["card", "licenses.json", "main", "preload", "renderer"]);
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

  const stray = (paths: readonly string[]): readonly string[] =>
    paths.filter(
      (path) =>
        /\.(tsx?|jsx|map|c|h|cpp|gyp|gypi|rs)$/.test(path) ||
        /(^|\/)(__tests__|tests?|fixtures|docs|examples?|scripts|mock)(\/|$)|\.(test|spec)\./.test(path),
    );

  test("holds no sources, source maps, tests or documents", () => {
    expect(stray(content)).toEqual([]);
    const others = ["dist/main/index.cjs.map", "node_modules/a/test/a.js", "dist/a.test.js", "main/index.ts"];
    expect(stray([...others, "dist/main/index.cjs"])).toEqual(others);
  });

  test("holds no package that is for development alone", () => {
    const { devDependencies } = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    const packed = new Set(content.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]));
    expect(packed).toContain("keytar");
    expect(Object.keys(devDependencies).filter((name) => packed.has(name))).toEqual([]);
    expect(extractFile(archive, "package.json").toString("utf8")).not.toContain("devDependencies");
  });

  test("has beside the archive only the native modules, each for this processor", () => {
    expect(filesUnder(`${archive}.unpacked`).toSorted()).toEqual([
      `node_modules/@napi-rs/keyring-linux-${processor}-gnu/keyring.linux-${processor}-gnu.node`,
      `node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-${processor}.node`,
    ]);
  });

  test("has beside the archive what updates need, and no address that counts", () => {
    const config = parse(readFileSync(join(unpacked, "resources/app-update.yml"), "utf8"));
    expect(config).toMatchObject({ updaterCacheDirName: "front-desk-updater" });
    expect(new URL(config.url).hostname).toMatch(/\.invalid$/);
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
    // Run as Node, cookie encryption, NODE_OPTIONS, --inspect, asar integrity, asar only, own snapshot,
    // file:// privileges; the ninth is newer than electron-builder and stays as delivered.
    expect(fusesOf(join(unpacked, "front-desk"))).toBe("010011001");
  });

  test("is found by npm run verify:electron, which reads the same of its fuses, and says of a program that does not run so", async () => {
    const found = findPackage(release);
    if (found === null) throw new Error("It is not found.");
    expect(await fuses(found)).toMatchObject({ result: "pass", detail: "" });
    expect(findPackage(join(folder, "electron-dist"))).toBeNull();
    const rows = await packageRows(found, []);
    const failed = rows.filter(({ result }) => result === "fail").map(({ check }) => check);
    expect(failed).toEqual([
      "it looks at itself",
      "--inspect opens no debugger",
      "ELECTRON_RUN_AS_NODE does nothing",
    ]);
    // As Electron delivers it, they would not do.
    writeFileSync(
      join(folder, "loose"),
      Buffer.concat([
        Buffer.from(sentinel),
        Buffer.from([1, deliveredFuses.length]),
        Buffer.from(deliveredFuses),
      ]),
    );
    expect(await fuses({ ...found, program: join(folder, "loose") })).toMatchObject({ result: "fail" });
  });

  test("keeps the languages that the app speaks, and no other", () => {
    expect(readdirSync(join(unpacked, "locales")).toSorted()).toEqual(["en-US.pak", "es-419.pak", "es.pak"]);
  });

  test("has the licenses of Electron and Chromium beside the program", () => {
    expect(readdirSync(unpacked)).toEqual(
      expect.arrayContaining(["LICENSE.electron.txt", "LICENSES.chromium.html"]),
    );
  });

  describe("has a bill of materials beside it that", () => {
    let bill: Bill;
    beforeAll(() => {
      const file = join(release, `front-desk-0.1.0-linux-${processor}.cdx.json`);
      bill = JSON.parse(readFileSync(file, "utf8"));
    });
    const named = (name: string): Bill["components"][number] | undefined =>
      bill.components.find((component) => component.name === name);

    test("is CycloneDX 1.6 as its makers' schema has it", () => {
      expect(billProblems(bill)).toEqual([]);
      expect(billProblems({ ...bill, components: [{ name: "no type" }] })).not.toEqual([]);
    });

    test("names what the maps of main's bundle name, and nothing that is a tool alone", () => {
      const maps = readdirSync(join(root, "dist/main")).filter((name) => name.endsWith(".map"));
      const sources = maps.flatMap(
        (name) =>
          z
            .object({ sources: z.array(z.string()) })
            .parse(JSON.parse(readFileSync(join(root, "dist/main", name), "utf8"))).sources,
      );
      const mapped = new Set(
        sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []),
      );
      expect(mapped.size).toBeGreaterThan(15);
      const inMain = bill.components
        .filter(({ evidence }) =>
          evidence?.occurrences.some(({ location }) => location.startsWith("dist/main/")),
        )
        .map(({ name }) => name);
      expect([...mapped].filter((name) => !inMain.includes(name))).toEqual([]);
      expect(["vitest", "playwright", "fast-check", "electron-builder"].filter(named)).toEqual([]);
    });

    test("says where each library is, of scripts that are there", () => {
      const places = new Set(
        bill.components.flatMap(
          ({ evidence }) => evidence?.occurrences.map(({ location }) => location) ?? [],
        ),
      );
      const scripts = [...places].filter((place) => /\.c?js$/.test(place));
      expect(scripts.filter((place) => !content.includes(place))).toEqual([]);
      // React says its version in its own code.
      const react = named("react-dom");
      const holders =
        react?.evidence?.occurrences.map(({ location }) => extractFile(archive, location)) ?? [];
      expect(holders.some((text) => text.includes(react?.version ?? "none"))).toBe(true);
    });

    test("names the native packages in the archive, and what is compiled into them", () => {
      const inArchive = content
        .filter((path) => /^node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path))
        .map(
          (path) =>
            z.object({ name: z.string() }).parse(JSON.parse(extractFile(archive, path).toString())).name,
        );
      expect(inArchive).toHaveLength(3);
      for (const name of inArchive) expect(named(name), name).toBeDefined();
      const crates = named(`@napi-rs/keyring-linux-${processor}-gnu`)?.components?.map(({ name }) => name);
      expect(crates).toEqual(expect.arrayContaining(["keyring-core", "zbus", "libdbus"]));
      const probe = `
        const Sqlite = require("better-sqlite3-multiple-ciphers");
        console.log(new Sqlite(":memory:").prepare("select sqlite_version()").pluck().get());`;
      const sqlite = named("better-sqlite3-multiple-ciphers")?.components?.find(
        ({ name }) => name === "sqlite",
      );
      expect(run(["-e", probe]).output).toBe(`${sqlite?.version}\n`);
    });

    test("has the version of Electron, and the digests of the archive and of what lies beside it", () => {
      const digest = (path: string): string => createHash("sha256").update(readFileSync(path)).digest("hex");
      expect(named("electron")?.version).toBe(readFileSync(join(unpacked, "version"), "utf8"));
      const files = bill.components.filter(({ type }) => type === "file");
      expect(files.map(({ name }) => name)).toEqual([
        "app.asar",
        ...filesUnder(`${archive}.unpacked`)
          .map((path) => `app.asar.unpacked/${path}`)
          .toSorted(),
      ]);
      for (const { name, hashes } of files)
        expect(hashes).toEqual([{ alg: "SHA-256", content: digest(join(unpacked, "resources", name)) }]);
    });

    test("shows in About the license of each library, with its text", () => {
      const { packages, texts } = licenses.parse(
        JSON.parse(extractFile(archive, "dist/licenses.json").toString("utf8")),
      );
      const shown = packages.map(({ name, version, license }) => `${name} ${version} ${license}`);
      const inside = bill.components
        .filter(({ type }) => type === "library")
        .map(
          ({ name, version, licenses: of }) =>
            `${name} ${version} ${of?.[0]?.license?.id ?? of?.[0]?.expression}`,
        );
      expect(shown.toSorted()).toEqual(inside.toSorted());
      for (const { name, texts: own } of packages)
        for (const at of own) expect(texts[at]?.length, name).toBeGreaterThan(100);
    });

    test("is not made of an archive with a script that the build does not know", () => {
      const other = join(folder, "other");
      mkdirSync(join(other, "dist"), { recursive: true });
      writeFileSync(join(other, "dist/materials.json"), JSON.stringify({ files: [], packages: [] }));
      const made = {
        resources: join(unpacked, "resources"),
        electron: "1",
        target: "a",
        output: join(other, "bill"),
      };
      expect(() => writeBill({ root: other, ...made })).toThrow("Not of the last build: dist/");
    });
  });

  test("is refused where Electron has a fuse that nobody has decided about", async () => {
    const dist = join(folder, "newer-electron");
    mkdirSync(dist);
    standInForElectron(dist, "1011000111");
    // Whole packages show that electron-builder calls it, and ends where it refuses.
    const { afterPack } = z
      .object({ afterPack: z.custom<(context: object) => Promise<void>>() })
      .parse(await import(join(root, "build/after-pack.mjs")));
    const refused = afterPack({
      outDir: folder,
      appOutDir: dist,
      electronPlatformName: "linux",
      arch: processor === "x64" ? 1 : 3,
      packager: {
        getResourcesDir: () => join(unpacked, "resources"),
        executableName: "electron",
        appInfo: {},
      },
    });
    await expect(refused).rejects.toThrow("Electron has 10 fuses and 9 are known");
  });

  test("says on macOS which links it opens", () => {
    standInForBundle(join(folder, "electron-dist"));
    // It ends where the keychain's module of that system is missed; the bundle's metadata is written by then.
    pack(folder, "x64", "mac");
    const info = join(folder, "packed/x64/mac/Front Desk.app/Contents/Info.plist");
    const types =
      /<key>CFBundleURLTypes<\/key>\s*<array>([\s\S]*?)<\/array>\s*<\/dict>/.exec(
        readFileSync(info, "utf8"),
      )?.[1] ?? "";
    expect([...types.matchAll(/<string>(.*?)<\/string>/g)].map(([, text]) => text)).toEqual([
      "Viewer",
      "Front Desk",
      linkScheme,
    ]);
  });

  test("is refused when the keychain's module for that processor is not installed", () => {
    const packed = pack(folder, otherProcessor);
    expect(packed.status).not.toBe(0);
    expect(packed.output).toContain(`Not in the package: @napi-rs/keyring-linux-${otherProcessor}-gnu`);
  });
});
