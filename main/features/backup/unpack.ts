import { createHash } from "node:crypto";
import { open, stat, statfs, type FileHandle } from "node:fs/promises";
import { z } from "zod";
import {
  BadBackup,
  entryNames,
  databaseKeyLength,
  longestManifest,
  manifest,
  type Manifest,
} from "./content.ts";
import { Unanswered, type SlowCalls } from "../../platform/slow-calls.ts";
import { assertBackupStart, decryptBackup, startLength } from "./envelope.ts";
import { isFull, isSystems } from "./reasons.ts";
import type { OnBackupStep } from "./steps.ts";
import { blockSize, readEntrySize, buildTarEnd, buildTarPadding } from "./tar.ts";

/** Bytes of the file that are read at once. */
const atOnce = 128 * 1024;

type Options = {
  /** The backup. */
  readonly path: string;
  readonly passphrase: string;
  /** The file that its database is written to; it is not there yet. */
  readonly into: string;
  /** The folder of that file. */
  readonly directory: string;
  /** The disk of the backup, which may not answer. */
  readonly disk: SlowCalls;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onPart: (part: number) => void;
  readonly onStep: OnBackupStep;
};

export type Unpacked = { readonly manifest: Manifest; readonly key: Buffer };

type Source = Options & {
  readonly file: FileHandle;
  /** Of the file, in bytes. */
  readonly size: number;
};

async function* bytesOf({ file, size, disk, signal, onPart }: Source): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    signal.throwIfAborted();
    const part = Buffer.alloc(atOnce);
    const { bytesRead } = await disk.answered(() => file.read(part, 0, atOnce, at), signal);
    if (bytesRead === 0) return;
    at += bytesRead;
    onPart(Math.min(1, at / size));
    yield part.subarray(0, bytesRead);
  }
}

/** Takes exact lengths out of a stream. */
function taker(source: AsyncIterable<Uint8Array>) {
  const parts = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  /** The next bytes, at most so many; none at the end. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const next = await parts.next();
      if (next.done === true) return rest;
      rest = next.value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  }
  async function pass(length: number, sink: (part: Uint8Array) => Promise<void> | void): Promise<void> {
    for (let left = length; left > 0;) {
      const part = await some(left);
      if (part.length === 0) throw new BadBackup("damaged");
      await sink(part);
      left -= part.length;
    }
  }
  async function exactly(length: number): Promise<Buffer> {
    const parts: Uint8Array[] = [];
    await pass(length, (part) => void parts.push(part));
    return Buffer.concat(parts);
  }
  return { some, pass, exactly };
}
type Taker = ReturnType<typeof taker>;

/** The size of the next file, which must have that name. */
async function entry(tar: Taker, name: string): Promise<number> {
  const size = readEntrySize(await tar.exactly(blockSize), name);
  if (size === null) throw new BadBackup("not-backup");
  return size;
}

async function padding(tar: Taker, size: number): Promise<void> {
  const zeros = buildTarPadding(size);
  if (!(await tar.exactly(zeros.length)).equals(zeros)) throw new BadBackup("not-backup");
}

async function small(tar: Taker, name: string, longest: number): Promise<Buffer> {
  const size = await entry(tar, name);
  if (size > longest) throw new BadBackup("not-backup");
  const content = await tar.exactly(size);
  await padding(tar, size);
  return content;
}

const described = z.object({ format: z.literal("front-desk-backup"), formatVersion: z.number() });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadBackup("not-backup");
  }
}

/** One of a later description is told from what is none. */
function readManifest(text: string): Manifest {
  const json = parsed(text);
  const kind = described.safeParse(json);
  if (kind.success && kind.data.formatVersion > 1) throw new BadBackup("newer");
  const says = manifest.safeParse(json);
  if (!says.success) throw new BadBackup("not-backup");
  return says.data;
}

async function checkSpace(directory: string, bytes: number): Promise<void> {
  // Where the disk does not say, writing will.
  const disk = await statfs(directory).catch(() => null);
  if (disk !== null && disk.bavail * disk.bsize < bytes) throw new BadBackup("no-space");
}

/** The disk's own words while the database is written. */
const onOurDisk = <T>(pending: Promise<T>): Promise<T> =>
  pending.catch((error: unknown) => {
    throw new BadBackup(isFull(error) ? "no-space" : "not-written");
  });

async function writeDatabase(tar: Taker, { bytes, sha256 }: Manifest["database"], options: Options) {
  const hash = createHash("sha256");
  const file = await onOurDisk(open(options.into, "wx", 0o600));
  let done = 0;
  try {
    await tar.pass(bytes, async (part) => {
      hash.update(part);
      await onOurDisk(file.writeFile(part));
      if (done < bytes / 2 && done + part.length >= bytes / 2) options.onStep("half-staged");
      done += part.length;
    });
    await onOurDisk(file.sync());
  } finally {
    await file.close().catch(() => undefined);
  }
  if (hash.digest("hex") !== sha256) throw new BadBackup("damaged");
}

async function unpackFrom(source: Source): Promise<Unpacked> {
  const { file, disk, signal } = source;
  const start = Buffer.alloc(startLength);
  const { bytesRead } = await disk.answered(() => file.read(start, 0, start.length, 0), signal);
  assertBackupStart(start.subarray(0, bytesRead));
  const tar = taker(await decryptBackup(bytesOf(source), source.passphrase));
  const says = readManifest((await small(tar, entryNames.manifest, longestManifest)).toString("utf8"));
  const key = await small(tar, entryNames.key, databaseKeyLength);
  const { database } = says;
  const size = await entry(tar, entryNames.database);
  if (key.length !== databaseKeyLength || size !== database.bytes) throw new BadBackup("not-backup");
  // Nothing is packed: what is to come out of the file is in it.
  if (size > source.size) throw new BadBackup("damaged");
  await checkSpace(source.directory, size);
  await writeDatabase(tar, database, source);
  await padding(tar, size);
  if (!(await tar.exactly(buildTarEnd().length)).equals(buildTarEnd())) throw new BadBackup("not-backup");
  // The last bytes of all are read too: a file that was cut or changed there is no whole one.
  if ((await tar.some(1)).length > 0) throw new BadBackup("not-backup");
  return { manifest: says, key };
}

/**
 * Reads a backup to its last byte, and writes its database, which is encrypted as it was, into a file of its own. Takes no
 * more memory than a few parts of it. Throws `BadBackup`, and the signal's reason.
 */
export async function unpack(options: Options): Promise<Unpacked> {
  const { path, disk, signal } = options;
  let file: FileHandle | null = null;
  try {
    // A pipe would be waited for.
    const found = await disk.answered(() => stat(path), signal);
    if (!found.isFile()) throw new BadBackup("not-backup");
    const opening = async (): Promise<FileHandle> => (file = await open(path, "r"));
    return await unpackFrom({
      ...options,
      file: await disk.answered(opening, signal),
      size: found.size,
    });
  } catch (error) {
    if (signal.aborted || error instanceof BadBackup) throw error;
    throw isSystems(error) || error instanceof Unanswered ? new BadBackup("unreadable") : error;
  } finally {
    // Nobody waits for it: one on a disk that hangs comes late, and is nobody's then.
    void disk.afterwards(async () => file?.close());
  }
}
