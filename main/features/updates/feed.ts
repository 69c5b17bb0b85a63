import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { mayTake, readVersion } from "../../../shared/updates/version.ts";
import { say } from "../../../messages/saying.ts";
import { isSigned } from "./signature.ts";
import { UpdateError } from "./update-error.ts";

/** Bytes of the largest package that is taken: Electron's are below 200 MB. */
const mostPackageBytes = 1_000_000_000;

const feedFile = z.object({
  /** A file beside the feed, never an address: nothing in a feed leads elsewhere. */
  url: z.string().regex(/^[A-Za-z0-9][\w.-]{0,199}$/),
  /** SHA-512 in base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
  size: z.int().min(1).max(mostPackageBytes),
});
export type FeedFile = z.infer<typeof feedFile>;

/** What electron-builder writes, as far as it is read; all else is left out. */
const feedSchema = z.object({
  version: z.string().refine((text) => readVersion(text) !== null),
  files: z.array(feedFile).min(1).max(50),
  /** Percent of the copies that take it. */
  stagingPercentage: z.int().min(0).max(100).optional(),
  minimumSystemVersion: z.string().max(40).optional(),
  releaseNotes: z.string().max(20_000).nullish(),
});
export type Feed = z.infer<typeof feedSchema>;

/** How electron-builder calls processors in the names of files. */
const processorNames: Readonly<Record<string, readonly string[]>> = {
  x64: ["x64", "x86_64", "amd64"],
  arm64: ["arm64", "aarch64"],
};

/** What of a feed is for one copy. */
export type WantedFile = { readonly ending: string; readonly processor: string };

/** The one file of a feed for that kind of package and processor; null where there is none. */
export function findFeedFile({ files }: Feed, { ending, processor }: WantedFile): FeedFile | null {
  const names = processorNames[processor] ?? [processor];
  const fits = ({ url }: FeedFile): boolean =>
    url.endsWith(`.${ending}`) && names.some((name) => url.endsWith(`-${name}.${ending}`));
  return files.find(fits) ?? null;
}

type Judged = {
  /** The feed's name, `latest-linux.yml`. */
  readonly name: string;
  readonly content: Buffer;
  readonly signature: string;
  readonly keys: readonly KeyObject[];
  /** Of the YAML in it. Called once it is known who signed it. */
  readonly parse: (text: string) => unknown;
};

/** A feed that one of the keys signed, read. Throws an `UpdateError`; nothing of one that is not signed is looked at. */
export function readFeed({ name, content, signature, keys, parse }: Judged): Feed {
  if (signature.trim() === "") throw new UpdateError(say("failures.updates.notSigned"));
  if (!isSigned(keys, { file: name, content, signature }))
    throw new UpdateError(say("failures.updates.otherSigner"));
  let parsed: unknown;
  try {
    parsed = parse(content.toString("utf8"));
  } catch {
    throw new UpdateError(say("failures.updates.unreadable"));
  }
  const read = feedSchema.safeParse(parsed);
  if (!read.success) throw new UpdateError(say("failures.updates.unreadable"));
  return read.data;
}

/** Whether a running version takes what a feed offers; electron-updater is asked as well, and both must say so. */
export const isForUs = (feed: Pick<Feed, "version">, running: string): boolean =>
  mayTake(running, feed.version);

/** Notes of a release as plain text, for a page that draws no markup: at most so many letters. */
export function toPlainNotes(notes: string | null | undefined): string | null {
  const plain = (notes ?? "")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[^\P{C}\n]/gu, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return plain === "" ? null : plain.slice(0, 4_000);
}
