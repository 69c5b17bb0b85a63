import type { Dispatcher } from "undici";
import { isLoopbackHost } from "../../../shared/connection/host.ts";
import { say } from "../../../messages/saying.ts";
import { explainNetworkError } from "../../platform/network-reason.ts";
import type { Clock } from "../../platform/ports.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";
import { UpdateError } from "./update-error.ts";

/** Milliseconds without a byte after which a server is given up. */
const longestSilence = 60_000;
/** A file may lie elsewhere than its feed, at a provider of storage; a chain of those is nobody's. */
const mostRedirects = 5;

export type HttpParts = {
  readonly dispatchers: Pick<Dispatchers, "for">;
  readonly clock: Pick<Clock, "after" | "monotonic">;
  readonly userAgent: string;
  /** Milliseconds without a byte; for tests, which do not sit through a minute. */
  readonly silence?: number;
};

export type UpdateRequest = {
  readonly url: URL;
  /** Bytes; one more, and it is given up. */
  readonly most: number;
  /** Milliseconds for all of it. */
  readonly within: number;
  readonly signal?: AbortSignal;
  /** Takes each piece in its order; the next is not read before it settles. Settle late to read slowly. */
  readonly take: (piece: Buffer) => Promise<void> | void;
};

/** What answered elsewhere than asked. */
type Moved = { readonly to: string };

/** https everywhere, http on this computer alone; and never from https to http. */
export function mayAsk(url: URL, from: URL | null = null): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && isLoopbackHost(url.hostname) && from?.protocol !== "https:";
}

const reasonOf = (error: unknown): string => {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  if (typeof code === "string") return code;
  return error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : "unknown";
};
const unreached = (code: string): UpdateError =>
  new UpdateError(say("failures.updates.notReached", { reason: explainNetworkError(code) }));

/**
 * Asks for a file once, over the app's own way: its proxies, its authorities, HTTP/1.1. It ends in time, at the size that
 * was named, and at the first sign of trouble, with an `UpdateError`.
 */
export async function fetchUpdate(parts: HttpParts, asked: UpdateRequest): Promise<void> {
  let { url } = asked;
  if (!mayAsk(url)) throw new UpdateError(say("failures.updates.notHttps"));
  for (let count = 0; count <= mostRedirects; count += 1) {
    const moved = await askOnce(parts, { ...asked, url });
    if (moved === null) return;
    const next = URL.canParse(moved.to, url.href) ? new URL(moved.to, url) : null;
    if (next === null || !mayAsk(next, url)) throw new UpdateError(say("failures.updates.redirected"));
    url = next;
  }
  throw new UpdateError(say("failures.updates.redirected"));
}

/** Why a status is not what was asked for, or null. */
function statusProblem(status: number): UpdateError | null {
  if (status === 200) return null;
  return new UpdateError(
    status === 404
      ? say("failures.updates.notThere")
      : say("failures.updates.refused", { status: String(status) }),
  );
}

async function askOnce(parts: HttpParts, asked: UpdateRequest): Promise<Moved | null> {
  const dispatcher = await parts.dispatchers.for(asked.url).catch((error: unknown) => {
    throw unreached(reasonOf(error));
  });
  const { promise, resolve, reject } = Promise.withResolvers<Moved | null>();
  const timers = watch(parts, asked, (error) => stop(error));
  let controller: Dispatcher.DispatchController | null = null;
  let ended: Error | null = null;
  const stop = (error: Error): void => {
    ended ??= error;
    timers.end();
    reject(ended);
    controller?.abort(ended);
  };
  try {
    dispatcher.dispatch(requestOf(parts, asked), answering());
    return await promise;
  } catch (error) {
    throw error instanceof UpdateError ? error : unreached(reasonOf(error));
  } finally {
    timers.end();
  }

  function answering(): Dispatcher.DispatchHandler {
    let received = 0;
    let hasHead = false;
    let taking: Promise<void> = Promise.resolve();
    const take = async (piece: Buffer): Promise<void> => {
      if (ended !== null) return;
      await asked.take(piece);
      timers.heard();
      controller?.resume();
    };
    return {
      onRequestStart: (given) => {
        controller = given;
        if (ended !== null) given.abort(ended);
      },
      onResponseStart: (given, status, headers) => {
        if (status < 200) return;
        timers.heard();
        hasHead = true;
        const { location, "content-length": length } = headers;
        if ([301, 302, 303, 307, 308].includes(status) && typeof location === "string") {
          resolve({ to: location });
          // Whatever it says besides is nobody's.
          return given.abort(new Error("moved"));
        }
        const problem = statusProblem(status);
        if (problem !== null) stop(problem);
        else if (Number(length ?? 0) > asked.most) stop(new UpdateError(say("failures.updates.tooLarge")));
      },
      onResponseData: (given, piece) => {
        // undici gives an empty piece after each pause within a chunk: to pause for that again would never end.
        if (piece.length === 0) return;
        received += piece.length;
        if (received > asked.most) return stop(new UpdateError(say("failures.updates.tooLarge")));
        if (ended !== null) return;
        // Held is not silent: what waits here is ours.
        timers.hold();
        given.pause();
        taking = taking.then(() => take(piece));
        taking.catch(stop);
      },
      onResponseEnd: () => void taking.then(() => resolve(null), stop),
      onResponseError: (_given, error) =>
        stop(ended ?? (hasHead ? new UpdateError(say("failures.updates.cutOff")) : error)),
    };
  }
}

const requestOf = ({ userAgent }: HttpParts, { url }: UpdateRequest): Dispatcher.DispatchOptions => ({
  origin: url.origin,
  path: `${url.pathname}${url.search}`,
  method: "GET",
  // No compression: what is counted is what is read.
  headers: {
    "user-agent": userAgent,
    accept: "*/*",
    "accept-encoding": "identity",
    "cache-control": "no-cache",
  },
});

type Watch = { readonly heard: () => void; readonly hold: () => void; readonly end: () => void };

/** Gives up after a silence, after the whole time, and when it is called off. */
function watch(
  { clock, silence = longestSilence }: HttpParts,
  asked: UpdateRequest,
  stop: (error: Error) => void,
): Watch {
  const late = (): void => stop(new UpdateError(say("failures.updates.tooSlow")));
  const calledOff = (): void => stop(new UpdateError(say("failures.updates.stopped")));
  const cancelAll = clock.after(asked.within, late);
  let cancelSilence = clock.after(silence, late);
  let isOver = false;
  const hold = (): void => cancelSilence();
  if (asked.signal?.aborted === true) queueMicrotask(calledOff);
  asked.signal?.addEventListener("abort", calledOff, { once: true });
  return {
    hold,
    heard: () => {
      hold();
      if (!isOver) cancelSilence = clock.after(silence, late);
    },
    end: () => {
      isOver = true;
      hold();
      cancelAll();
      asked.signal?.removeEventListener("abort", calledOff);
    },
  };
}

/** A small file whole, in memory. */
export async function readSmall(parts: HttpParts, asked: Omit<UpdateRequest, "take">): Promise<Buffer> {
  const pieces: Buffer[] = [];
  await fetchUpdate(parts, { ...asked, take: (piece) => void pieces.push(Buffer.from(piece)) });
  return Buffer.concat(pieces);
}
