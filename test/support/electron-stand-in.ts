import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const root = join(import.meta.dirname, "..", "..");

/** Where Electron's executables carry their switches: this text, a version, a length, one digit a switch. */
export const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
/** As Electron delivers them: 1 is on, 0 off. */
export const deliveredFuses = "101100011";

/** Writes what stands in for Electron's own files for Linux into a folder: their names, and fuses that can be set. */
export function standInForElectron(folder: string, fuses = deliveredFuses): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "node_modules/electron/package.json"), "utf8")));
  mkdirSync(join(folder, "resources"), { recursive: true });
  mkdirSync(join(folder, "locales"));
  const locales = ["en-US", "en-GB", "de", "es", "es-419"].map((name) => `locales/${name}.pak`);
  for (const name of ["LICENSE", "LICENSES.chromium.html", ...locales]) writeFileSync(join(folder, name), "");
  writeFileSync(join(folder, "version"), version);
  const wire = Buffer.from([1, fuses.length, ...Buffer.from(fuses)]);
  writeFileSync(
    join(folder, "electron"),
    Buffer.concat([Buffer.from(`#!/bin/sh\nexit 0\n#${sentinel}`), wire, Buffer.from("\n")]),
    { mode: 0o755 },
  );
  return folder;
}

/** The fuses of an executable, one digit a switch. */
export function fusesOf(file: string): string {
  const program = readFileSync(file);
  const at = program.indexOf(sentinel) + sentinel.length;
  return program.toString("latin1", at + 2, at + 2 + (program[at + 1] ?? 0));
}

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>Electron</string></dict></plist>`;

/** Electron's own bundle for macOS, as far as packing touches it before anything of that system is needed. */
export function standInForBundle(folder: string): void {
  const contents = join(folder, "Electron.app/Contents");
  const helper = join(contents, "Frameworks/Electron Helper.app/Contents");
  const resources = join(contents, "Frameworks/Electron Framework.framework/Versions/A/Resources");
  for (const path of [join(contents, "MacOS"), join(contents, "Resources"), join(helper, "MacOS"), resources])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(contents, "Info.plist"), plist);
  writeFileSync(join(helper, "Info.plist"), plist);
  writeFileSync(join(contents, "MacOS/Electron"), "");
  writeFileSync(join(helper, "MacOS/Electron Helper"), "");
}
