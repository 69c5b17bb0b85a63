import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

interface Desk {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>;
  sendFunction(): void;
  listen(channel: string, callback: (...args: unknown[]) => void): void;
  double(value: number): number;
  fail(): void;
  failWithText(): void;
  keep(value: unknown): string;
  callBack(callback: (value: number) => number): Promise<string>;
  readonly nested: Readonly<{ list: readonly unknown[] }>;
  readonly modules: readonly string[];
  readonly process: Readonly<Record<string, unknown>>;
}

declare global {
  // What the sample's preload exposes, and what its main script keeps.
  var desk: Desk;
  var seen: unknown[];
  var got: unknown;
  var inlineRan: boolean | undefined;
  var scriptRan: boolean | undefined;
}

const sample = createSampleApp();
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  ({ app, page } = await launchWithPage(sample));
}, 30_000);
afterAll(async () => {
  await endSample(app);
  await sample.remove();
});
beforeEach(async () => {
  await app.evaluate(({ ipcMain }) => {
    globalThis.seen = [];
    for (const channel of ["echo", "fail", "who", "function"]) ipcMain.removeHandler(channel);
  });
});

const seen = (): Promise<unknown[]> => app.evaluate(() => globalThis.seen);

describe("a function that crossed the passage", () => {
  it("is let go of once the other world has let go of it", async () => {
    const session = await page.context().newCDPSession(page);
    await page.evaluate(() => {
      const given = [
        (value: unknown): number => Number(value) + 1,
        (value: number): number => value,
      ] as const;
      globalThis.got = [new WeakRef(given[0]), new WeakRef(given[1])];
      // The first is kept by the preload, the second is called once.
      desk.listen("kept", given[0]);
      void desk.callBack(given[1]);
    });
    const alive = async (): Promise<boolean[]> => {
      await session.send("HeapProfiler.collectGarbage");
      return page.evaluate(() =>
        (globalThis.got as WeakRef<object>[]).map((each) => each.deref() !== undefined),
      );
    };
    await expect.poll(alive).toEqual([true, false]);
    await session.detach();
  });
});

describe("isolation", () => {
  it("gives the page no Node, no binding and no Electron", async () => {
    const found = await page.evaluate(() =>
      [
        "require",
        "process",
        "module",
        "Buffer",
        "ipcRenderer",
        "__chromiumHost",
        "__chromiumHostPost",
      ].filter((name) => name in globalThis),
    );
    expect(found).toEqual([]);
  });

  it("freezes what the preload exposes, however deep", async () => {
    const frozen = await page.evaluate(() => [
      Object.isFrozen(desk),
      Object.isFrozen(desk.nested.list[1]),
      Object.getOwnPropertyDescriptor(globalThis, "desk")?.writable,
    ]);
    expect(frozen).toEqual([true, true, false]);
  });

  it("gives the preload the modules of a sandboxed preload and no others", async () => {
    expect(await page.evaluate(() => desk.modules)).toEqual([
      "events",
      "timers",
      "url",
      "no fs",
      "no child_process",
    ]);
    expect(await page.evaluate(() => desk.process)).toMatchObject({
      type: "renderer",
      sandboxed: true,
      contextIsolated: true,
      electron: "45.4.1",
    });
  });

  it("tells the preferences a window really has", async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Documented by Electron, missing from its types.
      const get: unknown =
        contents === undefined ? undefined : Reflect.get(contents, "getLastWebPreferences");
      return typeof get === "function" ? Reflect.apply(get, contents, []) : undefined;
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
  });
});

describe("context bridge", () => {
  it("calls functions at once and passes their errors on", async () => {
    expect(await page.evaluate(() => desk.double(21))).toBe(42);
    const message = await page.evaluate(() => {
      try {
        desk.fail();
        return "no error";
      } catch (error) {
        return String(error);
      }
    });
    expect(message).toContain("not today");
  });

  it.each([
    ["fail", "Error: not today"],
    [
      "failWithText",
      "Error: An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.",
    ],
  ] as const)("whatever %s throws arrives as a plain error", async (name, said) => {
    const caught = await page.evaluate((method) => {
      try {
        desk[method]();
        return [];
      } catch (error) {
        return [error instanceof Error, String(error)];
      }
    }, name);
    expect(caught).toEqual([true, said]);
  });

  it("takes an argument 999 deep, and none deeper", async () => {
    const [taken, refused] = await page.evaluate(() => {
      const deep = (levels: number): object => {
        let value = {};
        for (let level = 1; level < levels; level += 1) value = { value };
        return value;
      };
      return [999, 1_001].map((levels) => {
        try {
          return desk.keep(deep(levels));
        } catch (error) {
          return String(error);
        }
      });
    });
    expect(taken).toBe("object");
    expect(refused).toContain("TypeError: Electron contextBridge recursion depth exceeded.");
  });

  it("lets the preload call a function of the page and await it", async () => {
    expect(await page.evaluate(() => desk.callBack((value) => value + 1))).toBe("got 21");
  });
});

describe("ipc", () => {
  it("keeps the kinds of values that structured clone keeps", async () => {
    await app.evaluate(({ ipcMain }) => {
      ipcMain.handle("echo", (_event, value: unknown) => {
        const kinds = Object.entries(value ?? {}).map(([name, part]) => [
          name,
          Object.prototype.toString.call(part),
        ]);
        return { value, kinds };
      });
    });
    const result = await page.evaluate(async () => {
      const date = new Date(5);
      const value = {
        date,
        map: new Map([["a", 1]]),
        set: new Set([2]),
        bytes: new Uint8Array([3]),
        none: undefined,
      };
      const answer = (await desk.invoke("echo", value)) as { value: typeof value; kinds: unknown };
      const back = answer.value;
      return {
        kinds: answer.kinds,
        back: [back.date.getTime(), back.map.get("a"), back.set.has(2), back.bytes[0], "none" in back],
      };
    });
    expect(result.kinds).toEqual([
      ["date", "[object Date]"],
      ["map", "[object Map]"],
      ["set", "[object Set]"],
      ["bytes", "[object Uint8Array]"],
      ["none", "[object Undefined]"],
    ]);
    expect(result.back).toEqual([5, 1, true, 3, true]);
  });

  it("words a handler's error, a missing handler and an answer that cannot be cloned as Electron does", async () => {
    await app.evaluate(({ ipcMain }) => {
      ipcMain.handle("fail", () => {
        throw new RangeError("too far");
      });
      ipcMain.handle("function", () => () => 1);
    });
    const failures = await page.evaluate(() =>
      Promise.all(
        ["fail", "none", "function"].map((name) => desk.invoke(name).catch((error: Error) => error.message)),
      ),
    );
    expect(failures).toEqual([
      "Error invoking remote method 'fail': RangeError: too far",
      "Error invoking remote method 'none': Error: No handler registered for 'none'",
      "Error invoking remote method 'function': Error: An object could not be cloned.",
    ]);
  });

  it("refuses what cannot be cloned, such as a part of the page", async () => {
    const answers = await page.evaluate(() =>
      Promise.all(
        [document.body, { inside: document.body }].map((value) =>
          desk.invoke("echo", value).catch((error: Error) => error.message),
        ),
      ),
    );
    expect(answers).toEqual(["An object could not be cloned.", "An object could not be cloned."]);
  });

  it("only logs what main sends and nobody can clone", async () => {
    const logged = await app.evaluate(({ BrowserWindow }) => {
      const before = console.error;
      const said: string[] = [];
      console.error = (...words: unknown[]) => said.push(words.map(String).join(""));
      try {
        BrowserWindow.getAllWindows()[0]?.webContents.send("tick", () => 1);
      } finally {
        console.error = before;
      }
      return said;
    });
    expect(logged).toEqual(["Error sending from webFrameMain: Error: An object could not be cloned."]);
  });

  it("refuses to send a function", async () => {
    const message = await page.evaluate(() => {
      try {
        desk.sendFunction();
        return "sent";
      } catch (error) {
        return String(error);
      }
    });
    expect(message).toContain("An object could not be cloned.");
  });

  it("names the sender by the app's own address", async () => {
    await app.evaluate(({ ipcMain }) => {
      ipcMain.handle("who", (event) => ({
        url: event.senderFrame?.url,
        origin: event.senderFrame?.origin,
        isMain: event.senderFrame === event.sender.mainFrame,
        parent: event.senderFrame?.parent ?? null,
        same:
          event.frameId === event.senderFrame?.routingId && event.processId === event.senderFrame.processId,
      }));
    });
    expect(await page.evaluate(() => desk.invoke("who"))).toEqual({
      url: "app://desk/index.html",
      origin: "app://desk",
      isMain: true,
      parent: null,
      same: true,
    });
  });

  it("pushes events to the page", async () => {
    await page.evaluate(() => desk.listen("tick", (value) => (globalThis.got = value)));
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.send("tick", { count: 3 }),
    );
    await page.waitForFunction(() => globalThis.got !== undefined);
    expect(await page.evaluate(() => globalThis.got)).toEqual({ count: 3 });
  });
});

describe("app://", () => {
  it("tells a handler that throws from one that refuses", async () => {
    const codes = await app.evaluate(async ({ BrowserWindow, session }) => {
      const failing = session.fromPartition("failing");
      failing.protocol.handle("fails", ({ url }) => {
        if (url.includes("refuse")) return Response.error();
        throw new Error("not served");
      });
      const window = new BrowserWindow({ show: false, webPreferences: { session: failing } });
      const codeOf = (address: string): Promise<unknown> =>
        window.loadURL(address).then(
          () => "loaded",
          (error: { code: string; errno: number }) => [error.code, error.errno],
        );
      const found = [await codeOf("fails://throws/"), await codeOf("fails://refuses/")];
      window.destroy();
      return found;
    });
    expect(codes).toEqual([
      ["ERR_UNEXPECTED", -9],
      ["ERR_FAILED", -2],
    ]);
  });

  it("enforces the handler's own policy and serves what it allows", async () => {
    expect(await page.evaluate(() => [globalThis.inlineRan, globalThis.scriptRan, isSecureContext])).toEqual([
      undefined,
      true,
      true,
    ]);
    const fetched = await page.evaluate(() =>
      fetch("/page.js").then(
        () => "fetched",
        () => "blocked",
      ),
    );
    expect(fetched).toBe("blocked");
  });

  it("hands traversal attempts to the handler as the engine normalises them", async () => {
    const paths = ["../../etc/passwd", "%2e%2e/secret", "..%2f..%2fsecret", "a/..%5csecret"];
    await page.evaluate((list) => {
      for (const path of list) {
        const script = document.createElement("script");
        script.src = `/${path}`;
        document.head.append(script);
      }
    }, paths);
    await expect
      .poll(seen)
      .toEqual(
        expect.arrayContaining([
          "GET app://desk/etc/passwd",
          "GET app://desk/secret",
          "GET app://desk/..%2f..%2fsecret",
          "GET app://desk/a/..%5csecret",
        ]),
      );
  });
});

describe("navigation", () => {
  beforeAll(async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      contents?.on("will-navigate", (event) => {
        globalThis.seen.push(event.url);
        event.preventDefault();
      });
      contents?.setWindowOpenHandler(({ url }) => {
        globalThis.seen.push(`open ${url}`);
        return { action: "deny" };
      });
    });
  });

  it.each([
    ["a foreign address", "location.href = 'https://example.com/x'", "https://example.com/x"],
    ["another page of the app", "location.assign('/other.html')", "app://desk/other.html"],
    ["a blank page", "location.href = 'about:blank'", "about:blank"],
    ["a blob", "location.href = URL.createObjectURL(new Blob(['x']))", "blob:"],
  ])("stops the page on its way to %s", async (_name, script, target) => {
    await page.evaluate(script);
    await expect.poll(async () => (await seen()).join(" ")).toContain(target);
    expect(page.url()).toMatch(/index\.html$/);
    expect(await page.evaluate(() => globalThis.scriptRan)).toBe(true);
  });

  it("does not take a test tool's own navigation for the page's", async () => {
    await page.reload();
    await page.goto("https://desk.app.invalid/index.html#part");
    expect(await seen()).not.toContain("app://desk/index.html");
    expect(await page.evaluate(() => desk.double(2))).toBe(4);
  });

  it("refuses what a form would open, and leaves no page behind", async () => {
    await page.evaluate(() => {
      const form = Object.assign(document.createElement("form"), { action: "https://example.com/form" });
      form.target = "_blank";
      document.body.append(form);
      form.submit();
    });
    await expect.poll(seen).toEqual([expect.stringContaining("open https://example.com/form")]);
    await expect.poll(() => app.windows().length).toBe(1);
  });

  it("refuses window.open and links with a target, and tells the app", async () => {
    const opened = await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), {
        href: "https://example.com/link",
        target: "_blank",
      });
      link.textContent = "link";
      link.id = "link";
      document.body.append(link);
      return window.open("https://example.com/script");
    });
    await page.click("#link");
    expect(opened).toBeNull();
    await expect.poll(seen).toEqual(["open https://example.com/script", "open https://example.com/link"]);
    expect(app.windows().length).toBe(1);
  });

  it("lets the app itself go anywhere, redirects included", async () => {
    const events = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const names: string[] = [];
      contents?.on("will-redirect", (event) => names.push(`redirect ${event.url}`));
      contents?.once("did-navigate", (_event, url) => names.push(`navigate ${url}`));
      contents?.once("dom-ready", () => names.push("dom-ready"));
      contents?.once("did-finish-load", () => names.push("finish"));
      await contents?.loadURL("app://desk/redirect");
      return [...names, contents?.getURL()];
    });
    expect(events).toEqual([
      "redirect app://desk/other.html",
      "navigate app://desk/other.html",
      "dom-ready",
      "finish",
      "app://desk/other.html",
    ]);
    expect(await seen()).not.toContain("app://desk/redirect");
  });

  it("rejects loadURL with Electron's error when nothing answers", async () => {
    const failure = await app.evaluate(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const failed: unknown[] = [];
      contents?.once("did-fail-load", (_event, code, description) => failed.push(code, description));
      const caught: unknown = await contents
        ?.loadURL("https://nothing.invalid/")
        .catch((error: unknown) => error);
      await contents?.loadURL("app://desk/index.html");
      return [...failed, String(caught)];
    });
    expect(failure).toEqual([
      -105,
      "ERR_NAME_NOT_RESOLVED",
      "Error: ERR_NAME_NOT_RESOLVED (-105) loading 'https://nothing.invalid/'",
    ]);
  });
});
