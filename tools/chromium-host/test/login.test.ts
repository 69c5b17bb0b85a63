import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ElectronApplication } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

declare global {
  var askedFor: unknown[];
  var pair: readonly [string, string] | null;
}

const sample = createSampleApp({
  main: `
    globalThis.askedFor = [];
    globalThis.pair = null;
    app.on("login", (event, contents, details, info, answer) => {
      askedFor.push({ isFirst: details.firstAuthAttempt, hasContents: contents !== null, ...info });
      if (pair === null) return;
      event.preventDefault();
      answer(...pair);
    });
    app.whenReady().then(async () => {
      protocol.handle("app", serve);
      await new BrowserWindow({ webPreferences: { preload } }).loadURL("app://desk/index.html");
    });`,
});
let app: ElectronApplication;
let proxy: Server;
let port: number;
const given: string[] = [];

beforeAll(async () => {
  proxy = createServer((request, response) => {
    const [, text = ""] = /^Basic (.+)$/.exec(request.headers["proxy-authorization"] ?? "") ?? [];
    given.push(Buffer.from(text, "base64").toString());
    if (given.at(-1) === "desk:right")
      response.writeHead(200, { "content-type": "text/html" }).end("through");
    else response.writeHead(407, { "proxy-authenticate": 'Basic realm="Clinic"' }).end();
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  ({ port } = proxy.address() as AddressInfo);
  ({ app } = await launchWithPage(sample));
});
afterAll(async () => {
  await endSample(app);
  proxy.close();
  await sample.remove();
});

/** Loads a page by the proxy, in a partition of its own: what its text is, or the error's code. */
const load = (partition: string): Promise<string> =>
  app.evaluate(
    async ({ BrowserWindow, session }, [name, at]) => {
      await session
        .fromPartition(name)
        .setProxy({ mode: "fixed_servers", proxyRules: `http://127.0.0.1:${at}` });
      const window = new BrowserWindow({ show: false, webPreferences: { partition: name } });
      const outcome = await window.loadURL("http://far.invalid/").then(
        () => window.webContents.executeJavaScript("document.body.innerText"),
        (error: Error) => /ERR_\w+/.exec(error.message)?.[0] ?? error.message,
      );
      window.destroy();
      return String(outcome);
    },
    [partition, String(port)] as const,
  );

it("asks the app for the name and password of a proxy, and goes on without where nobody gives them", async () => {
  expect(await load("without")).not.toBe("through");
  expect(given).toEqual([""]);
  expect(await app.evaluate(() => askedFor)).toEqual([
    {
      isFirst: true,
      hasContents: true,
      isProxy: true,
      scheme: "basic",
      host: "127.0.0.1",
      port,
      realm: "Clinic",
    },
  ]);
});

it("hands over what the app answers, and says when that was not taken", async () => {
  await app.evaluate(() => {
    globalThis.pair = ["desk", "right"];
  });
  expect(await load("with")).toBe("through");
  expect(given.at(-1)).toBe("desk:right");
});
