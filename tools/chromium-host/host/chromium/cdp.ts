import { EventEmitter } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { Protocol } from "./cdp-types.ts";

type Commands = Protocol.CommandParameters;
type Results = Protocol.CommandReturnValues;
type Events = Protocol.Events;

interface Incoming {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: Readonly<{ message: string }>;
  readonly sessionId?: string;
}

/** One conversation with Chromium: with the browser itself, or with one page or frame. */
export interface CdpSession {
  readonly id: string;
  /** Sends a command. Rejects when Chromium refuses it or the session ends first. */
  send<M extends keyof Commands & keyof Results>(method: M, params?: Commands[M]): Promise<Results[M]>;
  /** Sends a command whose failure does not matter, e.g. because the page may be gone by then. */
  post<M extends keyof Commands & keyof Results>(method: M, params?: Commands[M]): void;
  on<E extends keyof Events>(event: E, listener: (payload: Events[E]) => void): void;
}

/** The connection with Chromium over `--remote-debugging-pipe`: JSON messages, each ended by a zero byte. */
export interface CdpConnection {
  readonly root: CdpSession;
  session(id: string): CdpSession;
  endSession(id: string): void;
  onClose(listener: () => void): void;
}

interface Pending {
  readonly sessionId: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Speaks the DevTools protocol over the two pipes of a Chromium process. */
export function connectCdp(pipes: Readonly<{ toBrowser: Writable; fromBrowser: Readable }>): CdpConnection {
  const pending = new Map<number, Pending>();
  const emitters = new Map<string, EventEmitter>();
  const closed = new EventEmitter();
  let lastId = 0;
  let open = true;

  const rejectAll = (reason: string, sessionId?: string): void => {
    for (const [id, call] of pending) {
      if (sessionId !== undefined && call.sessionId !== sessionId) continue;
      pending.delete(id);
      call.reject(new Error(reason));
    }
  };
  const close = (): void => {
    if (!open) return;
    open = false;
    rejectAll("The connection with Chromium is closed");
    closed.emit("close");
  };

  const receive = (message: Incoming): void => {
    if (message.id !== undefined) {
      const call = pending.get(message.id);
      pending.delete(message.id);
      if (message.error === undefined) call?.resolve(message.result);
      else call?.reject(new Error(message.error.message));
    } else if (message.method !== undefined) {
      emitters.get(message.sessionId ?? "")?.emit(message.method, message.params);
    }
  };

  let rest: Buffer = Buffer.alloc(0);
  pipes.fromBrowser.on("data", (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = rest.indexOf(0, start); end >= 0; end = rest.indexOf(0, start)) {
      const message: Incoming = JSON.parse(rest.toString("utf8", start, end));
      start = end + 1;
      receive(message);
    }
    rest = rest.subarray(start);
  });
  pipes.fromBrowser.on("close", close);
  pipes.fromBrowser.on("error", close);
  pipes.toBrowser.on("error", close);

  const call = (sessionId: string, method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (!open) {
        reject(new Error("The connection with Chromium is closed"));
        return;
      }
      const id = (lastId += 1);
      pending.set(id, { sessionId, resolve, reject });
      const target = sessionId === "" ? {} : { sessionId };
      pipes.toBrowser.write(`${JSON.stringify({ id, method, params: params ?? {}, ...target })}\0`);
    });

  const sessions = new Map<string, CdpSession>();
  const session = (id: string): CdpSession => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const emitter = new EventEmitter();
    emitter.setMaxListeners(0);
    emitters.set(id, emitter);
    const made: CdpSession = {
      id,
      // The protocol's own types say what each command answers; Chromium is trusted to keep to them.
      send: (method, params) => call(id, method, params) as Promise<Results[typeof method]>,
      post: (method, params) => {
        call(id, method, params).catch(() => undefined);
      },
      on: (event, listener) => {
        emitter.on(event, listener);
      },
    };
    sessions.set(id, made);
    return made;
  };

  return {
    root: session(""),
    session,
    endSession: (id) => {
      rejectAll("The page is gone", id);
      sessions.delete(id);
      emitters.delete(id);
    },
    onClose: (listener) => {
      closed.on("close", listener);
    },
  };
}
