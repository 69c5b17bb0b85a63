import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright";
import { z } from "zod";
import { borrowApp, type TestApp } from "../../support/app.ts";
import { counted } from "../../support/cases.ts";
import { startOutside, type Outside } from "../../support/outside.ts";
import { routeInputs } from "../../support/route-inputs.ts";
import { words } from "../../../messages/words.ts";

let desk: TestApp;
let page: Page;
/** It must never hear of anybody. */
let outside: Outside;

beforeAll(async () => {
  outside = await startOutside();
  desk = await borrowApp();
  ({ page } = desk);
  await page.getByRole("button", { name: words.signIn.connect }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  outside.close();
});

describe("the window", () => {
  it("has every protection on, in every window", async () => {
    const windows = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // Not in Electron's types, and the only way to ask what a window really has.
        const ask: unknown = Reflect.get(webContents, "getLastWebPreferences");
        const all: unknown = typeof ask === "function" ? ask.call(webContents) : null;
        const read = (name: string): unknown =>
          typeof all === "object" && all !== null ? (Reflect.get(all, name) ?? false) : null;
        return Object.fromEntries(
          [
            "sandbox",
            "contextIsolation",
            "webSecurity",
            "nodeIntegration",
            "nodeIntegrationInSubFrames",
            "nodeIntegrationInWorker",
            "webviewTag",
            "allowRunningInsecureContent",
            "experimentalFeatures",
            "navigateOnDragDrop",
            "spellcheck",
          ].map((name) => [name, read(name)]),
        );
      }),
    );
    expect(windows.length).toBeGreaterThan(0);
    for (const preferences of windows) {
      expect(preferences).toEqual({
        sandbox: true,
        contextIsolation: true,
        webSecurity: true,
        nodeIntegration: false,
        nodeIntegrationInSubFrames: false,
        nodeIntegrationInWorker: false,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      });
    }
  });

  it("gives its page no Node and no Electron, and a desk of two functions", async () => {
    const found = await page.evaluate(() => {
      const names = [
        "require",
        "process",
        "module",
        "exports",
        "Buffer",
        "global",
        "electron",
        "ipcRenderer",
      ];
      const bridge: unknown = Reflect.get(globalThis, "desk");
      const isObject = typeof bridge === "object" && bridge !== null;
      return {
        leaked: names.filter((name) => name in globalThis),
        surface: isObject ? Object.getOwnPropertyNames(bridge).toSorted() : [],
        kinds: isObject ? Object.values(bridge).map((value) => typeof value) : [],
        isFixed: isObject && Object.isFrozen(bridge),
      };
    });
    expect(found.leaked).toEqual([]);
    expect(found.surface).toEqual(["invoke", "on"]);
    expect(found.kinds).toEqual(["function", "function"]);
  });

  it("hands listeners the payload alone, never an event object", async () => {
    const received = page.evaluate(
      () =>
        new Promise<unknown[]>((resolve) => {
          const bridge: unknown = Reflect.get(globalThis, "desk");
          const on: unknown =
            typeof bridge === "object" && bridge !== null ? Reflect.get(bridge, "on") : null;
          if (typeof on === "function") on("command", (...args: unknown[]) => resolve(args));
        }),
    );
    let isHeard = false;
    void received.then(() => (isHeard = true));
    // Sent until it is heard: the page may not listen yet at the first.
    const send = async (): Promise<boolean> => {
      await desk.app.evaluate(({ BrowserWindow }) => {
        for (const { webContents } of BrowserWindow.getAllWindows())
          webContents.send("desk:event", "command", { name: "print" }, "more");
      });
      return isHeard;
    };
    await expect.poll(send).toBe(true);
    expect(await received).toEqual([{ name: "print" }]);
  });
});

describe("permissions", () => {
  it("are all denied, asked and checked", async () => {
    const answers = await page.evaluate(async () => {
      const seen: Record<string, string> = {};
      const names = [
        "geolocation",
        "notifications",
        "camera",
        "microphone",
        "midi",
        "clipboard-read",
        "persistent-storage",
        "window-management",
        "local-fonts",
        "idle-detection",
        "accelerometer",
        "ambient-light-sensor",
        "background-fetch",
        "background-sync",
        "bluetooth",
        "captured-surface-control",
        "clipboard-write",
        "display-capture",
        "gyroscope",
        "hand-tracking",
        "keyboard-lock",
        "local-network-access",
        "magnetometer",
        "nfc",
        "payment-handler",
        "pointer-lock",
        "push",
        "screen-wake-lock",
        "speaker-selection",
        "system-wake-lock",
      ];
      for (const name of names) {
        try {
          // Some names are newer than the types.
          const query: unknown = await Reflect.apply(navigator.permissions.query, navigator.permissions, [
            { name },
          ]);
          seen[name] = String(
            typeof query === "object" && query !== null ? Reflect.get(query, "state") : query,
          );
        } catch {
          seen[name] = "unknown here";
        }
      }
      const refusedBy = async (run: () => Promise<unknown>): Promise<string> => {
        try {
          await run();
          return "given";
        } catch {
          return "denied";
        }
      };
      seen["getUserMedia"] = await refusedBy(() =>
        navigator.mediaDevices.getUserMedia({ audio: true, video: true }),
      );
      seen["getDisplayMedia"] = await refusedBy(() => navigator.mediaDevices.getDisplayMedia());
      seen["readClipboard"] = await refusedBy(() => navigator.clipboard.readText());
      seen["position"] = await new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve("given"),
          ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "asked for"),
          { timeout: 20_000 },
        ),
      );
      seen["notify"] = await Notification.requestPermission();
      return seen;
    });
    expect(
      Object.entries(answers).filter(([, answer]) => answer !== "denied" && answer !== "unknown here"),
    ).toEqual([]);
    expect(answers).toMatchObject({
      geolocation: "denied",
      notifications: "denied",
      camera: "denied",
      microphone: "denied",
    });
    counted(Object.keys(answers).length);
  });
});

/** Bytes do not go through JSON: that route is asked with another input, which a stranger is not told of. */
const withoutBytes = { ...routeInputs, "import.drop": {} };

describe("a call from elsewhere", () => {
  it.each([
    ["a blank page", () => "about:blank"],
    ["a page from a data: address", () => "data:text/html,<title>x</title>"],
    ["a foreign page", () => `${outside.url}/with-preload`],
    ["another host of app://", () => "app://other/index.html"],
  ])("is refused from %s, even in a window of the app with its preload", async (_name, address) => {
    const answers: unknown = await desk.app.evaluate(
      async ({ BrowserWindow }, [url, inputs]) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        const ask: unknown = contents === undefined ? null : Reflect.get(contents, "getLastWebPreferences");
        const all: unknown = typeof ask === "function" ? ask.call(contents) : {};
        const preload: unknown = typeof all === "object" && all !== null ? Reflect.get(all, "preload") : null;
        if (typeof preload !== "string") return "no preload";
        // The desk's own session reaches no foreign page, so that one has another.
        const partition = url.startsWith("http:") ? "plain" : "";
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload, sandbox: true, partition },
        });
        await window.loadURL(url).catch(() => undefined);
        // Each route, with an input that it would take.
        const said: unknown = await window.webContents.executeJavaScript(
          `"desk" in globalThis
          ? Promise.all(Object.entries(${inputs}).map(async ([name, input]) => [name, await desk.invoke(name, input)]))
          : "no desk"`,
        );
        window.destroy();
        return said;
      },
      [address(), JSON.stringify(withoutBytes)] as const,
    );
    const refused = z
      .array(
        z.tuple([
          z.string(),
          z.object({
            ok: z.literal(false),
            failure: z.looseObject({ code: z.string(), why: z.object({ id: z.string() }) }),
          }),
        ]),
      )
      .parse(answers);
    expect(refused.map(([name]) => name)).toEqual(Object.keys(withoutBytes));
    // The refusal of a stranger, before any route is looked at.
    expect(
      refused.filter(
        ([, { failure }]) => failure.code !== "invalid-input" || failure.why.id !== "failures.desk.mayNotAsk",
      ),
    ).toEqual([]);
    counted(refused.length);
    outside.heard.length = 0;
  });

  it("has nothing to call with in a frame of the page", async () => {
    const found = await page.evaluate(async () => {
      const blank = document.createElement("iframe");
      document.body.append(blank);
      const policy: unknown = Reflect.get(globalThis, "trustedTypes");
      const make: unknown =
        typeof policy === "object" && policy !== null ? Reflect.get(policy, "createPolicy") : null;
      const own: { createHTML: (text: string) => unknown } =
        typeof make === "function"
          ? make.call(policy, "frames", { createHTML: (text: string) => text })
          : { createHTML: (text: string) => text };
      const inline = document.createElement("iframe");
      Reflect.set(inline, "srcdoc", own.createHTML("<p>x</p>"));
      document.body.append(inline);
      await new Promise((resolve) => setTimeout(resolve));
      const has = [blank, inline].map((frame) =>
        frame.contentWindow === null ? false : Reflect.has(frame.contentWindow, "desk"),
      );
      blank.remove();
      inline.remove();
      return has;
    });
    expect(found).toEqual([false, false]);
  });
});
