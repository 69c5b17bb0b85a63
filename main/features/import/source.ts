import { open, stat } from "node:fs/promises";
import { basename } from "node:path";
import { fail, FailureError } from "../../../shared/core/failure.ts";
import { say, type Saying } from "../../../messages/saying.ts";

/** Bytes of the largest file that is looked at: a million patients take about a quarter of it. */
export const maxImportBytes = 500_000_000;
/** Bytes that are read at once: parsing them takes a few milliseconds. */
const part = 32 * 1024;

/** A file of a person's, which is read several times and must stay the same. */
export type Source = {
  /** Without its folder. */
  readonly name: string;
  readonly size: number;
  /** Its bytes from the beginning, in order. Throws a `FailureError` where it cannot be read, or is another file by now. */
  readonly bytes: () => AsyncGenerator<Uint8Array>;
};

const unusable = (why: Saying): FailureError =>
  new FailureError(fail("invalid-input", why, { next: "none" }));
const unread = (): FailureError => unusable(say("import.file.unread"));
const changed = (): FailureError => unusable(say("import.file.changed"));

const checkedSize = (size: number): number => {
  if (size === 0) throw unusable(say("import.file.empty"));
  if (size > maxImportBytes)
    throw unusable(say("import.file.big", { megabytes: maxImportBytes / 1_000_000 }));
  return size;
};

/** One that was dropped: its bytes are here. */
export function createDroppedSource(name: string, bytes: Uint8Array): Source {
  return {
    name: basename(name),
    size: checkedSize(bytes.length),
    bytes: async function* () {
      for (let at = 0; at < bytes.length; at += part) yield bytes.subarray(at, at + part);
    },
  };
}

type Facts = { readonly size: number; readonly mtimeMs: number; readonly ino: number };
const isSame = (one: Facts, other: Facts): boolean =>
  one.size === other.size && one.mtimeMs === other.mtimeMs && one.ino === other.ino;

async function opened(path: string) {
  try {
    return await open(path, "r");
  } catch {
    throw unread();
  }
}

/** Before it is opened: a pipe would keep whoever opens it waiting. */
async function factsOf(path: string) {
  try {
    return await stat(path);
  } catch {
    throw unread();
  }
}

/** One that a person chose. It is closed between two readings, so that nobody is kept from changing it: that is noticed. */
export async function openFileSource(path: string): Promise<Source> {
  const facts = await factsOf(path);
  if (!facts.isFile()) throw unusable(say("import.file.folder"));
  const size = checkedSize(facts.size);
  return {
    name: basename(path),
    size,
    bytes: async function* () {
      const file = await opened(path);
      try {
        if (!isSame(await file.stat(), facts)) throw changed();
        for (let at = 0; at < size; at += part) {
          // A new one each time: what was given away is still being read.
          const buffer = new Uint8Array(Math.min(part, size - at));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
          if (bytesRead < buffer.length) throw changed();
          yield buffer;
        }
        if (!isSame(await file.stat(), facts)) throw changed();
      } catch (error) {
        throw error instanceof FailureError ? error : unread();
      } finally {
        await file.close();
      }
    },
  };
}
