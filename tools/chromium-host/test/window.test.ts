import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ElectronApplication, Page } from "playwright";
import { createSampleApp, endSample, launchWithPage } from "./sample-app.ts";

declare global {
  var noted: unknown[];
}

const sample = createSampleApp();
let app: ElectronApplication;
let page: Page;

beforeAll(async () => {
  ({ app, page } = await launchWithPage(sample));
  await app.evaluate(() => {
    globalThis.noted = [];
  });
}, 30_000);
afterAll(async () => {
  await endSample(app);
  await sample.remove();
});

const other = (): Page | undefined => app.windows().find((each) => each.url().endsWith("/other.html"));
const noted = (): Promise<unknown[]> => app.evaluate(() => globalThis.noted.splice(0));

describe("windows", () => {
  // What one test left when it failed is nothing to the next.
  afterEach(() =>
    app.evaluate(({ BrowserWindow }) => {
      for (const each of BrowserWindow.getAllWindows().slice(1)) each.destroy();
      globalThis.noted = [];
    }),
  );

  it("gives the page the size that was asked for, and keeps to the minimum", async () => {
    // Chromium gives a page its size a moment after it opened it.
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 650]);
    const bounds = await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.on("resize", () => globalThis.noted.push("resize"));
      window?.setBounds({ x: 40, y: 30, width: 300, height: 500 });
      return window?.getBounds();
    });
    expect(bounds).toEqual({ x: 40, y: 30, width: 500, height: 500 });
    expect(await noted()).toEqual(["resize"]);
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 500]);
  });

  it("keeps its size, and paints as ever, where a test gives the page another one as soon as it is there", async () => {
    const arrival = app.waitForEvent("window");
    const shown = app.evaluate(({ BrowserWindow }) =>
      new BrowserWindow({ width: 800, height: 600 }).loadURL("app://desk/other.html"),
    );
    const second = await arrival;
    await second.setViewportSize({ width: 1366, height: 768 });
    await shown;
    // The tool may be told of the first document, which is empty, later than the host of this one.
    await second.waitForURL("**/other.html");
    // Longer than the host looks for what surrounds the page.
    for (let frame = 0; frame < 60; frame += 1)
      await second.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
    const session = await second.context().newCDPSession(second);
    const { bounds } = await session.send("Browser.getWindowForTarget");
    expect(bounds.width).toBeGreaterThanOrEqual(800);
    expect(bounds.height).toBeGreaterThanOrEqual(600);
    await second.close();
  });

  it("remembers the normal bounds while maximised", async () => {
    const answers = await app.evaluate(({ BrowserWindow, screen }) => {
      const window = BrowserWindow.getAllWindows()[0];
      if (window === undefined) return [];
      const before = window.getBounds();
      window.on("maximize", () => globalThis.noted.push("maximize"));
      window.on("unmaximize", () => globalThis.noted.push("unmaximize"));
      window.maximize();
      const { width } = screen.getPrimaryDisplay().workAreaSize;
      const during = [window.isMaximized(), window.getBounds().width === width];
      const same = JSON.stringify(window.getNormalBounds()) === JSON.stringify(before);
      window.unmaximize();
      return [...during, same, window.isMaximized()];
    });
    expect(answers).toEqual([true, true, true, false]);
    expect(await noted()).toEqual(expect.arrayContaining(["maximize", "unmaximize"]));
  });

  it("announces a hidden window once it could be shown, and knows the focused one", async () => {
    const answers = await app.evaluate(async ({ BrowserWindow }) => {
      const first = BrowserWindow.getAllWindows()[0];
      first?.focus();
      const second = new BrowserWindow({ show: false, title: "second" });
      const ready = new Promise<void>((resolve) => second.once("ready-to-show", resolve));
      const before = [second.isVisible(), second.getTitle(), BrowserWindow.getFocusedWindow() === first];
      void second.loadURL("app://desk/index.html");
      await ready;
      second.show();
      const after = [second.isVisible(), BrowserWindow.getFocusedWindow() === second, first?.isFocused()];
      const closed = new Promise<void>((resolve) => second.once("closed", resolve));
      second.close();
      await closed;
      return [...before, ...after, second.isDestroyed(), BrowserWindow.getAllWindows().length];
    });
    expect(answers).toEqual([false, "second", true, true, true, false, true, 1]);
  });

  it("lets Playwright find the window of a page and close a page", async () => {
    const window = await app.browserWindow(page);
    expect(await window.evaluate((each) => each.id)).toBe(1);
    await app.evaluate(({ BrowserWindow }) => {
      void new BrowserWindow().loadURL("app://desk/other.html");
    });
    // By its address: the tool may tell of a window of an earlier test only now.
    await expect.poll(other).toBeDefined();
    const second = other() ?? page;
    // Chromium forgets to close a page whose first document arrives in the same moment.
    await second.waitForURL("**/other.html");
    await second.close();
    await expect
      .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
      .toBe(1);
  });

  it("asks the app when the page is closed from outside, and keeps what the app keeps", async () => {
    await app.evaluate(({ BrowserWindow }) => {
      const window = new BrowserWindow();
      window.once("close", (event) => {
        event.preventDefault();
        globalThis.noted.push("kept");
      });
      return window.loadURL("app://desk/other.html");
    });
    await expect.poll(other).toBeDefined();
    const session = await app.context().newCDPSession(other() ?? page);
    const reopened = app.waitForEvent("window");
    await session.send("Page.close");
    await (await reopened).waitForURL("**/other.html");
    expect(await noted()).toEqual(["kept"]);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.destroy());
  });

  it("follows the page's title, unless the app keeps its own", async () => {
    const title = (): Promise<string | undefined> =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
    await page.evaluate(() => {
      document.title = "Changed";
    });
    await expect.poll(title).toBe("Changed");
    await app.evaluate(({ BrowserWindow }) => {
      const window = BrowserWindow.getAllWindows()[0];
      window?.on("page-title-updated", (event) => event.preventDefault());
      // The last to hear of it: what the others make of it is done by then.
      window?.on("page-title-updated", (_event, now) => globalThis.noted.push(now));
    });
    await page.evaluate(() => {
      document.title = "Again";
    });
    await expect.poll(noted).toEqual(["Again"]);
    expect(await title()).toBe("Changed");
  });

  it("reports a crashed page and loads it again", async () => {
    const details = await app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow();
      await window.loadURL("app://desk/other.html");
      const gone = new Promise<string>((resolve) => {
        window.webContents.once("render-process-gone", (_event, why) => resolve(why.reason));
      });
      window.webContents.forcefullyCrashRenderer();
      const reason = await gone;
      const crashed = window.webContents.isCrashed();
      const loaded = new Promise<void>((resolve) =>
        window.webContents.once("did-finish-load", () => resolve()),
      );
      window.webContents.reload();
      await loaded;
      const title: unknown = await window.webContents.executeJavaScript("document.title");
      window.destroy();
      return [reason, crashed, title];
    });
    expect(details).toEqual(["crashed", true, "Other"]);
  });

  it("announces nothing of a page that paints nothing, however long it has loaded", async () => {
    const heard = await app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      const events: string[] = [];
      window.on("ready-to-show", () => events.push("ready-to-show"));
      await window.loadURL("app://desk/other.html");
      events.push("loaded");
      // Painted now, and told of after that.
      const ready = new Promise<void>((resolve) => window.once("ready-to-show", () => resolve()));
      await window.webContents.executeJavaScript("document.body.append('something to see'); 1");
      await ready;
      window.destroy();
      return events;
    });
    expect(heard).toEqual(["loaded", "ready-to-show"]);
  });

  it("answers nothing any more once it is destroyed, and says so", async () => {
    const said = await app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false });
      await window.loadURL("app://desk/index.html");
      const { webContents } = window;
      const { mainFrame } = webContents;
      window.destroy();
      const attempt = (ask: () => unknown): string => {
        try {
          return String(ask());
        } catch (error) {
          return String(error);
        }
      };
      return [
        attempt(() => window.isDestroyed()),
        attempt(() => webContents.isDestroyed()),
        attempt(() => mainFrame.isDestroyed()),
        attempt(() => window.focus()),
        attempt(() => window.destroy()),
        attempt(() => window.getBounds()),
        attempt(() => webContents.getURL()),
        attempt(() => webContents.send("tick")),
        attempt(() => webContents.mainFrame),
        attempt(() => mainFrame.url),
        attempt(() => mainFrame.parent),
      ];
    });
    const gone = "TypeError: Object has been destroyed";
    const disposed = "Error: Render frame was disposed before WebFrameMain could be accessed";
    expect(said).toEqual(["true", "true", "true", gone, gone, gone, gone, gone, gone, disposed, disposed]);
  });
});

describe("menu", () => {
  beforeAll(async () => {
    await app.evaluate(({ Menu }) => {
      const click = (item: { id: string }): unknown => globalThis.noted.push(item.id);
      const template = [
        { id: "new", label: "New", accelerator: "CmdOrCtrl+N", click },
        { id: "off", label: "Off", accelerator: "CmdOrCtrl+Shift+O", enabled: false, click },
        { id: "taken", label: "Taken", accelerator: "CmdOrCtrl+T", click },
        { role: "zoomIn" as const },
      ];
      Menu.setApplicationMenu(Menu.buildFromTemplate([{ label: "File", submenu: template }]));
    });
    await page.bringToFront();
  });

  it("clicks an enabled item for its keys, and leaves keys to the page that uses them", async () => {
    await page.evaluate(() => {
      addEventListener("keydown", (event) => {
        if (event.code === "KeyT") event.preventDefault();
      });
    });
    for (const keys of ["Control+Shift+O", "Control+T", "Control+N"]) await page.keyboard.press(keys);
    await expect.poll(noted).toEqual(["new"]);
  });

  it("gives roles their effect", async () => {
    const level = await app.evaluate(({ BrowserWindow, Menu }) => {
      BrowserWindow.getAllWindows()[0]?.focus();
      Menu.getApplicationMenu()?.items[0]?.submenu?.items[3]?.click();
      return BrowserWindow.getAllWindows()[0]?.webContents.getZoomLevel();
    });
    expect(level).toBeCloseTo(0.5);
  });

  it.each<[string, unknown, string]>([
    ["no list", {}, "TypeError: Invalid template for Menu: Menu template must be an array"],
    [
      "an empty item",
      [{}],
      "TypeError: Invalid template for MenuItem: must have at least one of label, role or type",
    ],
    [
      "no item",
      [null],
      "TypeError: Invalid template for MenuItem: must have at least one of label, role or type",
    ],
    [
      "an empty item inside",
      [{ label: "File", submenu: [{}] }],
      "TypeError: Invalid template for MenuItem: must have at least one of label, role or type",
    ],
    ["an unknown type", [{ label: "x", type: "thing" }], "Error: Unknown menu item type: thing"],
    ["a submenu without one", [{ label: "x", type: "submenu" }], "Error: Invalid submenu"],
  ])("refuses %s", async (_name, template, said) => {
    const heard = await app.evaluate(({ Menu }, given) => {
      try {
        Menu.buildFromTemplate(given as never);
        return "taken";
      } catch (error) {
        return String(error);
      }
    }, template);
    expect(heard).toBe(said);
  });

  it("makes of a role that it does not know an item without name and effect, and of a wrong key none", async () => {
    const made = await app.evaluate(({ Menu }) => {
      const items = [
        { role: "asdf" as "about" },
        { label: "Odd", accelerator: "CmdOrCtrl+Backslash", click: () => globalThis.noted.push("odd") },
      ];
      const menu = Menu.buildFromTemplate(items);
      menu.items[0]?.click();
      return menu.items.map(({ label }) => label);
    });
    expect(made).toEqual(["", "Odd"]);
    expect(await noted()).toEqual([]);
  });

  it("finds items by their id and clicks them", async () => {
    await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("new")?.click());
    expect(await noted()).toEqual(["new"]);
  });
});

describe("the rest of the system", () => {
  it("emulates the theme in pages", async () => {
    const isDark = (): Promise<boolean> =>
      page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.once("updated", () => globalThis.noted.push("updated"));
      nativeTheme.themeSource = "dark";
    });
    await expect.poll(isDark).toBe(true);
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = "light";
    });
    await expect.poll(isDark).toBe(false);
    expect(await noted()).toEqual(["updated"]);
  });

  it("answers a dialog with its default, unless a test answers", async () => {
    const answers = await app.evaluate(async ({ dialog }) => {
      const options = { message: "Sure?", buttons: ["Yes", "No"], defaultId: 1 };
      const before = (await dialog.showMessageBox(options)).response;
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
      const after = (await dialog.showMessageBox(options)).response;
      return [before, after, (await dialog.showSaveDialog({})).canceled];
    });
    expect(answers).toEqual([1, 0, true]);
  });

  it("keeps what is written to the clipboard at once, with every format", async () => {
    const answers = await app.evaluate(async ({ clipboard, ClipboardItem }) => {
      const mark = 'electron application/osclipboard;format="Private"';
      await clipboard.write([new ClipboardItem({ "text/plain": "copied", [mark]: "1" })]);
      const found = [await clipboard.readText(), await clipboard.has(mark)];
      await clipboard.writeText("other");
      return [...found, await clipboard.readText(), await clipboard.has(mark)];
    });
    expect(answers).toEqual(["copied", true, "other", false]);
  });

  it("keeps a clipboard of its own and prints into nothing", async () => {
    const answers = await app.evaluate(async ({ BrowserWindow, clipboard }) => {
      await clipboard.writeText("copied");
      const text = await clipboard.readText();
      clipboard.clear();
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      const printed = await new Promise<boolean>((resolve) =>
        contents?.print({}, (success) => resolve(success)),
      );
      const pdf = await contents?.printToPDF({});
      return [text, await clipboard.readText(), printed, pdf?.subarray(0, 4).toString("latin1")];
    });
    expect(answers).toEqual(["copied", "", true, "%PDF"]);
  });
});
