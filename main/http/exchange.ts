import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Phase } from "../../shared/outbox/item.ts";

/** One HTTP request, ready to be sent. */
export type ServiceRequest = {
  readonly origin: string;
  readonly path: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/**
 * What became of one request on the wire. `answered` means the whole answer came, or its head and as much
 * of its body as is worth having; `bodyEnd` says which.
 */
export type Exchange =
  | { readonly kind: "not-reached"; readonly phase: Phase; readonly reason: string }
  | { readonly kind: "unclear"; readonly phase: Phase; readonly reason: string }
  | {
      readonly kind: "answered";
      readonly phase: Phase;
      readonly status: number;
      readonly retryAfter: string | null;
      /** The header `Content-Type`, as it came. */
      readonly contentType?: string | null;
      /** The header `Date`, as it came. */
      readonly date?: string | null;
      /** Decoded, when the answer was compressed though that was not asked for. */
      readonly body: Buffer;
      readonly bodyEnd: "complete" | "broken" | "too-large";
    };

type Answered = Extract<Exchange, { kind: "answered" }>;

export type ExchangeOptions = {
  /** Longest time for the whole exchange, in milliseconds. */
  readonly deadline: number;
  /** Most bytes of a body that are read. */
  readonly mostBytes: number;
  readonly signal?: AbortSignal;
  /** Looked at right before the first byte: false, and nothing is sent. */
  readonly isWanted?: () => boolean;
  /** Called at each step on the way, in order; `sending` precedes the first byte. */
  readonly onPhase?: (phase: Phase) => void;
};

const order: readonly Phase[] = ["none", "connecting", "sending", "sent", "answering", "answered"];

/** True when no byte of the request can have left this computer. */
export const isBeforeSend = (phase: Phase): boolean => phase === "none" || phase === "connecting";

function header(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

const decoders: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** What was compressed; as it came where that cannot be undone, or would grow past the limit. */
function decoded(body: Buffer, encoding: string | null, mostBytes: number): Buffer {
  const decode = decoders[encoding?.trim().toLowerCase() ?? ""];
  if (decode === undefined) return body;
  try {
    return decode(body, { maxOutputLength: mostBytes });
  } catch {
    return body;
  }
}

/** A short name for what broke, without addresses or anything of the request: `ECONNRESET`, `timeout`. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return "unknown";
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return code;
  return error.cause === undefined ? error.name : reasonOf(error.cause);
}

/**
 * Sends one request, once: never again by itself, never to another address. undici calls `onRequestStart`
 * right before it writes to the socket, so a failure without that call has sent nothing. Never rejects.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: ServiceRequest,
  options: ExchangeOptions,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let phase: Phase = "none";
    let head: Pick<Answered, "status" | "retryAfter" | "contentType" | "date"> | null = null;
    let encoding: string | null = null;
    let size = 0;
    const chunks: Buffer[] = [];
    let abort: ((reason: Error) => void) | null = null;
    let given: Error | null = null;

    const reach = (next: Phase): void => {
      if (order.indexOf(next) <= order.indexOf(phase)) return;
      phase = next;
      options.onPhase?.(next);
    };
    const giveUp = (reason: Error): void => {
      given ??= reason;
      if (abort !== null) abort(given);
      else if (isBeforeSend(phase)) settle({ kind: "not-reached", phase, reason: reasonOf(given) });
    };
    const timer = setTimeout(
      () => giveUp(Object.assign(new Error("timeout"), { code: "timeout" })),
      options.deadline,
    );
    const cancelled = (): void => giveUp(Object.assign(new Error("cancelled"), { code: "cancelled" }));
    options.signal?.addEventListener("abort", cancelled, { once: true });

    function settle(result: Exchange): void {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", cancelled);
      resolve(result);
    }
    const answered = (bodyEnd: "complete" | "broken" | "too-large"): void => {
      if (head === null) settle({ kind: "unclear", phase, reason: "no-answer" });
      else {
        const body = decoded(Buffer.concat(chunks), encoding, options.mostBytes);
        settle({ kind: "answered", phase, ...head, body, bodyEnd });
      }
    };

    if (options.signal?.aborted === true) {
      settle({ kind: "not-reached", phase, reason: "cancelled" });
      return;
    }
    reach("connecting");
    try {
      dispatcher.dispatch(
        { ...request, headers: { ...request.headers } },
        {
          onRequestStart(controller) {
            if (options.isWanted?.() === false) cancelled();
            abort = (reason) => controller.abort(reason);
            // Given up, or no longer wanted, while it waited for a connection: nothing may leave any more.
            if (given !== null) abort(given);
            else reach("sending");
          },
          onRequestSent: () => reach("sent"),
          onResponseStarted: () => reach("answering"),
          onResponseStart(_controller, status, headers) {
            if (status < 200) return;
            reach("answering");
            head = {
              status,
              retryAfter: header(headers["retry-after"]),
              contentType: header(headers["content-type"]),
              date: header(headers["date"]),
            };
            encoding = header(headers["content-encoding"]);
          },
          onResponseData(controller, chunk) {
            size += chunk.length;
            if (size <= options.mostBytes) chunks.push(chunk);
            else {
              answered("too-large");
              controller.abort(new Error("too large"));
            }
          },
          onResponseEnd() {
            reach("answered");
            answered("complete");
          },
          onResponseError(_controller, error) {
            if (head !== null) answered("broken");
            else if (isBeforeSend(phase))
              settle({ kind: "not-reached", phase, reason: reasonOf(given ?? error) });
            else settle({ kind: "unclear", phase, reason: reasonOf(given ?? error) });
          },
        },
      );
    } catch (error) {
      settle({ kind: isBeforeSend(phase) ? "not-reached" : "unclear", phase, reason: reasonOf(error) });
    }
  });
}
