import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { routes } from "../../contract/routes.ts";
import { events } from "../../contract/events.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { choosePatient, createPatient, go, signIn, startApp, step, type TestApp } from "../support/app.ts";
import { findBytes } from "../support/find-bytes.ts";

let desk: TestApp;
let page: Page;
let mock: MockService;
let token: string;
/** A site that a hostile page would like to reach. It must never hear of anybody. */
let outside: Server;
let outsideUrl: string;
const heard: string[] = [];
const temporary = mkdtempSync(join(tmpdir(), "front-desk-security-"));

beforeAll(async () => {
  outside = createServer((request, response) => {
    heard.push(`${request.method ?? ""} ${request.url ?? ""}`);
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("<!doctype html><title>outside</title>");
  });
  await new Promise<void>((resolve) => {
    outside.listen(0, "127.0.0.1", resolve);
  });
  const address = outside.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  outsideUrl = `http://127.0.0.1:${address.port}`;
  mock = await startMockService({ decideAfterMs: 50 });
  token = await mock.issueToken({ subject: "sentinel-clinic", extraClaims: { note: "TokenSentinel" } });
  desk = await startApp({ env: { TMPDIR: temporary } });
  ({ page } = desk);
  await page.getByRole("button", { name: "Connect" }).waitFor();
});
afterAll(async () => {
  await desk.dispose();
  await mock.close();
  outside.closeAllConnections();
  outside.close();
  rmSync(temporary, { recursive: true, force: true });
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

/** Runs in the page as its own code: a debugger's call itself may use `eval`, so it begins in a later turn. */
const attempts = async (url: string): Promise<{ said: Record<string, string>; refusals: string[] }> => {
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  await turn();
  const said: Record<string, string> = {};
  const refusals = new Set<string>();
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
    refusals.add(
      `${effectiveDirective} ${blockedURI.startsWith(url) ? new URL(blockedURI).pathname : blockedURI}`,
    ),
  );
  const policy: unknown = Reflect.get(globalThis, "trustedTypes");
  const make: unknown =
    typeof policy === "object" && policy !== null ? Reflect.get(policy, "createPolicy") : null;
  // A page may make its own policy: what remains is the rule about sources.
  const trusted: Record<string, (text: string) => string> =
    typeof make === "function"
      ? make.call(policy, `test-${String(Math.random())}`, {
          createScript: (text: string) => text,
          createScriptURL: (text: string) => text,
          createHTML: (text: string) => text,
        })
      : {};
  const note = async (name: string, run: () => unknown): Promise<void> => {
    try {
      const tooLong = new Promise((resolve) => setTimeout(() => resolve("no answer"), 3_000));
      const result = await Promise.race([run(), tooLong]);
      said[name] = result === "blocked" ? "blocked" : `got through: ${String(result)}`;
    } catch {
      said[name] = "blocked";
    }
  };
  const loaded = (element: HTMLElement, how: (element: HTMLElement) => void): Promise<string> =>
    new Promise((resolve) => {
      element.addEventListener("load", () => resolve("loaded"));
      element.addEventListener("error", () => resolve("blocked"));
      how(element);
      document.body.append(element);
    });
  const mark = (): unknown => Reflect.get(globalThis, "hostileRan") ?? "blocked";
  const hostile = "globalThis.hostileRan = 'ran'";
  const script = (text: string | undefined, source: string | undefined): HTMLScriptElement => {
    const element = document.createElement("script");
    if (text !== undefined) Reflect.set(element, "text", trusted["createScript"]?.(text) ?? text);
    if (source !== undefined) Reflect.set(element, "src", trusted["createScriptURL"]?.(source) ?? source);
    return element;
  };
  await note("inline script", async () => {
    document.body.append(script(hostile, undefined));
    await turn();
    return mark();
  });
  await note("inline handler", async () => {
    const box = document.createElement("div");
    Reflect.set(box, "innerHTML", trusted["createHTML"]?.(`<b onclick="${hostile}">x</b>`) ?? "");
    document.body.append(box);
    box.querySelector("b")?.click();
    box.remove();
    await turn();
    return mark();
  });
  await note("eval", () => {
    const run: unknown = Reflect.get(globalThis, "eval");
    return typeof run === "function" ? run(trusted["createScript"]?.("1 + 1")) : "blocked";
  });
  await note("eval of a plain text", () => {
    const run: unknown = Reflect.get(globalThis, "eval");
    return typeof run === "function" ? run("1 + 1") : "blocked";
  });
  await note("new Function", () => {
    const run: unknown = Reflect.get(globalThis, "Function");
    return typeof run === "function" ? Reflect.construct(run, ["return 2"])() : "blocked";
  });
  await note("timer of a text", async () => {
    setTimeout(hostile);
    await turn();
    await turn();
    return mark();
  });
  await note("javascript: address", async () => {
    location.href = `javascript:void(${hostile})`;
    await turn();
    await turn();
    return mark();
  });
  await note("remote script", () => loaded(script(undefined, `${url}/script.js`), () => undefined));
  await note("script from a blob", () =>
    loaded(script(undefined, URL.createObjectURL(new Blob([hostile]))), () => undefined),
  );
  await note("remote module", () =>
    loaded(script(undefined, `${url}/module.js`), (element) => element.setAttribute("type", "module")),
  );
  await note(
    "worker",
    () =>
      new Promise((resolve) => {
        const source = URL.createObjectURL(new Blob(["postMessage(1)"]));
        const worker: Worker = Reflect.construct(Worker, [trusted["createScriptURL"]?.(source) ?? source]);
        worker.addEventListener("message", () => resolve("ran"));
        worker.addEventListener("error", () => resolve("blocked"));
      }),
  );
  await note("fetch", () => fetch(`${url}/fetch`, { mode: "no-cors" }));
  await note("fetch of its own origin", () => fetch("/index.html"));
  await note(
    "XMLHttpRequest",
    () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.addEventListener("load", () => resolve("loaded"));
        request.addEventListener("error", () => resolve("blocked"));
        request.open("GET", `${url}/xhr`);
        request.send();
      }),
  );
  await note(
    "WebSocket",
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${url.replace("http", "ws")}/socket`);
        socket.addEventListener("open", () => resolve("open"));
        socket.addEventListener("error", () => resolve("blocked"));
      }),
  );
  await note(
    "EventSource",
    () =>
      new Promise((resolve) => {
        const source = new EventSource(`${url}/events`);
        source.addEventListener("open", () => resolve("open"));
        source.addEventListener("error", () => {
          source.close();
          resolve("blocked");
        });
      }),
  );
  await note("beacon", async () => {
    navigator.sendBeacon(`${url}/beacon`, "x");
    await turn();
    return "blocked";
  });
  await note("image", () =>
    loaded(document.createElement("img"), (element) => element.setAttribute("src", `${url}/image.png`)),
  );
  await note("style sheet", () =>
    loaded(document.createElement("link"), (element) => {
      element.setAttribute("rel", "stylesheet");
      element.setAttribute("href", `${url}/style.css`);
    }),
  );
  await note("object", () =>
    loaded(document.createElement("object"), (element) => element.setAttribute("data", `${url}/object`)),
  );
  await note("frame", async () => {
    const frame = document.createElement("iframe");
    frame.src = `${url}/frame`;
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve);
      document.body.append(frame);
    });
    const inside = frame.contentDocument?.body.textContent ?? "";
    frame.remove();
    return inside === "" ? "blocked" : inside;
  });
  await note("form", async () => {
    const form = document.createElement("form");
    form.method = "post";
    form.action = `${url}/form`;
    document.body.append(form);
    const told = new Promise((resolve) => {
      document.addEventListener("securitypolicyviolation", () => resolve("blocked"));
    });
    form.submit();
    return told;
  });
  return { said, refusals: [...refusals] };
};

/** What the policy itself must have refused, and where to: an address outside may fail for other reasons too. */
const refused = [
  "script-src-elem inline",
  "script-src-attr inline",
  "script-src eval",
  "script-src-elem /script.js",
  "script-src-elem /module.js",
  "script-src-elem blob",
  "worker-src blob",
  "connect-src /fetch",
  "connect-src /xhr",
  "connect-src /events",
  "connect-src /beacon",
  "img-src /image.png",
  "style-src-elem /style.css",
  "frame-src /",
  "form-action /form",
];

describe("the policy", () => {
  it("lets nothing run or leave that is not the app's own", async () => {
    const { said, refusals } = await page.evaluate(attempts, outsideUrl);
    expect(Object.keys(said).length).toBeGreaterThan(20);
    expect(Object.entries(said).filter(([, outcome]) => outcome !== "blocked")).toEqual([]);
    expect(refusals).toEqual(expect.arrayContaining(refused));
    // The page stands as it was: it neither left nor was written over.
    expect(await page.evaluate(() => document.querySelector("h1")?.textContent)).toBe("Sign in");
    expect(heard).toEqual([]);
    await desk.restart();
    ({ page } = desk);
    await page.getByRole("button", { name: "Connect" }).waitFor();
  });

  it("would be noticed here if it were missing: the same attempts get through on a plain page", async () => {
    const browser = await desk.app.evaluate(async ({ BrowserWindow }, url) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { sandbox: true, partition: "plain" },
      });
      await window.loadURL(`${url}/plain`);
      const images: unknown = await window.webContents.executeJavaScript(
        `new Promise((done) => { const image = new Image(); image.onerror = image.onload = () => done("asked"); image.src = "/control.png"; })`,
      );
      window.destroy();
      return images;
    }, outsideUrl);
    expect(browser).toBe("asked");
    expect(heard).toContain("GET /control.png");
    heard.length = 0;
  });
});

const climbing = [
  "../package.json",
  "../../package.json",
  "%2e%2e/package.json",
  "%2e%2e%2fpackage.json",
  "..%2fpackage.json",
  "..%5cpackage.json",
  "..\\package.json",
  "assets/../../package.json",
  "assets/%2e%2e/%2e%2e/package.json",
  "assets/..%2f..%2fpackage.json",
  "....//package.json",
  ".../package.json",
  "./../main/index.cjs",
  "../main/index.cjs",
  "%2e%2e/main/index.cjs",
  "..;/package.json",
  "%252e%252e/package.json",
  "%c0%ae%c0%ae/package.json",
  "%00/../package.json",
  "index.html%00.js",
  "index.html/../../package.json",
  "//etc/passwd",
  "/etc/passwd",
  "%2fetc%2fpasswd",
  "file:///etc/passwd",
  "C:%5cWindows%5cwin.ini",
  ".git/config",
  "assets/.hidden.js",
  "assets",
  "assets/",
  "index.html.map~",
  "index.html%20",
  "?file=../package.json",
  "",
];

describe("app://", () => {
  it(`serves nothing outside of its folder, in ${climbing.length} forms`, async () => {
    const answers = await desk.app.evaluate(async ({ BrowserWindow }, paths) => {
      const window = new BrowserWindow({ show: false });
      const look = `[performance.getEntriesByType("navigation")[0]?.responseStatus, document.body.textContent.slice(0, 60), document.contentType]`;
      const seen: [string, unknown][] = [];
      const load = async (address: string): Promise<void> => {
        try {
          await window.loadURL(address);
          seen.push([address, await window.webContents.executeJavaScript(look)]);
        } catch (error) {
          seen.push([address, String(error).includes("ERR_") ? "refused" : String(error)]);
        }
      };
      for (const path of paths) await load(`app://desk/${path}`);
      for (const address of [
        "app://other/index.html",
        "app://desk.evil/index.html",
        "app://desk@other/index.html",
      ])
        await load(address);
      await load("app://desk/index.html");
      window.destroy();
      return seen;
    }, climbing);
    const own = answers.pop();
    expect(own?.[1]).toEqual([200, expect.any(String), "text/html"]);
    const served = answers.filter(
      ([, answer]) => answer !== "refused" && JSON.stringify(answer) !== '[404,"Not found","text/plain"]',
    );
    expect(served).toEqual([]);
    expect(answers).toHaveLength(climbing.length + 3);
  });
});

describe("leaving", () => {
  it("is denied to every scheme, by address, link and new window", async () => {
    const before = page.url();
    await page.evaluate(() => Reflect.set(globalThis, "stillHere", true));
    const opened = await desk.app.evaluate(({ shell }) => {
      const list: string[] = [];
      shell.openExternal = async (url) => void list.push(url);
      Reflect.set(globalThis, "openedOutside", list);
      return list.length;
    });
    expect(opened).toBe(0);
    const addresses = [
      `${outsideUrl}/go`,
      "https://example.com/",
      "file:///etc/passwd",
      "data:text/html,hello",
      "javascript:void(document.title='hostile')",
      "about:blank",
      "blob:null/1",
      "ftp://example.com/",
      "mailto:a@example.com",
      "tel:+12175550100",
      "chrome://version/",
      "devtools://devtools/bundled/inspector.html",
      "view-source:app://desk/index.html",
      "ms-settings:privacy",
      "smb://example.com/share",
      "app://other/index.html",
    ];
    for (const address of addresses) {
      const outcome = await page.evaluate(async (url) => {
        const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
        await turn();
        const tries = [
          () => void (location.href = url),
          () => {
            const link = document.createElement("a");
            link.href = url;
            document.body.append(link);
            link.click();
            link.remove();
          },
        ];
        for (const attempt of tries) {
          try {
            attempt();
          } catch {
            // Refused at once.
          }
          await turn();
        }
        let opened: unknown = null;
        try {
          opened = open(url);
        } catch {
          // Refused at once.
        }
        return opened === null ? "denied" : "opened";
      }, address);
      expect.soft(outcome, address).toBe("denied");
      expect.soft(await page.evaluate(() => Reflect.get(globalThis, "stillHere")), address).toBe(true);
    }
    expect(page.url()).toBe(before);
    expect(await page.title()).not.toContain("hostile");
    const after = await desk.app.evaluate(({ BrowserWindow }) => [
      BrowserWindow.getAllWindows().length,
      Reflect.get(globalThis, "openedOutside"),
    ]);
    expect(after).toEqual([1, []]);
    expect(heard).toEqual([]);
  });

  it("is not possible through a webview", async () => {
    const kind = await page.evaluate((url) => {
      const view = document.createElement("webview");
      view.setAttribute("src", url);
      document.body.append(view);
      const found = [view.constructor.name, "getWebContentsId" in view, "loadURL" in view];
      view.remove();
      return found;
    }, outsideUrl);
    expect(kind[1]).toBe(false);
    expect(kind[2]).toBe(false);
    expect(heard).toEqual([]);
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
          { timeout: 2_000 },
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
  });
});

describe("a call from elsewhere", () => {
  it.each([
    ["a blank page", () => "about:blank"],
    ["a page from a data: address", () => "data:text/html,<title>x</title>"],
    ["a foreign page", () => `${outsideUrl}/with-preload`],
    ["another host of app://", () => "app://other/index.html"],
  ])("is refused from %s, even in a window of the app with its preload", async (_name, address) => {
    const answer = await desk.app.evaluate(async ({ BrowserWindow }, url) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const ask: unknown = contents === undefined ? null : Reflect.get(contents, "getLastWebPreferences");
      const all: unknown = typeof ask === "function" ? ask.call(contents) : {};
      const preload: unknown = typeof all === "object" && all !== null ? Reflect.get(all, "preload") : null;
      if (typeof preload !== "string") return "no preload";
      const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } });
      await window.loadURL(url).catch(() => undefined);
      const said: unknown = await window.webContents.executeJavaScript(
        `"desk" in globalThis ? desk.invoke("session.get", {}) : "no desk"`,
      );
      window.destroy();
      return said;
    }, address());
    expect(answer).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    heard.length = 0;
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

const invokeAll = (names: readonly string[]): Promise<string> =>
  page.evaluate(async (list) => {
    const bridge: unknown = Reflect.get(globalThis, "desk");
    const invoke: unknown =
      typeof bridge === "object" && bridge !== null ? Reflect.get(bridge, "invoke") : null;
    if (typeof invoke !== "function") return "";
    const inputs: readonly unknown[] = [
      {},
      { text: "", limit: 50 },
      { text: "", limit: 50, offset: 0 },
      { kinds: ["patient", "booking", "webhook"], statuses: null, limit: 50, offset: 0 },
    ];
    const said: unknown[] = [];
    for (const name of list) for (const input of inputs) said.push(await invoke(name, input));
    return JSON.stringify(said);
  }, names);

/** The routes that read without changing anything. */
const reading = Object.keys(routes).filter((name) =>
  /\.(info|get|inspectToken|check|list|counts|search|similar|deliveries)$/.test(name),
);

describe("the token", () => {
  const parts = (): string[] => [token, ...token.split(".").slice(1)];
  const places = async (): Promise<string[]> => [
    desk.profile,
    temporary,
    await desk.app.evaluate(({ app }) => app.getPath("logs")),
    await desk.app.evaluate(({ app }) => app.getPath("crashDumps")),
  ];

  it("never comes back to the page: not in an envelope, an event, the document or storage", async () => {
    await page.evaluate((names) => {
      const bridge: unknown = Reflect.get(globalThis, "desk");
      const on: unknown = typeof bridge === "object" && bridge !== null ? Reflect.get(bridge, "on") : null;
      const told: unknown[] = [];
      Reflect.set(globalThis, "told", told);
      if (typeof on === "function")
        for (const name of names) on(name, (payload: unknown) => told.push(payload));
    }, Object.keys(events));
    await signIn(page, { address: mock.baseUrl, token });
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
    for (const screen of ["Webhooks", "Settings"]) await go(page, screen);
    const answers = await invokeAll(reading);
    expect(answers).toContain("sentinel-clinic");
    const inPage = await page.evaluate(async () => {
      const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
      const databases = await indexedDB.databases();
      const values = [...document.querySelectorAll("input, textarea")].map((field) =>
        Reflect.get(field, "value"),
      );
      const html = document.documentElement.outerHTML;
      const told = JSON.stringify(Reflect.get(globalThis, "told"));
      return {
        told,
        rest: JSON.stringify([
          stored,
          databases,
          values,
          html,
          document.cookie,
          location.href,
          history.state,
        ]),
      };
    });
    expect(inPage.told).toContain("sentinel-clinic");
    for (const part of parts()) {
      expect(answers).not.toContain(part);
      expect(inPage.told).not.toContain(part);
      expect(inPage.rest).not.toContain(part);
    }
  });

  it("stands in no file, while running and after", async () => {
    const folders = await places();
    const control = join(temporary, "control.bin");
    writeFileSync(control, Buffer.from(`\0${token}\0`, "utf16le"));
    expect(findBytes(folders, parts()).hits).toHaveLength(3);
    rmSync(control);
    const running = findBytes(folders, parts());
    expect(running.hits).toEqual([]);
    expect(running.files).toBeGreaterThan(3);
    await desk.restart();
    ({ page } = desk);
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
    expect(findBytes(folders, parts()).hits).toEqual([]);
  });
});

describe("what is known of patients", () => {
  const made: string[] = [];
  /** A text that stands nowhere by chance. */
  const sentinel = (letters: string): string => {
    const text = `Zq${letters}${Math.random().toString(36).slice(2, 8).replaceAll(/\d/g, "x")}`;
    made.push(text);
    return text;
  };
  const patient = () => ({
    "First name": sentinel("First"),
    "Last name": sentinel("Last"),
    "Date of birth": "3/5/84",
    Address: sentinel("Street"),
    City: sentinel("City"),
    State: "IL",
    "ZIP code": "62701",
    Email: `${sentinel("mail")}@example.com`,
    Gender: "Female" as const,
    "External ID": sentinel("Id"),
  });
  const titles = (): Promise<string[]> =>
    desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.getTitle()),
    );

  it("stands in no title and no file, in clear, after bookings, drafts, refusals and a kill", async () => {
    const seenTitles: string[] = [];
    const noteTitles = async (): Promise<void> =>
      void seenTitles.push(await page.title(), ...(await titles()));
    const first = patient();
    await go(page, "Patients");
    await page.getByLabel("Search patients").fill(sentinel("Search"));
    await page.getByRole("button", { name: "New patient" }).click();
    await createPatient(page, first);
    await page.getByText("Created:").first().waitFor();
    await noteTitles();
    // Refused: the same external ID.
    await page.getByRole("button", { name: "New patient" }).click();
    await createPatient(page, { ...patient(), "External ID": first["External ID"] });
    await page.getByRole("button", { name: /^Use patient #/ }).waitFor();
    await noteTitles();

    await go(page, "New booking");
    await choosePatient(page, first["Last name"]);
    await step(page, "Visit").click();
    await page.getByLabel("Service", { exact: true }).fill("101");
    await page.getByLabel("Date", { exact: true }).fill("3/4/2031");
    await page.getByLabel("Time", { exact: true }).fill("2pm");
    await page.getByLabel("Notes", { exact: true }).fill(`${sentinel("Note")} misspeled ${sentinel("Note")}`);
    await step(page, "Billing").click();
    await page.getByRole("radio", { name: "Monthly Invoice" }).check({ force: true });
    await step(page, "Review").click();
    await page.getByRole("button", { name: "Book", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Booked" }).waitFor();
    await noteTitles();

    // Left in the middle of a patient.
    await go(page, "Patients");
    await page.getByRole("button", { name: "New patient" }).click();
    await page.getByLabel("First name", { exact: true }).fill(sentinel("Half"));
    await page.getByText("Saved on this computer").first().waitFor();
    const folders = [
      desk.profile,
      temporary,
      await desk.app.evaluate(({ app }) => app.getPath("logs")),
      await desk.app.evaluate(({ app }) => app.getPath("crashDumps")),
    ];
    expect(made.length).toBeGreaterThan(15);
    expect(findBytes(folders, made).hits, "while running").toEqual([]);
    await desk.kill();
    ({ page } = desk);
    expect(findBytes(folders, made).hits, "after a kill").toEqual([]);
    await page.getByRole("heading", { level: 1, name: "New booking" }).waitFor();
    await go(page, "Bookings");
    await page.getByRole("main").getByText(first["Last name"]).first().waitFor();
    await noteTitles();
    await desk.restart();
    ({ page } = desk);
    expect(findBytes(folders, made).hits, "after closing").toEqual([]);
    expect(seenTitles.filter((title) => made.some((text) => title.includes(text)))).toEqual([]);
  });
});
