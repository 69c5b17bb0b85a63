import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readPublicKeys, getSignatureName } from "../main/features/updates/signature.ts";
import { publicText, readPrivateKey, readyFeeds, signFeed } from "./packaging/feeds.ts";

/**
 * npm run sign-feed -- FOLDER...: joins the feeds of these folders, looks at them against the packages there, and writes
 * them signed into `--out` (the first folder unless given). `--staging 10`: for ten of a hundred copies. `--notes FILE`:
 * what is new. The key is FRONT_DESK_UPDATE_SIGNING_KEY, a PEM text or a file with it.
 * `-- --new-key FILE`: makes a key, and says its public part. docs/updates.md says how to go on.
 */
const options = {
  "new-key": { type: "string" },
  out: { type: "string" },
  staging: { type: "string" },
  notes: { type: "string" },
} as const;

function newKey(file: string): void {
  const { privateKey } = generateKeyPairSync("ed25519");
  // Never over a key that is there: copies out there would take no release any more.
  writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600, flag: "wx" });
  console.log(`${file} is the private key: keep it where nobody else comes to, and a copy of it elsewhere.`);
  console.log(`FRONT_DESK_UPDATE_KEYS=${publicText(privateKey)}`);
}

/** The share of copies that is asked for; null: all. Throws where it is none. */
export function percentOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const percent = Number(text);
  // An empty text counts as 0, which would give the release to nobody.
  if (text.trim() === "" || !Number.isInteger(percent) || percent < 0 || percent > 100)
    throw new Error("--staging is 0 to 100.");
  return percent;
}

function main(): number {
  const { values, positionals: folders } = parseArgs({ options, allowPositionals: true });
  if (values["new-key"] !== undefined) {
    newKey(values["new-key"]);
    return 0;
  }
  const { FRONT_DESK_UPDATE_SIGNING_KEY: secret = "", FRONT_DESK_UPDATE_KEYS: known = "" } = process.env;
  const [first] = folders;
  const out = values.out ?? first;
  if (out === undefined || secret === "") {
    console.error("Name the folders of packages, and set FRONT_DESK_UPDATE_SIGNING_KEY: docs/updates.md.");
    return 1;
  }
  const key = readPrivateKey(secret);
  const keys = readPublicKeys(known);
  const notes = values.notes === undefined ? null : readFileSync(values.notes, "utf8");
  const feeds = readyFeeds({ folders, staging: percentOf(values.staging), notes });
  mkdirSync(out, { recursive: true });
  for (const [name, content] of feeds) {
    const signature = signFeed(key, name, content, keys);
    writeFileSync(join(out, name), content);
    writeFileSync(join(out, getSignatureName(name)), signature);
    console.log(`${name} is signed.`);
  }
  return 0;
}

if (import.meta.main) process.exitCode = main();
