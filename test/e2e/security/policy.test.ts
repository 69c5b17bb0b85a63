import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { chromium, type Page } from "playwright";
import { findChromium, realSurroundings } from "../../../tools/chromium-host/host/chromium/find-chromium.ts";
import { borrowApp, type TestApp } from "../../support/app.ts";
import { counted } from "../../support/cases.ts";
import { hostileAttempts } from "../../support/hostile-attempts.ts";
import { startOutside, type Outside } from "../../support/outside.ts";
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

const runsOnAPlainPage = [
  "inline script",
  "inline handler",
  "eval",
  "eval of a plain text",
  "new Function",
  "timer of a text",
  "javascript: address",
  "remote script",
  "script from a blob",
  "worker",
  "fetch",
  "fetch of its own origin",
  "XMLHttpRequest",
  "form",
];
const asksOnAPlainPage = [
  "GET /script.js",
  "GET /module.js",
  "GET /fetch",
  "GET /xhr",
  "GET /socket",
  "GET /events",
  "POST /beacon",
  "GET /image.png",
  "GET /style.css",
  "GET /object",
  "GET /frame",
  "POST /form",
];

describe("the policy", () => {
  it("lets nothing run or leave that is not the app's own", async () => {
    const { said, refusals } = await page.evaluate(hostileAttempts, outside.url);
    expect(Object.keys(said).length).toBeGreaterThan(20);
    expect(Object.entries(said).filter(([, outcome]) => outcome !== "blocked")).toEqual([]);
    expect(refusals).toEqual(expect.arrayContaining(refused));
    // The page stands as it was: it neither left nor was written over.
    expect(await page.evaluate(() => document.querySelector("h1")?.textContent)).toBe(words.signIn.title);
    expect(outside.heard).toEqual([]);
    counted(Object.keys(said).length);
    await page.reload();
    await page.getByRole("button", { name: words.signIn.connect }).waitFor();
  });

  it("would be noticed here if it were missing: the same attempts get through on a plain page", async () => {
    const browser = await chromium.launch({ executablePath: findChromium(realSurroundings()) });
    onTestFinished(() => browser.close());
    const plain = await browser.newPage();
    await plain.goto(`${outside.url}/plain`);
    const { said, refusals } = await plain.evaluate(hostileAttempts, outside.url);
    expect(refusals).toEqual([]);
    const ran = Object.entries(said).flatMap(([name, outcome]) => (outcome === "blocked" ? [] : [name]));
    expect(ran).toEqual(expect.arrayContaining(runsOnAPlainPage));
    expect(outside.heard).toEqual(expect.arrayContaining(asksOnAPlainPage));
    counted(Object.keys(said).length);
    outside.heard.length = 0;
  });
});

/** What becomes of an address once it is read is test/unit/electron/protocol.test.ts: these show what Chromium makes of each kind. */
const climbing = [
  "app://desk/../../package.json",
  "app://desk/assets/..%2f..%2fpackage.json",
  "app://desk/%2e%2e/%2e%2e/package.json",
  "app://desk/..\\..\\package.json",
  "app://desk//etc/passwd",
  "app://desk/index.html%00.js",
];

describe("app://", () => {
  it("serves nothing outside of its folder", async () => {
    const answers = await desk.app.evaluate(async ({ BrowserWindow }, paths) => {
      const look = `[performance.getEntriesByType("navigation")[0]?.responseStatus, document.body.textContent.slice(0, 60), document.contentType]`;
      const seen: [string, unknown][] = [];
      const loadAll = async (addresses: readonly string[]): Promise<void> => {
        const window = new BrowserWindow({ show: false });
        for (const address of addresses)
          try {
            await window.loadURL(address);
            seen.push([address, await window.webContents.executeJavaScript(look)]);
          } catch (error) {
            seen.push([address, String(error).includes("ERR_") ? "refused" : String(error)]);
          }
        window.destroy();
      };
      await loadAll([...paths, "app://other/index.html", "app://desk/index.html"]);
      return seen;
    }, climbing);
    const own = answers.pop();
    expect(own?.[1]).toEqual([200, expect.any(String), "text/html"]);
    const served = answers.filter(
      ([, answer]) => answer !== "refused" && JSON.stringify(answer) !== '[404,"Not found","text/plain"]',
    );
    expect(served).toEqual([]);
    expect(answers).toHaveLength(climbing.length + 1);
    counted(answers.length);
  });
});

describe("leaving", () => {
  it("is denied to every scheme, by address, link and new window", async () => {
    const before = page.url();
    await page.evaluate(() => Reflect.set(globalThis, "stillHere", true));
    await desk.app.evaluate(({ shell }) => {
      const list: string[] = [];
      Object.assign(globalThis, { openedOutside: list, openExternal: shell.openExternal });
      shell.openExternal = async (url) => void list.push(url);
    });
    // The program goes on after this file.
    onTestFinished(() =>
      desk.app.evaluate(({ shell }) => void (shell.openExternal = Reflect.get(globalThis, "openExternal"))),
    );
    const addresses = [
      `${outside.url}/go`,
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
      "http://127.0.0.1:1/",
      "ws://example.com/",
      "intent://scan/#Intent;end",
      "x-apple.systempreferences:",
      "vscode://file/etc/passwd",
      "ldap://example.com/",
      "search-ms:query=x",
      "ms-msdt:/id",
      "about:srcdoc",
      "filesystem:app://desk/temporary/x",
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
        // A frame may be made; what it shows may be its own blank page and nothing else.
        const frame = document.createElement("iframe");
        frame.src = url;
        document.body.append(frame);
        await turn();
        const isBlank = (): boolean => {
          try {
            return (frame.contentDocument?.body.textContent ?? "") === "";
          } catch {
            // A page of another origin is not looked into: the policy's own page for what it refused.
            return true;
          }
        };
        const shown = isBlank();
        frame.remove();
        if (!shown) return "framed";
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
    expect(outside.heard).toEqual([]);
    counted(addresses.length);
  });

  it("is not possible through a webview", async () => {
    const kind = await page.evaluate((url) => {
      const view = document.createElement("webview");
      view.setAttribute("src", url);
      document.body.append(view);
      const found = [view.constructor.name, "getWebContentsId" in view, "loadURL" in view];
      view.remove();
      return found;
    }, outside.url);
    expect(kind[1]).toBe(false);
    expect(kind[2]).toBe(false);
    expect(outside.heard).toEqual([]);
  });
});
