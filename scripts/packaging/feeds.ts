import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { isSigned, toSignedBytes } from "../../main/features/updates/signature.ts";

/** `latest.yml`, `beta-mac.yml`, `latest-linux-arm64.yml`; not `builder-debug.yml`. */
const feedName = /^[a-z][a-z0-9]*(-mac|-linux(-[a-z0-9]+)?)?\.yml$/i;

const feedShape = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
});
type FeedShape = z.infer<typeof feedShape>;

/** Which of the folders has a file. Throws where none has. */
function folderOf(folders: readonly string[], name: string): string {
  const folder = folders.find((one) => existsSync(join(one, name)));
  if (folder === undefined) throw new Error(`${name} is in a feed and in none of the folders.`);
  return folder;
}

/** The files of a feed with their sizes, each found to be what the feed says. */
function checkedFiles(feed: FeedShape, folders: readonly string[]): FeedShape["files"] {
  return feed.files.map((file) => {
    const bytes = readFileSync(join(folderOf(folders, file.url), file.url));
    if (createHash("sha512").update(bytes).digest("base64") !== file.sha512)
      throw new Error(`${file.url} is not the file that its feed names.`);
    return { ...file, size: bytes.length };
  });
}

/** Two feeds of one name, as two processors' computers made them, as one. */
function joined(name: string, one: FeedShape, other: FeedShape): FeedShape {
  if (one.version !== other.version)
    throw new Error(`${name} is of two versions: ${one.version} and ${other.version}.`);
  const added = other.files.filter(({ url }) => one.files.every((file) => file.url !== url));
  return { ...one, files: [...one.files, ...added] };
}

export type FeedWish = {
  /** Where packages and their feeds lie. */
  readonly folders: readonly string[];
  /** Percent of the copies that take it; null: all. */
  readonly staging: number | null;
  /** What is new, as plain text; null: nothing is said. */
  readonly notes: string | null;
};

/** The feeds of all folders, by name: joined, looked at against the packages, and worded for signing. */
export function readyFeeds({ folders, staging, notes }: FeedWish): ReadonlyMap<string, string> {
  const feeds = new Map<string, FeedShape>();
  for (const folder of folders)
    for (const name of readdirSync(folder).filter((file) => feedName.test(file))) {
      const feed = feedShape.parse(parse(readFileSync(join(folder, name), "utf8")));
      const known = feeds.get(name);
      feeds.set(name, known === undefined ? feed : joined(name, known, feed));
    }
  if (feeds.size === 0) throw new Error("There is no feed in these folders: npm run package writes them.");
  return new Map(
    [...feeds].map(([name, feed]) => [
      name,
      stringify({
        ...feed,
        files: checkedFiles(feed, folders),
        ...(staging === null ? {} : { stagingPercentage: staging }),
        ...(notes === null ? {} : { releaseNotes: notes }),
      }),
    ]),
  );
}

/** A private key from its PEM text, or the path of a file with it. Throws where it is no Ed25519 key. */
export function readPrivateKey(textOrPath: string): KeyObject {
  const text = textOrPath.includes("PRIVATE KEY") ? textOrPath : readFileSync(textOrPath, "utf8");
  const key = createPrivateKey(text);
  if (key.asymmetricKeyType !== "ed25519") throw new Error("This is no Ed25519 key.");
  return key;
}

/** The public key of a private one, as a package is built with it: base64 of its SubjectPublicKeyInfo. */
export const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: "der", type: "spki" }).toString("base64");

/** The signature file of a feed. Throws where `keys` are given and copies with those would refuse it. */
export function signFeed(key: KeyObject, file: string, content: string, keys: readonly KeyObject[]): string {
  const bytes = Buffer.from(content);
  const signature = sign(null, toSignedBytes(file, bytes), key).toString("base64");
  if (keys.length > 0 && !isSigned(keys, { file, content: bytes, signature }))
    throw new Error("The key that signs is none of FRONT_DESK_UPDATE_KEYS: no copy would take this.");
  return `${signature}\n`;
}
