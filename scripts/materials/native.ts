import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demandPermitted } from "./license.ts";
import { readPackage, type Package } from "./package-folder.ts";

/** What is compiled into a native module. */
export type Compiled = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly license: string;
  /** Where it was published. */
  readonly from: "cargo" | "c";
};
export type NativePackage = Package & {
  /** Below node_modules. */
  readonly folder: string;
  readonly compiled: readonly Compiled[];
};

/**
 * The packages that are not bundled since they have native code, as they are installed here: the keychain's module for
 * each processor that npm was asked for.
 */
export function nativePackages(root: string): readonly NativePackage[] {
  const modules = join(root, "node_modules");
  const keyrings = readdirSync(join(modules, "@napi-rs")).filter((name) => name.startsWith("keyring-"));
  return [
    databasePackage(root),
    { ...readPackage(join(modules, "keytar"), root), folder: "keytar", compiled: [] },
    ...keyrings.toSorted().map((name) => keyringPackage(root, `@napi-rs/${name}`)),
  ];
}

/** The keychain's module lists the Rust crates inside of it, and what C code those bring along. */
function keyringPackage(root: string, folder: string): NativePackage {
  const read = readPackage(join(root, "node_modules", folder), root);
  const text = read.texts.join("\n");
  const compiled = [...crates(text), ...vendored(text)];
  if (compiled.length === 0) throw new Error(`${read.name} no longer says what it is made of.`);
  for (const { name, version, license } of compiled)
    demandPermitted(`${name} ${version} in ${read.name}`, license);
  return { ...read, folder, compiled };
}

/** Rows of its table: `| aes | 0.8.4 | MIT OR Apache-2.0 |`. */
const crates = (text: string): readonly Compiled[] =>
  [...text.matchAll(/^\| (?!Crate |---)(\S+) \| (\S+) \| (.+?) \|$/gm)].map(
    ([, name = "", version = "", license = ""]) => ({ name, version, license, from: "cargo" }),
  );

/** `## libdbus 1.14.4 (vendored C library)`, and the license that the part under it names. */
const vendored = (text: string): readonly Compiled[] =>
  [...text.matchAll(/^## (\S+) (\S+) \(vendored C library\)$([\s\S]*?)(?=^## |$(?![\s\S]))/gm)].map(
    ([, name = "", version = "", part = ""]) => ({
      name,
      version,
      license: /licensed under\s+`([^`]+)`/.exec(part)?.[1] ?? "unknown",
      from: "c",
    }),
  );

/** SQLite with its encryption: the amalgamated source beside the binary has the notices of all that is in it. */
function databasePackage(root: string): NativePackage {
  const folder = "better-sqlite3-multiple-ciphers";
  const read = readPackage(join(root, "node_modules", folder), root);
  const source = readFileSync(join(root, "node_modules", folder, "deps/sqlite3/sqlite3.c"), "utf8");
  const notices = sourceNotices(source);
  if (/general public license/i.test(notices)) throw new Error(`${folder} has code under another license.`);
  const found = (pattern: RegExp): string => {
    const [, version] = pattern.exec(source) ?? [];
    if (version === undefined) throw new Error(`${folder} no longer says which SQLite it is.`);
    return version;
  };
  return {
    ...read,
    folder,
    texts: [...read.texts, notices],
    compiled: [
      {
        name: "sqlite",
        version: found(/#define SQLITE_VERSION +"([\d.]+)"/),
        license: "blessing",
        from: "c",
      },
      {
        name: "sqlite3-multiple-ciphers",
        version: found(/"SQLite3 Multiple Ciphers ([\d.]+)"/),
        license: "MIT AND BSD-3-Clause AND CC0-1.0 AND Unlicense",
        from: "c",
      },
    ],
  };
}

/** Its comments that say whose code follows and under which terms, each once, without the signs of C. */
export function sourceNotices(source: string): string {
  const comments = source.match(/\/\*[\s\S]*?\*\//g) ?? [];
  const notices = comments
    .filter((comment) => /copyright|public domain|\bCC0\b|SPDX-License/i.test(comment))
    .map(noticeOf);
  return [...new Set(notices)].join("\n\n");
}

function noticeOf(comment: string): string {
  const lines = comment
    .slice(2, -2)
    .split("\n")
    .map((line) => line.replace(/^[ \t]*(\*\*?|\/\/)? ?/, "").trimEnd());
  const text = lines.join("\n").trim();
  // SQLite's files begin with one and the same blessing, and go on with what each is for.
  const blessing = /The author disclaims copyright[\s\S]*?more than you give\./.exec(text);
  if (blessing !== null) return blessing[0];
  // A head of this form says no more than whose it is, and by which name the license goes.
  const named = lines.filter((line) => /^(Copyright|License|SPDX-License-Identifier):/.test(line.trim()));
  return named.length > 0 ? named.map((line) => line.trim()).join("\n") : text;
}
