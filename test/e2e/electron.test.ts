import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { cardOrigin } from "../../shared/core/channels.ts";
import { electronBinaryAvailable, hostEnvironment } from "../../tools/chromium-host/launch.ts";
import { root, signIn, startApp, type TestApp } from "../support/app.ts";
import {
  bookingUpToCard,
  collectCard,
  formIsThere,
  startCardDesk,
  type CardDesk,
} from "../support/card-kit.ts";
import { endOf, windowCount } from "../support/ending.ts";
import { startFakeService, type FakeService } from "../support/fake-service.ts";
import { words } from "../../messages/words.ts";

/** What Electron's own program is most likely to do otherwise than what stands in for it, each told of by its name. */

declare global {
  /** In main: what was sent to the desk's page. */
  var sentToPage: unknown[][];
}

const cli = join(root, "node_modules/electron/cli.js");
const environment = (desk: TestApp): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  ...desk.keychain?.env,
});

describe("the desk's window", () => {
  let desk: TestApp;
  let page: Page;
  let service: FakeService;
  beforeAll(async () => {
    service = await startFakeService();
    desk = await startApp();
    ({ page } = desk);
    await signIn(page, { address: service.baseUrl, token: "opaque" });
    await page.getByRole("heading", { level: 1, name: words.shell.screens["new-booking"] }).waitFor();
    await desk.app.evaluate(({ BrowserWindow }) => {
      globalThis.sentToPage = [];
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const send = contents?.send;
      if (contents === undefined || send === undefined) return;
      contents.send = (...args) => {
        globalThis.sentToPage.push(args);
        Reflect.apply(send, contents, args);
      };
    });
  });
  afterAll(async () => {
    await desk.dispose();
    await service.close();
  });
  const sent = (name: string): Promise<number> =>
    desk.app.evaluate(
      (_electron, wanted) => globalThis.sentToPage.filter(([, event]) => event === wanted).length,
      name,
    );

  it("is there to be seen", async () => {
    const isVisible = (): Promise<boolean | undefined> =>
      desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await expect.poll(isVisible).toBe(true);
  });

  it("keeps all that it keeps in the folder that it is given, its logs too", async () => {
    const folders = await desk.app.evaluate(({ app }) => [app.getPath("userData"), app.getPath("logs")]);
    expect(folders).toEqual([desk.profile, join(desk.profile, "logs")]);
  });

  // window-50: Copied text does not stay in the clipboard's history
  it(
    "copies a text with the mark that keeps it out of the clipboard's history",
    { tags: ["window-50"] },
    async () => {
      await page.evaluate(() => window.desk.invoke("app.copy", { text: "Ann Sample, 3/5/84" }));
      const found = (): Promise<unknown[]> =>
        desk.app.evaluate(async ({ clipboard }) => {
          const marks = {
            win32: "ExcludeClipboardContentFromMonitorProcessing",
            darwin: "org.nspasteboard.ConcealedType",
            linux: "x-kde-passwordManagerHint",
          };
          const mark = process.platform in marks ? marks[process.platform as keyof typeof marks] : "";
          const text = await clipboard.readText();
          return [text, await clipboard.has(`electron application/osclipboard;format="${mark}"`)];
        });
      await expect.poll(found).toEqual(["Ann Sample, 3/5/84", true]);
      await desk.app.evaluate(({ clipboard }) => clipboard.clear());
      expect(await found()).toEqual(["", false]);
    },
  );

  // window-51: A held key is one press
  it(
    "takes a key that is held for one press: the menu does not repeat it",
    { tags: ["window-51"] },
    async () => {
      await page.keyboard.down("Control");
      for (let time = 0; time < 4; time += 1) await page.keyboard.down("2");
      await page.keyboard.up("2");
      await page.keyboard.up("Control");
      await page.getByRole("heading", { level: 1, name: words.shell.screens.patients }).waitFor();
      expect(await sent("command")).toBe(0);
      // The same key through the menu is told to the page: what is counted here would be seen.
      await desk.app.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()?.getMenuItemById("go-patients")?.click(),
      );
      await expect.poll(() => sent("command")).toBe(1);
    },
  );

  // keeping-3: The last letters are saved when Windows signs out
  it("saves the last letters when Windows is about to end it", { tags: ["keeping-3"] }, async () => {
    await page.getByRole("button", { name: words.patients.newPatient }).first().click();
    await page.getByLabel(words.patients.label.lastName, { exact: true }).fill("Lastword");
    const before = await sent("flush");
    await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.emit("query-session-end", { reasons: ["logoff"] }),
    );
    expect(await sent("flush")).toBe(before + 1);
    const drafts = (): Promise<string> =>
      page.evaluate(async () =>
        JSON.stringify(
          await window.desk.invoke("items.list", {
            kinds: ["patient"],
            statuses: ["draft"],
            limit: 9,
            offset: 0,
          }),
        ),
      );
    await expect.poll(drafts).toContain("Lastword");
  });

  // window-48: The program runs once
  // window-52: A second start brings the first window back
  it(
    "comes back when the program is started a second time, and the second one ends",
    { tags: ["window-48", "window-52"] },
    async () => {
      await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
      const second = spawn(process.execPath, [cli, root, `--user-data-dir=${desk.profile}`], {
        env: environment(desk),
        stdio: "ignore",
      });
      const [code] = await once(second, "exit");
      expect(code).toBe(0);
      const isMinimized = (): Promise<boolean | undefined> =>
        desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
      await expect.poll(isMinimized).toBe(false);
      expect(await windowCount(desk.app)).toBe(1);
    },
  );
});

describe("the card window", () => {
  let kit: CardDesk;
  beforeAll(async () => {
    kit = await startCardDesk();
  });
  afterAll(() => kit.close());

  it("loads over https; from its first call on https is Chromium's own, which goes where it may alone; and opens again, empty", async () => {
    const { desk } = kit;
    const ask = (): Promise<unknown[]> =>
      desk.app.evaluate(async ({ BrowserWindow, session }) => {
        const [card] = BrowserWindow.getAllWindows().filter((window) => window.getParentWindow() !== null);
        const isOurs = session.fromPartition("card").protocol.isProtocolHandled("https");
        const elsewhere = await card?.loadURL("https://elsewhere.invalid/").then(
          () => "loaded",
          (error: { code: string }) => error.code,
        );
        return [isOurs, elsewhere];
      });
    await bookingUpToCard(desk.page, { time: "1pm" });
    for (let time = 0; time < 2; time += 1) {
      const card = await collectCard(desk);
      // The provider's frame has asked for its own files by now.
      await formIsThere(card);
      expect(new URL(card.url()).origin).toBe(cardOrigin);
      // Nothing of one patient's visit is there for the next.
      const left = await card.evaluate(() => localStorage.getItem("who"));
      expect(left).toBeNull();
      await card.evaluate(() => localStorage.setItem("who", "Ann"));
      expect(await ask()).toEqual([false, "ERR_BLOCKED_BY_CLIENT"]);
      // A page that did not come up closes its window.
      await expect.poll(() => windowCount(desk.app)).toBe(1);
    }
  });
});

it("a window that is closed while it loads ends the program without a word", async () => {
  if (!electronBinaryAvailable()) Object.assign(process.env, hostEnvironment());
  const profile = mkdtempSync(join(tmpdir(), "front-desk-e2e-"));
  onTestFinished(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const app = await _electron.launch({
    args: [root, `--user-data-dir=${profile}`],
    cwd: root,
    env: { ...(process.env as Record<string, string>) },
  });
  const ended = endOf(app);
  await app
    .evaluate(({ app: electron, BrowserWindow }) => {
      for (const window of BrowserWindow.getAllWindows()) window.close();
      electron.on("browser-window-created", (_event, window) => setImmediate(() => window.close()));
    })
    .catch(() => undefined);
  expect(await ended).toMatchObject({ code: 0, signal: null });
});
