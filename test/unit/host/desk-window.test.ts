import { mkdtempSync, rmSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LockableDesk } from "../../../main/desk/desk.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";

/** What Electron gives for a window: it says what happens to its page, and the program heeds it. */
class Contents extends EventEmitter {
  reload = () => undefined;
  isCrashed = () => false;
}
class Window extends EventEmitter {
  static last: Window | null = null;
  webContents = new Contents();
  constructor() {
    super();
    Window.last = this;
  }
  setBackgroundColor = () => undefined;
  isDestroyed = () => false;
  loadURL = () => Promise.resolve();
}

let directory = "";
vi.mock("electron", () => ({
  app: { getPath: () => directory, getName: () => "Front Desk", isPackaged: true },
  BrowserWindow: Window,
  nativeTheme: new EventEmitter(),
  screen: { getAllDisplays: () => [] },
  session: { defaultSession: {} },
  dialog: {},
  shell: {},
}));

let gone = 0;
let shown: Window;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "front-desk-window-"));
  gone = 0;
  const [{ createWindowOpener }, { createProgram }] = await Promise.all([
    import("../../../main/electron/desk-window.ts"),
    import("../../../main/electron/program.ts"),
  ]);
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const program = createProgram(quiet, createMemorySecretStore());
  const desk: Pick<LockableDesk, "pageGone"> = { pageGone: () => void (gone += 1) };
  program.desk = desk as LockableDesk;
  const open = createWindowOpener(program, {
    preload: "preload.js",
    leave: () => Promise.resolve(),
    cards: {
      open: () => expect.fail(),
      close: () => undefined,
      speak: () => undefined,
      ids: () => new Set(),
      loaded: () => undefined,
    },
    isPrinting: () => false,
    saveTyped: () => Promise.resolve(),
  });
  await open();
  shown = Window.last ?? expect.fail("No window was opened");
});
afterEach(() => rmSync(directory, { recursive: true }));

const navigation = { isMainFrame: true, isSameDocument: false };

it.each<readonly [string, () => void]>([
  ["another page is loaded in its place", () => shown.webContents.emit("did-start-navigation", navigation)],
  ["it breaks", () => shown.webContents.emit("render-process-gone", {}, { reason: "crashed" })],
  ["it ends by itself", () => shown.webContents.emit("render-process-gone", {}, { reason: "clean-exit" })],
  ["its window is closed", () => shown.emit("closed")],
])("the desk is told that its page is gone when %s", (_what, happen) => {
  happen();
  expect(gone).toBe(1);
});

it("is told nothing where the page stays", () => {
  for (const change of [{ isSameDocument: true }, { isMainFrame: false }])
    shown.webContents.emit("did-start-navigation", { ...navigation, ...change });
  expect(gone).toBe(0);
});
