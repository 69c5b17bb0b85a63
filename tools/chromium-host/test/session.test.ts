import { afterAll, beforeAll, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

declare global {
  var asked: string[];
  var requested: string[];
}

const sample = createSampleApp({
  main: `
    globalThis.asked = [];
    globalThis.requested = [];
    app.whenReady().then(async () => {
      protocol.handle("app", serve);
      session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
        asked.push(permission);
        callback(false);
      });
      session.defaultSession.setPermissionCheckHandler(() => false);
      await new BrowserWindow({ webPreferences: { preload } }).loadURL("app://desk/index.html");
    });`,
});
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  ({ app, page } = await launchWithPage(sample));
}, 30_000);
afterAll(async () => {
  await endSample(app);
  await sample.remove();
});

it("denies what the permission handlers deny", async () => {
  const answers = await page.evaluate(async () => {
    const names = ["geolocation", "notifications", "camera", "microphone", "clipboard-read"] as const;
    const states = names.map((name) => navigator.permissions.query({ name: name as PermissionName }));
    const located = await new Promise<string>((resolve) => {
      navigator.geolocation.getCurrentPosition(
        () => resolve("located"),
        (error) => resolve(`refused ${error.code}`),
      );
    });
    const filmed = await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => "filmed",
      (error: Error) => error.name,
    );
    return [...(await Promise.all(states)).map(({ state }) => state), located, filmed];
  });
  expect(answers.slice(0, 6)).toEqual(["denied", "denied", "denied", "denied", "denied", "refused 1"]);
  expect(["NotAllowedError", "NotFoundError"]).toContain(answers[6]);
});

it("asks the app before a screen is captured; an answer that is none throws there, and refuses the page", async () => {
  const answers = await app.evaluate(async ({ BrowserWindow, session }) => {
    const [contents] = BrowserWindow.getAllWindows().map((window) => window.webContents);
    const ask = (): Promise<unknown> =>
      contents?.executeJavaScript(
        "navigator.mediaDevices.getDisplayMedia({ video: true }).then(() => 'given', (error) => error.name)",
        true,
      ) ?? Promise.resolve();
    const found: unknown[] = [];
    const answerWith = async (streams: unknown): Promise<void> => {
      session.defaultSession.setDisplayMediaRequestHandler((request, callback) => {
        found.push([request.videoRequested, request.audioRequested]);
        try {
          Reflect.apply(callback, undefined, [streams]);
        } catch (error) {
          found.push(String(error));
        }
      });
      found.push(await ask());
    };
    await answerWith({});
    await answerWith(null);
    session.defaultSession.setDisplayMediaRequestHandler(null);
    found.push(await ask());
    return found;
  });
  expect(answers).toEqual([
    [true, false],
    "TypeError: Video was requested, but no video stream was provided",
    "AbortError",
    [true, false],
    "AbortError",
    "NotSupportedError",
  ]);
});

it("refuses a partition that Electron would keep on the disk", async () => {
  const said = await app.evaluate(({ session }) => {
    try {
      session.fromPartition("persist:kept");
      return "made";
    } catch (error) {
      return String(error);
    }
  });
  expect(said).toContain("keeps partitions in memory alone");
});

it("stops a request that onBeforeRequest cancels", async () => {
  const state = await app.evaluate(async ({ BrowserWindow, session }) => {
    session.defaultSession.webRequest.onBeforeRequest({ urls: ["app://desk/stop*"] }, (details, callback) => {
      globalThis.requested.push(details.url);
      callback({ cancel: true });
    });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const code = `new Promise((done) => {
      const script = document.createElement("script");
      script.onload = () => done("loaded");
      script.onerror = () => done("stopped");
      script.src = "/stop.js";
      document.head.append(script);
    })`;
    const result: unknown = await contents?.executeJavaScript(code);
    return [result, ...globalThis.requested];
  });
  expect(state).toEqual(["stopped", "app://desk/stop.js"]);
});

it("keeps a partition's storage apart, and serves https there by a handler", async () => {
  const answers = await app.evaluate(async ({ BrowserWindow, session }) => {
    const first = BrowserWindow.getAllWindows()[0]?.webContents;
    await first?.executeJavaScript("localStorage.setItem('who', 'first')");
    const card = session.fromPartition("card");
    const urls: string[] = [];
    card.protocol.handle("https", (request) => {
      urls.push(request.url);
      const { host } = new URL(request.url);
      const frame =
        host === "card.example.invalid" ? "<iframe src='https://frame.example.test/in'></iframe>" : "";
      return new Response(`<!doctype html><title>${host}</title>${frame}`, {
        headers: { "content-type": "text/html" },
      });
    });
    const window = new BrowserWindow({ webPreferences: { session: card } });
    await window.loadURL("https://card.example.invalid/pay");
    const contents = window.webContents;
    const stored: unknown = await contents.executeJavaScript("localStorage.getItem('who')");
    const [child] = contents.mainFrame.frames;
    const answer = [
      contents.session === card,
      contents.getURL(),
      stored,
      child?.url,
      child?.origin,
      await child?.executeJavaScript("document.title"),
      card.protocol.isProtocolHandled("https"),
      session.defaultSession.protocol.isProtocolHandled("https"),
      urls,
    ];
    window.destroy();
    return answer;
  });
  expect(answers).toEqual([
    true,
    "https://card.example.invalid/pay",
    null,
    "https://frame.example.test/in",
    "https://frame.example.test",
    "frame.example.test",
    true,
    false,
    ["https://card.example.invalid/pay", "https://frame.example.test/in"],
  ]);
});

it("clearData leaves nothing in a partition, also when its page has gone", async () => {
  const found = await app.evaluate(async ({ BrowserWindow, session }) => {
    const passing = session.fromPartition("cleared");
    passing.protocol.handle(
      "https",
      () => new Response("<!doctype html>here", { headers: { "content-type": "text/html" } }),
    );
    const open = async (code: string): Promise<unknown> => {
      const window = new BrowserWindow({ show: false, webPreferences: { session: passing } });
      await window.loadURL("https://kept.example.test/");
      const value: unknown = await window.webContents.executeJavaScript(code);
      window.destroy();
      return value;
    };
    const read = "[localStorage.getItem('who'), document.cookie]";
    await open("localStorage.setItem('who', 'first'); document.cookie = 'who=first'; 0");
    const before = await open(read);
    await passing.clearData();
    return [before, await open(read)];
  });
  expect(found).toEqual([
    ["first", "who=first"],
    [null, ""],
  ]);
});

it("tells onBeforeRequest which frame asks, and tells the page's own document from those of frames", async () => {
  const seen = await app.evaluate(async ({ BrowserWindow, session }) => {
    const framed = session.fromPartition("framed");
    const asked: string[] = [];
    framed.webRequest.onBeforeRequest(({ url, resourceType, frame }, answer) => {
      asked.push(`${resourceType} ${url} ${frame?.parent === null ? "top" : "nested"}`);
      answer({});
    });
    framed.protocol.handle("https", (request) => {
      const { host, pathname } = new URL(request.url);
      if (pathname.endsWith(".js"))
        return new Response("", { headers: { "content-type": "text/javascript" } });
      const script = `<script src="/${host}.js"></script>`;
      const frame = host === "top.example.test" ? "<iframe src='https://in.example.test/'></iframe>" : "";
      return new Response(`<!doctype html>${script}${frame}`, { headers: { "content-type": "text/html" } });
    });
    const window = new BrowserWindow({ webPreferences: { session: framed } });
    await window.loadURL("https://top.example.test/");
    window.destroy();
    return asked.toSorted();
  });
  expect(seen).toEqual([
    "mainFrame https://top.example.test/ top",
    "script https://in.example.test/in.example.test.js nested",
    "script https://top.example.test/top.example.test.js top",
    "subFrame https://in.example.test/ nested",
  ]);
});

it("lets Chromium go on with a request that the handler passes to net.fetch", async () => {
  const failure = await app.evaluate(async ({ BrowserWindow, net, session }) => {
    const passing = session.fromPartition("passing");
    passing.protocol.handle("https", (request) => net.fetch(request, { bypassCustomProtocolHandlers: true }));
    const window = new BrowserWindow({ webPreferences: { session: passing } });
    const caught: unknown = await window.loadURL("https://nobody.invalid/").catch((error: unknown) => error);
    window.destroy();
    return String(caught);
  });
  // Chromium's own resolver has been asked: no handler of ours could know this.
  expect(failure).toContain("ERR_NAME_NOT_RESOLVED");
});

it("names a subframe as the sender when a preload runs there", async () => {
  const senders = await app.evaluate(async ({ BrowserWindow, ipcMain }, preload) => {
    const found: unknown[] = [];
    ipcMain.handle("who", (event) => {
      const { senderFrame } = event;
      found.push([senderFrame?.url, senderFrame?.origin, senderFrame?.parent === event.sender.mainFrame]);
    });
    const window = new BrowserWindow({ webPreferences: { preload, nodeIntegrationInSubFrames: true } });
    await window.loadURL("app://desk/index.html");
    await window.webContents.executeJavaScript(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.onload = () => frame.contentWindow.desk.invoke("who").then(done);
      frame.src = "/other.html";
      document.body.append(frame);
    })`);
    window.destroy();
    return found;
  }, `${sample.folder}/preload.cjs`);
  expect(senders).toEqual([["app://desk/other.html", "app://desk", true]]);
});
