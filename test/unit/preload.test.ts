import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { stripTypeScriptTypes } from "node:module";
import { beforeEach, describe, expect, it } from "vitest";
import { cardChannel, cardLanguageChannel, eventChannel, invokeChannel } from "../../shared/core/channels.ts";

const sourceOf = (name: string): string =>
  readFileSync(join(import.meta.dirname, "..", "..", "preload", name), "utf8");
const source = sourceOf("index.ts");
const cardSource = sourceOf("payment.ts");

type Listener = (event: unknown, ...args: unknown[]) => void;
let exposed: Map<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>;
let invoked: unknown[][];
let heard: Map<string, Listener>;
let inPage: string[];

/** Runs the preload as it stands, against an Electron that only remembers what it was asked for. */
function run(source: string): void {
  exposed = new Map();
  invoked = [];
  heard = new Map();
  inPage = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Readonly<Record<string, () => unknown>>) =>
        void exposed.set(name, api),
      // Electron too takes the function's text alone.
      executeInMainWorld: ({ func }: { readonly func: () => void }) => void inPage.push(String(func)),
    },
    ipcRenderer: {
      on: (channel: string, listener: Listener) => void heard.set(channel, listener),
      invoke: (...args: unknown[]) => {
        invoked.push(args);
        return Promise.resolve("answer");
      },
    },
  };
  const script = stripTypeScriptTypes(source).replace(
    /^import \{([^}]*)\} from "electron";$/m,
    "const {$1} = electron;",
  );
  runInNewContext(script, { electron });
}
beforeEach(() => run(source));

const api = (): Readonly<Record<string, (...args: unknown[]) => unknown>> => exposed.get("desk") ?? {};

describe("what the page is given", () => {
  it("is window.desk with invoke and on, and nothing else", () => {
    expect([...exposed.keys()]).toEqual(["desk"]);
    expect(Object.keys(api()).toSorted()).toEqual(["invoke", "on"]);
    for (const part of Object.values(api())) expect(typeof part).toBe("function");
  });

  it("invokes on the one channel of the contract, whatever the page says", async () => {
    await api()["invoke"]?.("items.get", { id: 1 }, "more");
    await api()["invoke"]?.("other:channel", {});
    expect(invoked).toEqual([
      [invokeChannel, "items.get", { id: 1 }],
      [invokeChannel, "other:channel", {}],
    ]);
  });

  it("hears events on the one channel of the contract, and never the event object", () => {
    expect([...heard.keys()]).toEqual([eventChannel]);
    const got: unknown[][] = [];
    api()["on"]?.("flush", (...args: unknown[]) => void got.push(args));
    heard.get(eventChannel)?.({ sender: "the raw IPC" }, "flush", { a: 1 }, "more");
    heard.get(eventChannel)?.({ sender: "the raw IPC" }, "command", { b: 2 });
    heard.get(eventChannel)?.({ sender: "the raw IPC" }, null);
    expect(got).toEqual([[{ a: 1 }]]);
  });

  it("can be told to stop listening, one listener at a time", () => {
    const got: string[] = [];
    const stop = api()["on"]?.("flush", () => void got.push("first"));
    api()["on"]?.("flush", () => void got.push("second"));
    if (typeof stop === "function") stop();
    heard.get(eventChannel)?.({}, "flush", {});
    expect(got).toEqual(["second"]);
  });
});

describe("what is taken from the page", () => {
  it("is all that speaks past its policy, and nothing else", () => {
    const gone = ["RTCPeerConnection", "webkitRTCPeerConnection", "RTCDataChannel", "WebTransport"];
    const kept = ["fetch", "localStorage", "MyRTC", "WebSocket"];
    const page = Object.fromEntries([...gone, ...kept].map((name) => [name, () => undefined]));
    for (const text of inPage) runInNewContext(`(${text})()`, page);
    expect(Object.keys(page)).toEqual(kept);
  });
});

describe("what the card window is given", () => {
  beforeEach(() => run(cardSource));
  const card = (): Readonly<Record<string, (...args: unknown[]) => unknown>> => exposed.get("card") ?? {};

  it("is window.card with its three calls and the language, and nothing else", () => {
    expect([...exposed.keys()]).toEqual(["card"]);
    expect(Object.keys(card()).toSorted()).toEqual(["begin", "cancel", "done", "onLanguage"]);
    expect([...heard.keys()]).toEqual([]);
  });

  it("hears of the language on its own channel alone, and never the event object", () => {
    const got: unknown[][] = [];
    card()["onLanguage"]?.((...args: unknown[]) => void got.push(args));
    expect([...heard.keys()]).toEqual([cardLanguageChannel]);
    heard.get(cardLanguageChannel)?.({ sender: "the raw IPC" }, "es-US", "more");
    expect(got).toEqual([["es-US"]]);
  });

  it("calls on its own channel alone, and never on the desk's, whatever the page says", async () => {
    await card()["begin"]?.();
    await card()["begin"]?.(true);
    await card()["begin"]?.("desk:invoke", { renew: true });
    await card()["done"]?.({ paymentMethod: "pm_1" }, "more");
    await card()["cancel"]?.("closed", "more");
    expect(invoked).toEqual([
      [cardChannel, "begin", { renew: false }],
      [cardChannel, "begin", { renew: true }],
      [cardChannel, "begin", { renew: false }],
      [cardChannel, "done", { paymentMethod: "pm_1" }],
      [cardChannel, "cancel", { reason: "closed" }],
    ]);
    expect(cardChannel).not.toBe(invokeChannel);
  });
});

it.each([
  ["index.ts", source, 'import { contextBridge, ipcRenderer } from "electron";'],
  ["payment.ts", cardSource, 'import { contextBridge, ipcRenderer } from "electron";'],
])("%s brings in nothing but Electron's two parts, and types", (_name, text, allowed) => {
  const imports = [...text.matchAll(/^import .*$/gm)].map(([line]) => line);
  expect(imports.filter((line) => !line.startsWith("import type "))).toEqual([allowed]);
  expect(text).not.toMatch(/require\(|process\.|import\(/);
});
