import { contextBridge, ipcRenderer } from "electron";
import type { DeskCalls } from "../shared/desk/desk.ts";

// Literals, not imports: a sandboxed preload can load no other file, and what two of them share is built as one. A test holds them equal.
const invokeChannel = "desk:invoke";
const eventChannel = "desk:event";

type Listener = (payload: unknown) => void;
const listeners = new Map<string, Set<Listener>>();

ipcRenderer.on(eventChannel, (_event, name: unknown, payload: unknown) => {
  for (const listener of listeners.get(String(name)) ?? []) listener(payload);
});

const invoke = (name: string, input: unknown): Promise<unknown> =>
  ipcRenderer.invoke(invokeChannel, name, input);

const on = (name: string, listener: Listener): (() => void) => {
  const all = listeners.get(name) ?? new Set();
  listeners.set(name, all.add(listener));
  return () => {
    all.delete(listener);
  };
};

const desk: { readonly [K in keyof DeskCalls]: unknown } = { invoke, on };
contextBridge.exposeInMainWorld("desk", desk);

// What no policy of a page can forbid is not there. Its session has no way out either; this is the second lock.
contextBridge.executeInMainWorld({
  func: () => {
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (/^(webkit)?RTC|^WebTransport/.test(name)) Reflect.deleteProperty(globalThis, name);
    }
  },
});
