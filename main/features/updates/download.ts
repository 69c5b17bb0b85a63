import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { say } from "../../../messages/saying.ts";
import type { FeedFile } from "./feed.ts";
import { fetchUpdate, type HttpParts } from "./http.ts";
import { UpdateError } from "./update-error.ts";

/** Bytes a second: a clinic's line is for its bookings. */
const usualRate = 1_048_576;
/** Milliseconds between two looks at whether what holds the download is over. */
const heldLook = 2_000;
/** Milliseconds for the whole of it, holding included: a night. */
const longest = 12 * 60 * 60_000;

export type DownloadParts = HttpParts & {
  /** True while the line and the disk are wanted for something else. */
  readonly isBusy: () => boolean;
  /** Bytes a second; for tests. */
  readonly rate?: number;
};

export type Download = {
  readonly url: URL;
  /** The file that is written; its folder is there. */
  readonly file: string;
  readonly wanted: FeedFile;
  readonly signal: AbortSignal;
  readonly onBytes: (received: number, isHeld: boolean) => void;
};

/** Waits so that no more than the rate is read, and for as long as the desk has other things to do. */
function pacer({ clock, isBusy, rate = usualRate }: DownloadParts, { signal, onBytes }: Download) {
  const wait = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const over = (): void => {
        cancel();
        signal.removeEventListener("abort", over);
        resolve();
      };
      const cancel = clock.after(milliseconds, over);
      signal.addEventListener("abort", over, { once: true });
    });
  /** When the next piece may be read. */
  let due = clock.monotonic();
  return async (size: number, received: number): Promise<void> => {
    due = Math.max(due, clock.monotonic()) + (size / rate) * 1_000;
    const early = due - clock.monotonic();
    // The smallest waits are no timer's worth.
    if (early > 20) await wait(early);
    while (isBusy() && !signal.aborted) {
      onBytes(received, true);
      await wait(heldLook);
    }
    onBytes(received, false);
  };
}

/**
 * Writes a file of the feed to the disk: never more of it than the feed says, no faster than the rate, and not while the
 * desk is busy. Throws an `UpdateError` where it is not, byte for byte, the file that the feed names; what was written by
 * then is the caller's to remove.
 */
export async function download(parts: DownloadParts, wish: Download): Promise<void> {
  const { wanted, url, file, signal } = wish;
  const hash = createHash("sha512");
  const pace = pacer(parts, wish);
  const out = await open(file, "w", 0o600);
  let received = 0;
  try {
    await fetchUpdate(parts, {
      url,
      signal,
      most: wanted.size,
      within: longest,
      take: async (piece) => {
        hash.update(piece);
        received += piece.length;
        await out.writeFile(piece);
        await pace(piece.length, received);
      },
    });
    await out.sync();
  } finally {
    await out.close();
  }
  if (received !== wanted.size) throw new UpdateError(say("failures.updates.cutOff"));
  if (hash.digest("base64") !== wanted.sha512) throw new UpdateError(say("failures.updates.wrongHash"));
}

/** Whether a file is, byte for byte, the one that the feed names: it may have lain on the disk for days. */
export async function isFileOf(file: string, { sha512 }: Pick<FeedFile, "sha512">): Promise<boolean> {
  const hash = createHash("sha512");
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  } catch {
    return false;
  }
  return hash.digest("base64") === sha512;
}
