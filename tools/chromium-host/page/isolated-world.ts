/// <reference lib="dom" />
import type { BridgePort } from "./bridge-port.ts";
import type { CloneCodec } from "./clone-codec.ts";

/** What the host tells the isolated world when a document starts. */
export interface IsolatedWorldSettings {
  readonly binding: string;
  readonly preloadInSubFrames: boolean;
  readonly titleSuffix: string;
  readonly process: Readonly<{
    platform: string;
    arch: string;
    versions: Readonly<Record<string, string>>;
    argv: readonly string[];
  }>;
}

/** A message from the isolated world to the host. `args` is text of the clone codec. */
export type PageMessage =
  | Readonly<{ type: "send"; channel: string; args: string }>
  | Readonly<{ type: "invoke"; id: number; channel: string; args: string }>
  | Readonly<{ type: "key"; input: KeyInput }>
  | Readonly<{ type: "accelerator"; chord: string }>
  | Readonly<{ type: "leave"; url: string }>
  | Readonly<{ type: "open"; url: string; frameName: string; features: string; disposition: string }>
  | Readonly<{ type: "window"; change: "focus" | "blur" | "resize" }>
  | Readonly<{ type: "title"; title: string }>
  | Readonly<{ type: "activity" }>
  | Readonly<{ type: "display-media"; id: number; video: boolean; audio: boolean }>
  | Readonly<{ type: "execute"; expression: string }>
  | Readonly<{ type: "preload-error"; message: string; stack: string }>;

/** A key as `before-input-event` reports it. */
export interface KeyInput {
  readonly type: "keyDown" | "keyUp";
  readonly key: string;
  readonly code: string;
  readonly isAutoRepeat: boolean;
  readonly isComposing: boolean;
  readonly shift: boolean;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
  readonly location: number;
}

/** A message from the host to the isolated world. */
export type HostMessage =
  | Readonly<{ type: "event"; channel: string; args: string }>
  | Readonly<{ type: "reply"; id: number; ok: boolean; value: string }>
  | Readonly<{ type: "accelerators"; chords: readonly string[] }>;

/**
 * Runs in the preload's isolated world, before the preload. Gives it `require("electron")` with `contextBridge` and
 * `ipcRenderer`, and reports keys and departures that the host must know.
 *
 * The host sends the text of this function into the page: it may use nothing from outside its own body.
 */
export function installIsolatedWorld(
  parts: Readonly<{ settings: IsolatedWorldSettings; port: BridgePort; codec: CloneCodec }>,
): void {
  const { settings, port, codec } = parts;
  type Listener = (...args: unknown[]) => void;
  const world = globalThis as unknown as Record<string, unknown>;
  const post = world[settings.binding] as (text: string) => void;
  const tell = (message: PageMessage): void => post(JSON.stringify(message));

  class Emitter {
    readonly #listeners = new Map<unknown, { listener: Listener; once: boolean }[]>();
    on(name: unknown, listener: Listener): this {
      return this.#add(name, { listener, once: false });
    }
    addListener(name: unknown, listener: Listener): this {
      return this.on(name, listener);
    }
    once(name: unknown, listener: Listener): this {
      return this.#add(name, { listener, once: true });
    }
    #add(name: unknown, entry: { listener: Listener; once: boolean }): this {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), entry]);
      return this;
    }
    off(name: unknown, listener: Listener): this {
      return this.removeListener(name, listener);
    }
    removeListener(name: unknown, listener: Listener): this {
      const entries = [...(this.#listeners.get(name) ?? [])];
      const index = entries.findLastIndex((entry) => entry.listener === listener);
      if (index >= 0) entries.splice(index, 1);
      this.#listeners.set(name, entries);
      return this;
    }
    removeAllListeners(name?: unknown): this {
      if (name === undefined) this.#listeners.clear();
      else this.#listeners.delete(name);
      return this;
    }
    listenerCount(name: unknown): number {
      return this.#listeners.get(name)?.length ?? 0;
    }
    emit(name: unknown, ...args: unknown[]): boolean {
      const entries = this.#listeners.get(name) ?? [];
      for (const entry of entries) {
        if (entry.once) this.removeListener(name, entry.listener);
        entry.listener.apply(this, args);
      }
      return entries.length > 0;
    }
  }

  const waiting = new Map<
    number,
    { channel: string; resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let lastInvoke = 0;
  class IpcRenderer extends Emitter {
    send(channel: string, ...args: unknown[]): void {
      tell({ type: "send", channel, args: codec.encode(args) });
    }
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const text = codec.encode(args);
      const id = (lastInvoke += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { channel, resolve, reject });
        tell({ type: "invoke", id, channel, args: text });
      });
    }
  }
  const ipcRenderer = new IpcRenderer();

  const acceleratorChords = new Set<string>();
  const receive = (message: HostMessage): void => {
    if (message.type === "accelerators") {
      acceleratorChords.clear();
      for (const chord of message.chords) acceleratorChords.add(chord);
    } else if (message.type === "event") {
      const args = codec.decode(message.args) as unknown[];
      ipcRenderer.emit(message.channel, { sender: ipcRenderer, ports: [] }, ...args);
    } else {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      const value = codec.decode(message.value);
      if (message.ok) call?.resolve(value);
      else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${String(value)}`));
    }
  };

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown): void => {
      port.call("expose", [key, api]);
    },
    executeInMainWorld: (
      script: Readonly<{ func: (...args: never[]) => unknown; args?: readonly unknown[] }>,
    ): void => {
      // The page's policy may forbid to make code of a text here; the debugger may, before the page's scripts.
      const { func, args = [] } = script;
      tell({ type: "execute", expression: `(${String(func)})(...${JSON.stringify(args)})` });
    },
  };
  const setImmediate = (callback: Listener, ...args: unknown[]): unknown => setTimeout(callback, 0, ...args);
  const timers = {
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    setImmediate,
    clearImmediate: clearTimeout,
  };
  const electron = { contextBridge, ipcRenderer };
  const modules: Readonly<Record<string, unknown>> = {
    electron,
    "electron/renderer": electron,
    "electron/common": electron,
    events: Object.assign(Emitter, { EventEmitter: Emitter }),
    timers,
    url: { URL, URLSearchParams },
  };
  const requireModule = (name: string): unknown => {
    const found = modules[name.startsWith("node:") ? name.slice(5) : name];
    if (found === undefined) throw new Error(`module not found: ${name}`);
    return found;
  };
  const processShim = Object.assign(new Emitter(), settings.process, {
    type: "renderer",
    contextIsolated: true,
    sandboxed: true,
    isMainFrame: window === window.top,
    env: {},
    nextTick: (callback: Listener, ...args: unknown[]) => queueMicrotask(() => callback(...args)),
  });

  type Preload = (...args: unknown[]) => void;
  const runPreload = (preload: Preload): void => {
    if (window !== window.top && !settings.preloadInSubFrames) return;
    const module = { exports: {} };
    try {
      preload(requireModule, module, module.exports, processShim, globalThis, setImmediate, clearTimeout);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      console.error("Unable to load preload script:", failure);
      tell({ type: "preload-error", message: failure.message, stack: failure.stack ?? "" });
    }
  };
  Object.defineProperty(world, "__chromiumHost", { value: { receive, runPreload } });

  const chordOf = (event: KeyboardEvent): string =>
    [
      event.ctrlKey ? "control" : "",
      event.altKey ? "alt" : "",
      event.shiftKey ? "shift" : "",
      event.metaKey ? "meta" : "",
      /^(Key|Digit).$/.test(event.code) ? event.code.slice(-1).toLowerCase() : event.key.toLowerCase(),
    ]
      .filter((part) => part !== "")
      .join("+");

  const reportKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted) return;
    tell({
      type: "key",
      input: {
        type: event.type === "keydown" ? "keyDown" : "keyUp",
        key: event.key,
        code: event.code,
        isAutoRepeat: event.repeat,
        isComposing: event.isComposing,
        shift: event.shiftKey,
        control: event.ctrlKey,
        alt: event.altKey,
        meta: event.metaKey,
        location: event.location,
      },
    });
    if (event.type !== "keydown") return;
    const chord = chordOf(event);
    if (!acceleratorChords.has(chord)) return;
    // The menu comes after the page, and only when the page left the key alone. Added during the capture phase, this
    // listener is the last one on the way back up.
    const decide = (): void => {
      removeEventListener("keydown", decide);
      if (event.defaultPrevented) return;
      event.preventDefault();
      tell({ type: "accelerator", chord });
    };
    addEventListener("keydown", decide);
  };
  addEventListener("keydown", reportKey, true);
  addEventListener("keyup", reportKey, true);

  let lastActivity = 0;
  const reportActivity = (): void => {
    if (Date.now() - lastActivity < 1000) return;
    lastActivity = Date.now();
    tell({ type: "activity" });
  };
  for (const name of ["keydown", "mousedown", "mousemove", "wheel", "touchstart"]) {
    addEventListener(name, reportActivity, { capture: true, passive: true });
  }

  const openWindow = (url: string, frameName: string, features: string): void => {
    const disposition = features === "" ? "foreground-tab" : "new-window";
    tell({ type: "open", url, frameName, features, disposition });
  };
  port.provide("displayMedia", (video, audio) => {
    const id = (lastInvoke += 1);
    return new Promise((resolve, reject) => {
      waiting.set(id, { channel: "", resolve, reject });
      tell({ type: "display-media", id, video: video === true, audio: audio === true });
    });
  });
  port.provide("open", (url, name, features) => openWindow(String(url), String(name), String(features)));

  // Links that would open a window: with a target, or clicked so as to open one. Decided after the page's own listeners.
  const onClick = (event: MouseEvent): void => {
    const link = event
      .composedPath()
      .find((node) => node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement);
    if (!(link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) || link.href === "") return;
    const aside = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey;
    const stays =
      link.target === "" || /^_(self|parent|top)$/i.test(link.target) || link.target in window.frames;
    if (stays && !aside) return;
    const decide = (): void => {
      removeEventListener(event.type, decide);
      if (event.defaultPrevented) return;
      event.preventDefault();
      const disposition = event.shiftKey ? "new-window" : aside ? "background-tab" : "foreground-tab";
      const frameName = stays ? "" : link.target.replace(/^_blank$/i, "");
      tell({ type: "open", url: link.href, frameName, features: "", disposition });
    };
    addEventListener(event.type, decide);
  };
  addEventListener("click", onClick, true);
  addEventListener("auxclick", onClick, true);

  // The engine lets the host stop requests, but about:, blob: and the like make none. They are stopped here, and the
  // host goes there itself if the app has nothing against it.
  const navigation: unknown = Reflect.get(globalThis, "navigation");
  if (navigation instanceof EventTarget) {
    navigation.addEventListener("navigate", (event) => {
      const destination = Reflect.get(event, "destination") as Readonly<{
        url: string;
        sameDocument: boolean;
      }>;
      if (
        destination.sameDocument ||
        !event.cancelable ||
        Reflect.get(event, "navigationType") === "traverse"
      )
        return;
      if (/^(https?|javascript):/i.test(destination.url)) return;
      event.preventDefault();
      if (window === window.top) tell({ type: "leave", url: destination.url });
    });
  }

  if (window !== window.top) return;
  addEventListener("resize", () => tell({ type: "window", change: "resize" }));
  addEventListener("focus", () => tell({ type: "window", change: "focus" }));
  addEventListener("blur", () => tell({ type: "window", change: "blur" }));

  const { titleSuffix } = settings;
  let lastTitle = "";
  const noteTitle = (): void => {
    const { title } = document;
    const isMarked = titleSuffix !== "" && title.endsWith(titleSuffix);
    const own = isMarked ? title.slice(0, -titleSuffix.length) : title;
    if (own === lastTitle) return;
    lastTitle = own;
    tell({ type: "title", title: own });
    if (titleSuffix !== "") document.title = own + titleSuffix;
  };
  addEventListener("DOMContentLoaded", () => {
    noteTitle();
    const head = document.querySelector("head");
    const changes = { childList: true, subtree: true, characterData: true };
    if (head !== null) new MutationObserver(noteTitle).observe(head, changes);
  });
}
