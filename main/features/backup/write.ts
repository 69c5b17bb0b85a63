import { createHash } from "node:crypto";
import { lstat, open, readdir, rename, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { BackupFacts } from "../../../shared/backup/backup.ts";
import type { Clock } from "../../platform/ports.ts";
import { Unanswered, type SlowCalls } from "../../platform/slow-calls.ts";
import type { Snapshot } from "../../db/snapshot.ts";
import { entryNames, databaseKeyLength, type Manifest } from "./content.ts";
import { encryptBackup } from "./envelope.ts";
import { formatBackupName, findExcessBackups, getUnfinishedFileName, type DeskNames } from "./names.ts";
import { NotWritten } from "./reasons.ts";
import type { OnBackupStep } from "./steps.ts";
import { buildTarEnd, buildTarHeader, buildTarPadding } from "./tar.ts";

/** Bytes of the database that are read at once: encrypting them takes a millisecond or two. */
const atOnce = 128 * 1024;

type Options = {
  readonly snapshot: Snapshot;
  readonly facts: Omit<BackupFacts, "layout" | "counts">;
  readonly desk: DeskNames;
  readonly folder: string;
  readonly keep: number;
  readonly passphrase: string;
  readonly clock: Pick<Clock, "now">;
  /** The folder's disk, which may not answer. */
  readonly disk: SlowCalls;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onPart: (part: number) => void;
  readonly onStep: OnBackupStep;
  /** scrypt's; left out, the usual. */
  readonly cost?: number;
};

/** The database's bytes, from the beginning to the end. */
async function* bytesOf({ bytes, read }: Snapshot, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes;) {
    if (signal.aborted) throw new NotWritten("stopped");
    const part = Buffer.alloc(Math.min(atOnce, bytes - at));
    const length = await read(at, part).catch(() => 0);
    if (length === 0) throw new NotWritten("records");
    yield part.subarray(0, length);
    at += length;
  }
}

async function digest(options: Options): Promise<string> {
  const { snapshot, signal, onPart } = options;
  const hash = createHash("sha256");
  let done = 0;
  for await (const part of bytesOf(snapshot, signal)) {
    hash.update(part);
    done += part.length;
    onPart((done / snapshot.bytes) * hashShare);
  }
  return hash.digest("hex");
}
/** Reading it the first time is the smaller part of the work. */
const hashShare = 0.2;

/** The files in the backup, one after the other. */
async function* tar(options: Options, sha256: string): AsyncGenerator<Uint8Array> {
  const { snapshot, facts, signal, onPart, onStep } = options;
  const { bytes, layout, counts } = snapshot;
  const manifest: Manifest = {
    format: "front-desk-backup",
    formatVersion: 1,
    ...facts,
    layout,
    counts,
    database: { bytes, sha256 },
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8");
  yield Buffer.concat([buildTarHeader(entryNames.manifest, text.length), text, buildTarPadding(text.length)]);
  yield Buffer.concat([
    buildTarHeader(entryNames.key, databaseKeyLength),
    snapshot.key,
    buildTarPadding(databaseKeyLength),
  ]);
  yield buildTarHeader(entryNames.database, bytes);
  const hash = createHash("sha256");
  let done = 0;
  for await (const part of bytesOf(snapshot, signal)) {
    hash.update(part);
    yield part;
    const isHalf = done < bytes / 2 && done + part.length >= bytes / 2;
    done += part.length;
    if (isHalf) onStep("half-written");
    onPart(hashShare + (done / bytes) * (1 - hashShare));
  }
  // It stood still all the time, or what was written is nobody's records.
  if (hash.digest("hex") !== sha256) throw new NotWritten("records");
  yield Buffer.concat([buildTarPadding(bytes), buildTarEnd()]);
}

type Answered = <T>(call: () => Promise<T>) => Promise<T>;

/** Waits for the folder's disk, and no longer than it may take or a person wants. */
const answering =
  ({ disk, signal }: Pick<Options, "disk" | "signal">): Answered =>
  (call) =>
    disk.answered(call, signal).catch((error: unknown) => {
      if (!(error instanceof Unanswered)) throw error;
      throw new NotWritten(signal.aborted ? "stopped" : "folder-away");
    });

async function fill(file: FileHandle, options: Options, answered: Answered): Promise<void> {
  const { passphrase, cost, onStep, onPart } = options;
  onStep("file-begun");
  const sha256 = await digest(options);
  let length = 0;
  const secret = cost === undefined ? { passphrase } : { passphrase, cost };
  for await (const part of await encryptBackup(tar(options, sha256), secret)) {
    await answered(() => file.writeFile(part));
    length += part.length;
  }
  onStep("written");
  await answered(() => file.sync());
  // A share may say yes to what it does not keep.
  if ((await answered(() => file.stat())).size !== length) throw new NotWritten("disk-full");
  onPart(1);
  onStep("synced");
}

/** Makes a rename durable. Windows and shares do not sync folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  if (handle === null) return;
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Removes what is older than the last ones. What cannot be removed stays, and is tried the next time. */
async function prune({ folder, desk, keep }: Options, written: string): Promise<void> {
  const old = findExcessBackups(await readdir(folder).catch(() => []), { word: desk.word, keep, written });
  for (const name of old) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => null);
    if (found?.isFile() === true) await rm(path).catch(() => undefined);
  }
}

/** Opens the file beside. What a crash left there of ours is written over; a link that somebody put there is not followed. */
async function begin(path: string): Promise<FileHandle> {
  await rm(path, { force: true });
  return open(path, "wx", 0o600);
}

export type WrittenBackup = {
  /** Its path. */
  readonly file: string;
  /** Removes those beyond the last ones; to be called once it is known that this one may take their place. */
  readonly prune: () => Promise<void>;
};

/**
 * Writes a backup beside its place and renames it once it is on the disk: what has a backup's name is whole. Nothing is
 * ever on the disk in clear. Throws `NotWritten` or what the disk says, and leaves nothing then.
 */
export async function writeBackup(options: Options): Promise<WrittenBackup> {
  const { desk, folder, clock, disk, onStep } = options;
  const answered = answering(options);
  const unfinished = join(folder, getUnfinishedFileName(desk.word));
  const name = formatBackupName(desk, clock.now());
  try {
    let begun: FileHandle | null = null;
    const opening = async (): Promise<FileHandle> => (begun = await begin(unfinished));
    const file = await answered(opening).catch(async (error: unknown) => {
      // It may still come, and is nobody's then.
      await disk.afterwards(async () => begun?.close());
      throw error;
    });
    try {
      await fill(file, options, answered);
    } finally {
      await disk.afterwards(() => file.close());
    }
    await answered(() => rename(unfinished, join(folder, name)));
    await answered(() => syncFolder(folder));
    onStep("renamed");
  } catch (error) {
    await disk.afterwards(() => rm(unfinished, { force: true }));
    if (options.signal.aborted) throw new NotWritten("stopped");
    throw error;
  }
  return {
    file: join(folder, name),
    prune: async () => {
      await answered(() => prune(options, name)).catch(() => undefined);
      onStep("pruned");
    },
  };
}
