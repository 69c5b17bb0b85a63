import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { billOfMaterials, type BillParts } from "../../../scripts/materials/bill.ts";
import { licensesOf, packagesIn } from "../../../scripts/materials/collect.ts";
import { isPermitted } from "../../../scripts/materials/license.ts";
import { nativePackages, sourceNotices } from "../../../scripts/materials/native.ts";
import { folderOf } from "../../../scripts/materials/package-folder.ts";
import { billProblems } from "../../support/bill.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { withSlashes } from "../../support/with-slashes.ts";

describe("a license expression", () => {
  it.each([
    "MIT",
    "(MIT OR GPL-3.0-only)",
    "GPL-2.0-or-later OR AFL-2.1",
    "MIT AND (ISC OR AGPL-3.0-only)",
    "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
    "GPL-3.0-only AND MIT OR ISC",
  ])("%s can be met", (expression) => expect(isPermitted(expression)).toBe(true));

  it.each([
    "GPL-3.0-only",
    "MPL-2.0",
    "MIT AND GPL-3.0-only",
    "MIT AND (GPL-3.0-only OR AGPL-3.0-only)",
    "GPL-2.0-only WITH Classpath-exception-2.0",
    "MIT WITH something",
    "UNLICENSED",
    "SEE LICENSE IN EULA.txt",
    "(MIT",
    "MIT)",
    "MIT OR",
    "MIT ISC",
    "",
  ])("%j cannot, or is none", (expression) => expect(isPermitted(expression)).toBe(false));
});

let root = "";
beforeEach(() => {
  root = temporaryFolder();
});

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
function install(path: string, license: string, text: string | null = `Text of ${license}`): void {
  const name = path.split("node_modules/").at(-1);
  put(`node_modules/${path}/package.json`, JSON.stringify({ name, version: "1.0.0", license }));
  if (text !== null) put(`node_modules/${path}/LICENSE`, text);
}
const module = (path: string): string => withSlashes(join(root, "node_modules", path));
/** As Linux writes it, also on Windows. */
const ownerOf = (moduleId: string): string => withSlashes(folderOf(moduleId, root) ?? "us");

describe("a module in a bundle", () => {
  it("belongs to the innermost package it lies in, or to us", () => {
    expect(ownerOf(module("a/dist/index.js?v=1"))).toBe(module("a"));
    expect(ownerOf(module("@s/a/node_modules/@s/b/b.js"))).toBe(module("@s/a/node_modules/@s/b"));
    expect(folderOf(join(root, "main/index.ts"), root)).toBeNull();
  });

  it("is the bundler's own where the bundler wrote it", () => {
    expect(ownerOf("\0rolldown/runtime.js")).toBe(module("rolldown"));
    expect(ownerOf("\0vite/preload-helper.js")).toBe(module("vite"));
  });

  it("stops the build when nobody can tell whose it is", () => {
    expect(() => folderOf("\0some-plugin:helper", root)).toThrow("nobody knows whose");
    expect(() => folderOf("/elsewhere/a.js", root)).toThrow("nobody knows whose");
  });
});

describe("the packages of a build", () => {
  const built = (...modules: readonly string[]) => [{ file: "dist/a.js", modules }];

  it("are found by their modules, once each, with the files they are in", () => {
    install("a", "MIT");
    install("b/node_modules/a", "MIT");
    const files = [
      ...built(module("a/x.js"), join(root, "main/own.ts")),
      { file: "dist/b.js", modules: [module("b/node_modules/a/y.js")] },
    ];
    expect(packagesIn(files, root)).toEqual([
      {
        name: "a",
        version: "1.0.0",
        license: "MIT",
        texts: ["Text of MIT"],
        files: ["dist/a.js", "dist/b.js"],
      },
    ]);
  });

  // window-55: Everything in the package has a known and allowed license
  it("stop it when one has a license that may not be in the package", { tags: ["window-55"] }, () => {
    install("copyleft", "GPL-3.0-only");
    expect(() => packagesIn(built(module("copyleft/a.js")), root)).toThrow(
      'copyleft 1.0.0 is licensed under "GPL-3.0-only"',
    );
  });

  it("stop it when one brings no text, unless that was found by hand", () => {
    install("silent", "MIT", null);
    const silent = built(module("silent/a.js"));
    expect(() => packagesIn(silent, root)).toThrow("silent 1.0.0 has no license file");
    put("scripts/materials/texts/silent.txt", "Found");
    expect(packagesIn(silent, root)[0]?.texts).toEqual(["Found"]);
  });

  it("bring their notices along, and a bundler not what it is itself made of", () => {
    install("a", "Apache-2.0");
    put("node_modules/a/NOTICE", "By somebody");
    install("vite", "MIT", "Of vite\n\n# Licenses of bundled dependencies\nof others");
    const packages = packagesIn(built(module("a/a.js"), "\0vite/preload-helper.js"), root);
    expect(packages.map(({ texts }) => texts)).toEqual([["Text of Apache-2.0", "By somebody"], ["Of vite"]]);
  });

  it("share a text that is the same", () => {
    const read = (name: string, text: string) => ({ name, version: "1", license: "MIT", texts: [text] });
    expect(licensesOf("own", [read("b", "one"), read("a", "two"), read("c", "one")])).toEqual({
      own: "own",
      packages: [
        { name: "a", version: "1", license: "MIT", texts: [0] },
        { name: "b", version: "1", license: "MIT", texts: [1] },
        { name: "c", version: "1", license: "MIT", texts: [1] },
      ],
      texts: ["two", "one"],
    });
  });
});

describe("the packages with native code", () => {
  const source = `/*\n** Copyright:   (c) 2020 Somebody\n** License:     MIT\n*/
#define SQLITE_VERSION        "3.1.2"
#define V "SQLite3 Multiple Ciphers 2.4.0"\n`;
  const inside = (rows: string, rest = ""): string =>
    `| Crate | Version | License |\n| --- | --- | --- |\n${rows}\n${rest}`;

  beforeEach(() => {
    install("better-sqlite3-multiple-ciphers", "MIT");
    put("node_modules/better-sqlite3-multiple-ciphers/deps/sqlite3/sqlite3.c", source);
    install("keytar", "MIT");
    install("@napi-rs/keyring-linux-x64-gnu", "MIT", inside("| aes | 0.8.4 | MIT OR Apache-2.0 |"));
  });

  it("say what is compiled into them", () => {
    expect(
      nativePackages(root).flatMap(({ compiled }) =>
        compiled.map(({ name, version }) => `${name} ${version}`),
      ),
    ).toEqual(["sqlite 3.1.2", "sqlite3-multiple-ciphers 2.4.0", "aes 0.8.4"]);
    expect(nativePackages(root)[0]?.texts[1]).toBe("Copyright:   (c) 2020 Somebody\nLicense:     MIT");
  });

  it.each([
    ["a crate", inside("| aes | 0.8.4 | GPL-3.0-only |"), "aes 0.8.4 in @napi-rs/keyring-linux-x64-gnu"],
    [
      "C code that a crate brings along",
      inside(
        "| aes | 0.8.4 | MIT |",
        "\n## libx 1.0 (vendored C library)\n\nThose sources are licensed under\n`GPL-2.0-or-later`, not under the above.\n",
      ),
      "libx 1.0 in @napi-rs/keyring-linux-x64-gnu",
    ],
    ["a list that has gone", "Nothing to see", "no longer says what it is made of"],
  ])("stop the build for %s", (_what, text, message) => {
    put("node_modules/@napi-rs/keyring-linux-x64-gnu/LICENSE", text);
    expect(() => nativePackages(root)).toThrow(message);
  });

  it("stop it when SQLite's source has code under the GPL", () => {
    put(
      "node_modules/better-sqlite3-multiple-ciphers/deps/sqlite3/sqlite3.c",
      `${source}/* Copyright 2020 by x, under the GNU General Public License */`,
    );
    expect(() => nativePackages(root)).toThrow("code under another license");
  });
});

test("notices are read out of a source: each once, without the signs of C, and nothing else", () => {
  const blessing = [
    "The author disclaims copyright to this source code.  In place of",
    "a legal notice: share freely, never taking more than you give.",
  ];
  const comments = [
    ["2001", "", ...blessing, "", "This file is for b-trees."].map((line) => `** ${line}`),
    blessing.map((line) => ` * ${line}`),
    [" Counts pages."],
    [" * Copyright (C) 2005 Somebody", " * All rights reserved."],
  ].map((lines) => `/*\n${lines.join("\n")}\n*/`);
  const notices = sourceNotices(comments.join("\nint x;\n"));
  expect(notices.match(/disclaims/g)).toHaveLength(1);
  expect(notices).toContain("Copyright (C) 2005 Somebody\nAll rights reserved.");
  expect(notices).not.toContain("b-trees");
  expect(notices).not.toContain("pages");
});

describe("a bill of materials", () => {
  const parts: BillParts = {
    app: { name: "front-desk", version: "1.0.0", license: "MIT" },
    target: "linux-x64",
    electron: "45.0.0",
    bundled: {
      files: ["dist/a.js"],
      packages: [{ name: "@s/a", version: "1.0.0", license: "MIT OR ISC", files: ["dist/a.js"] }],
    },
    native: [],
    files: [{ path: "app.asar", digest: "0".repeat(64) }],
  };

  it("is the same for the same package, and has another number for another", () => {
    expect(billOfMaterials(parts)).toEqual(billOfMaterials(parts));
    const other = { ...parts, files: [{ path: "app.asar", digest: "1".repeat(64) }] };
    expect(billOfMaterials(other)["serialNumber"]).not.toBe(billOfMaterials(parts)["serialNumber"]);
  });

  it("is what its schema wants, also of a package with a scope and a choice of licenses", () => {
    expect(billProblems(billOfMaterials(parts))).toEqual([]);
    expect(JSON.stringify(billOfMaterials(parts))).toContain("pkg:npm/%40s/a@1.0.0");
  });
});
