import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

declare global {
  interface Window {
    readonly made: unknown;
  }
}

const sample = createSampleApp({
  main: `
    app.whenReady().then(async () => {
      protocol.handle("app", serve);
      await new BrowserWindow({ webPreferences: { preload } }).loadURL("app://desk/index.html");
    });`,
  preload: `
    const { contextBridge } = require("electron");
    contextBridge.executeInMainWorld({ func: (a, b) => { globalThis.made = a + b; }, args: [1, 2] });`,
});
let app: ElectronApplication;
let page: Page;
let server: Server;
let url: string;
const heard: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end("here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}`;
  ({ app, page } = await launchWithPage(sample));
});
afterAll(async () => {
  await endSample(app);
  server.close();
  await sample.remove();
});

/** Loads an address in a window of that partition ("" is the default session): "loaded", or the error's code. */
const load = (address: string, partition = ""): Promise<string> =>
  app.evaluate(
    async ({ BrowserWindow }, [to, name]) => {
      const window = new BrowserWindow({ show: false, webPreferences: { partition: name } });
      const outcome = await window.loadURL(to).then(
        () => "loaded",
        (error: Error) => /ERR_\w+/.exec(error.message)?.[0] ?? error.message,
      );
      window.destroy();
      return outcome;
    },
    [address, partition] as const,
  );
const refusing = {
  mode: "fixed_servers",
  proxyRules: "http://127.0.0.1:0",
  proxyBypassRules: "<-loopback>",
} as const;

describe("session.setProxy", () => {
  it("holds for the default session while it runs, for no other, and can be taken back", async () => {
    expect(await load(`${url}/before`)).toBe("loaded");
    await app.evaluate(({ session }, config) => session.defaultSession.setProxy(config), refusing);
    expect(await load(`${url}/refused`)).toBe("ERR_PROXY_CONNECTION_FAILED");
    expect(await load(`${url}/other`, "free")).toBe("loaded");
    // What the app serves itself needs no network.
    expect(await load("app://desk/other.html")).toBe("loaded");
    await app.evaluate(({ session }) => session.defaultSession.setProxy({ mode: "direct" }));
    expect(await load(`${url}/after`)).toBe("loaded");
    expect(heard.filter((path) => path !== "/favicon.ico")).toEqual(["/before", "/other", "/after"]);
  });

  it("holds for a partition", async () => {
    await app.evaluate(({ session }, config) => session.fromPartition("shut").setProxy(config), refusing);
    expect(await load(`${url}/shut`, "shut")).toBe("ERR_PROXY_CONNECTION_FAILED");
    expect(heard).not.toContain("/shut");
  });

  it("is what resolveProxy answers, session by session", async () => {
    const answers = await app.evaluate(async ({ session }) => {
      const own = session.fromPartition("own");
      await own.setProxy({ mode: "fixed_servers", proxyRules: "socks5://127.0.0.1:1080" });
      const plain = session.fromPartition("asks the system");
      return Promise.all([own, plain].map((each) => each.resolveProxy("https://example.com/")));
    });
    expect(answers).toEqual(["SOCKS5 127.0.0.1:1080", "DIRECT"]);
  });
});

it("contextBridge.executeInMainWorld runs in a page whose policy makes no code of texts", async () => {
  await expect.poll(() => page.evaluate(() => window.made)).toBe(3);
});

it("setWebRTCIPHandlingPolicy is kept, and holds back every datagram", async () => {
  const gathered = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const gather = `new Promise((done) => {
      const peer = new RTCPeerConnection();
      let found = 0;
      peer.onicecandidate = ({ candidate }) => { if (candidate?.candidate) found += 1; };
      peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === "complete") done(found > 0); };
      peer.createDataChannel("x");
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    })`;
    const before: unknown = await contents?.executeJavaScript(gather);
    contents?.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
    await contents?.loadURL("app://desk/other.html");
    return [before, await contents?.executeJavaScript(gather), contents?.getWebRTCIPHandlingPolicy()];
  });
  expect(gathered).toEqual([true, false, "disable_non_proxied_udp"]);
});
