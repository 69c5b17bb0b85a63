import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { isSigned } from "../../../main/features/updates/signature.ts";
import { publicText, readPrivateKey, readyFeeds, signFeed } from "../../../scripts/packaging/feeds.ts";
import { percentOf } from "../../../scripts/sign-feed.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { signer } from "../../support/update-server.ts";

type Made = { readonly processor: string; readonly version?: string; readonly spoils?: boolean };

/** A folder as a computer of CI leaves it. */
function made(root: string, { processor, version = "1.3.0", spoils = false }: Made): string {
  const folder = join(root, processor);
  mkdirSync(folder);
  const url = `front-desk-${version}-win-${processor}.exe`;
  const sha512 = createHash("sha512").update(processor).digest("base64");
  writeFileSync(join(folder, url), spoils ? "another" : processor);
  writeFileSync(
    join(folder, "latest.yml"),
    stringify({ version, files: [{ url, sha512 }], path: url, sha512 }),
  );
  writeFileSync(join(folder, "builder-debug.yml"), "x64: {}");
  return folder;
}
const wish = { staging: null, notes: null };

describe("npm run sign-feed", () => {
  test("joins what two computers made for one system, with the sizes that a copy wants", () => {
    const root = temporaryFolder();
    const folders = [made(root, { processor: "x64" }), made(root, { processor: "arm64" })];
    const feeds = readyFeeds({ folders, staging: 10, notes: "Faster." });
    expect([...feeds.keys()]).toEqual(["latest.yml"]);
    const feed = parse(feeds.get("latest.yml") ?? "");
    expect(feed).toMatchObject({ version: "1.3.0", stagingPercentage: 10, releaseNotes: "Faster." });
    expect(feed.files.map(({ url, size }: { url: string; size: number }) => [url, size])).toEqual([
      ["front-desk-1.3.0-win-x64.exe", 3],
      ["front-desk-1.3.0-win-arm64.exe", 5],
    ]);
  });

  test("stops at a package that is not what its feed says, at two versions, at a missing one, and at nothing", () => {
    const root = temporaryFolder();
    const good = made(root, { processor: "x64" });
    const spoiled = made(root, { processor: "arm64", spoils: true });
    expect(() => readyFeeds({ folders: [good, spoiled], ...wish })).toThrow(
      "not the file that its feed names",
    );
    const other = temporaryFolder();
    const later = made(other, { processor: "arm64", version: "1.4.0" });
    expect(() => readyFeeds({ folders: [good, later], ...wish })).toThrow("two versions");
    writeFileSync(
      join(later, "beta.yml"),
      stringify({ version: "1", files: [{ url: "gone.exe", sha512: "x" }] }),
    );
    expect(() => readyFeeds({ folders: [later], ...wish })).toThrow("none of the folders");
    expect(() => readyFeeds({ folders: [temporaryFolder()], ...wish })).toThrow("no feed");
  });

  test("signs what a copy with that key believes, and nothing that no copy would", () => {
    const [ours, others] = [signer(), signer()];
    const pem = ours.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const key = readPrivateKey(pem);
    expect(publicText(key)).toBe(ours.text);
    const signature = signFeed(key, "latest.yml", "version: 1.3.0\n", [ours.publicKey]);
    const file = { file: "latest.yml", content: Buffer.from("version: 1.3.0\n"), signature };
    expect(isSigned([others.publicKey, ours.publicKey], file)).toBe(true);
    expect(isSigned([others.publicKey], file)).toBe(false);
    expect(isSigned([ours.publicKey], { ...file, file: "beta.yml" })).toBe(false);
    expect(() => signFeed(key, "latest.yml", "x", [others.publicKey])).toThrow("FRONT_DESK_UPDATE_KEYS");
  });

  test("takes a share of copies that is written out, and never reads an empty text as none of them", () => {
    expect([percentOf(undefined), percentOf("0"), percentOf("10"), percentOf("100")]).toEqual([
      null,
      0,
      10,
      100,
    ]);
    for (const text of ["", " ", "101", "-1", "2.5", "ten"])
      expect(() => percentOf(text)).toThrow("0 to 100");
  });
});
