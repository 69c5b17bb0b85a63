import { basename } from "node:path";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { BackupState } from "../../../shared/backup/backup.ts";
import { say } from "../../../messages/saying.ts";
import { BadBackup, type BadFile } from "./content.ts";
import type { OnBackupStep } from "./steps.ts";
import { unpack } from "./unpack.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import type { SlowCalls } from "../../platform/slow-calls.ts";
import { ensurePrivateFolder } from "../../platform/private-files.ts";
import { keepKey, type DatabaseKey } from "../../db/key.ts";
import {
  decidePutBack,
  dropStaged,
  isPutBackDecided,
  markStaged,
  getStagedFile,
  findStagedKey,
} from "../../db/put-back.ts";

export type Restoring = {
  readonly chosen: () => BackupState["chosen"];
  /** It is decided: only the next start is left to come. */
  readonly isDecided: () => boolean;
  readonly choose: () => Promise<void>;
  /** Reads all of the file of that id. Null: it is whole, and `chosen` says what is in it. */
  readonly look: (id: string, passphrase: string) => Promise<Failure | null>;
  readonly close: () => Promise<void>;
  /** Null: the next start puts it in the place of the records. */
  readonly decide: (id: string) => Promise<Failure | null>;
};

type Options = Pick<DeskOptions, "directory" | "secrets" | "clock" | "random" | "log" | "window"> & {
  /** Of the file that is chosen. */
  readonly disk: SlowCalls;
  readonly onChange: () => void;
  readonly onStep: OnBackupStep;
};

type Chosen = {
  readonly id: string;
  readonly path: string;
  part: number | null;
  looked: { readonly facts: NonNullable<BackupState["chosen"]>["facts"]; readonly key: DatabaseKey } | null;
};

const bad = (why: BadFile): Failure => {
  const told = say(`failures.backup.file.${why}`);
  return why === "passphrase"
    ? fail("invalid-input", told, { fields: { passphrase: told } })
    : fail("refused", told, { next: "none" });
};
const gone = (): Failure => fail("not-found", say("failures.backup.closed"));
const underWay = (): Failure => fail("busy", say("failures.backup.reading"));
/** Milliseconds between two words to the window on how far it is. */
const toldEvery = 250;

/** A backup that is chosen, read beside the records, and put in their place by the next start. */
export function createRestoring(options: Options): Restoring {
  const { directory, secrets, clock, random, log, window, disk, onChange, onStep } = options;
  let chosen: Chosen | null = null;
  let reading: { readonly abort: AbortController; readonly done: Promise<unknown> } | null = null;
  let isDecided = isPutBackDecided(directory);
  /** A person said yes, and the keychain is asked. */
  let deciding: Promise<Failure | null> | null = null;

  async function close(): Promise<void> {
    reading?.abort.abort();
    await reading?.done;
    chosen?.looked?.key.bytes.fill(0);
    chosen = null;
    if (!isDecided) dropStaged(directory);
  }

  async function staged(file: Chosen, passphrase: string, signal: AbortSignal): Promise<void> {
    let toldAt = clock.monotonic();
    ensurePrivateFolder(directory);
    dropStaged(directory);
    const { manifest, key } = await unpack({
      path: file.path,
      passphrase,
      into: getStagedFile(directory),
      directory,
      disk,
      signal,
      onStep,
      onPart: (part) => {
        file.part = part;
        if (clock.monotonic() - toldAt < toldEvery) return;
        toldAt = clock.monotonic();
        onChange();
      },
    });
    const own = findStagedKey(directory, key);
    if (own === null) throw new BadBackup("damaged");
    const problem = await markStaged(directory, { key: own, at: manifest.at, file: file.path });
    if (problem !== null) throw new BadBackup(problem);
    const { desk, at, version, layout, counts } = manifest;
    file.looked = { facts: { desk, at, version, layout, counts }, key: own };
    onStep("staged");
  }

  async function read(file: Chosen, passphrase: string, signal: AbortSignal): Promise<Failure | null> {
    file.part = 0;
    onChange();
    try {
      await staged(file, passphrase, signal);
      return null;
    } catch (error) {
      dropStaged(directory);
      if (signal.aborted) return gone();
      if (error instanceof BadBackup) {
        log.warn("backup.not-read", { why: error.why });
        return bad(error.why);
      }
      if (!(error instanceof Error && "syscall" in error)) throw error;
      return bad("not-written");
    } finally {
      file.part = null;
      reading = null;
      onChange();
    }
  }

  async function decideFor(file: Chosen, key: DatabaseKey): Promise<Failure | null> {
    const kept = await keepKey(secrets, key);
    // A person who closed it meanwhile does not want it any more.
    if (chosen !== file) return gone();
    if (!kept.ok) return kept.failure;
    onStep("key-kept");
    try {
      decidePutBack(directory, clock.now());
    } catch (error) {
      log.error("backup.not-decided", error);
      return bad("not-written");
    }
    isDecided = true;
    key.bytes.fill(0);
    log.warn("backup.restore-decided");
    onStep("decided");
    onChange();
    return null;
  }

  return {
    chosen: () =>
      chosen && {
        id: chosen.id,
        name: basename(chosen.path),
        part: chosen.part,
        facts: chosen.looked?.facts ?? null,
      },
    isDecided: () => isDecided,
    choose: async () => {
      const path = (await window.files?.choose("backup")) ?? null;
      if (path === null || isDecided) return;
      await close();
      chosen = { id: random.uuid(), path, part: null, looked: null };
    },
    look: async (id, passphrase) => {
      if (chosen?.id !== id || isDecided) return gone();
      if (reading !== null || deciding !== null) return underWay();
      chosen.looked?.key.bytes.fill(0);
      chosen.looked = null;
      const abort = new AbortController();
      const done = read(chosen, passphrase, abort.signal);
      reading = { abort, done: done.catch(() => undefined) };
      return done;
    },
    close,
    decide: async (id) => {
      if (isDecided) return null;
      const file = chosen?.id === id ? chosen : null;
      if (file === null || file.looked === null) return gone();
      return (deciding ??= decideFor(file, file.looked.key).finally(() => (deciding = null)));
    },
  };
}
