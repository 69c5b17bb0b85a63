import { EventEmitter } from "node:events";
import { createCloneCodec } from "../page/clone-codec.ts";
import type { HostMessage, PageMessage } from "../page/isolated-world.ts";
import { createEvent } from "./event.ts";
import type { HostFrame } from "./frames.ts";
import type { ContentsHandle } from "./handles.ts";

type Handler = (event: unknown, ...args: unknown[]) => unknown;

/** Electron's ipcMain. */
export class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    if (typeof handler !== "function") {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    }
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
  /** The handler of a channel; for the host only, Electron has no such method. */
  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel);
  }
}

const codec = createCloneCodec();

/** The text of a value for another process. */
export function encodeValue(value: unknown): string {
  return codec.encode(value);
}
export function encodeArguments(args: readonly unknown[]): string {
  return encodeValue(args);
}

/** Where one message of a preload came from, and the way back to it. */
export interface Origin {
  readonly contents: ContentsHandle;
  /** The frame, or undefined once its document is gone. */
  readonly frame: () => HostFrame | undefined;
  readonly answer: (message: HostMessage) => void;
}

function eventOf(origin: Origin, details: object): object {
  const frame = origin.frame();
  return createEvent({
    ...details,
    type: "frame",
    sender: origin.contents,
    processId: frame?.processId ?? 0,
    frameId: frame?.routingId ?? 0,
    ports: [],
    // Asked anew each time: null once the document that sent this is gone, as Electron documents it.
    get senderFrame() {
      return origin.frame() ?? null;
    },
    reply: (channel: string, ...args: unknown[]) => {
      origin.answer({ type: "event", channel, args: encodeArguments(args) });
    },
  });
}

/** Hands a preload's message to the app, and the app's answer back. */
export async function dispatchIpc(
  ipcMain: IpcMain,
  origin: Origin,
  message: Extract<PageMessage, { type: "send" | "invoke" }>,
): Promise<void> {
  const args = codec.decode(message.args) as unknown[];
  if (message.type === "send") {
    ipcMain.emit(message.channel, eventOf(origin, {}), ...args);
    return;
  }
  const { channel, id } = message;
  try {
    const handler = ipcMain.handlerOf(channel);
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
    const value = codec.encode(await handler(eventOf(origin, {}), ...args));
    origin.answer({ type: "reply", id, ok: true, value });
  } catch (error) {
    console.error(`Error occurred in handler for '${channel}':`, error);
    origin.answer({ type: "reply", id, ok: false, value: codec.encode(String(error)) });
  }
}
