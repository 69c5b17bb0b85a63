import type { MenuItemConstructorOptions } from "electron";
import type { WindowHandle } from "./handles.ts";
import type { Host } from "./host.ts";

/** What an item with a role is and does (https://www.electronjs.org/docs/latest/api/menu-item#roles). */
export interface Role {
  readonly label: string;
  readonly accelerator?: string;
  readonly submenu?: MenuItemConstructorOptions[];
  /** The page does this by itself when the keys are pressed. */
  readonly natural?: boolean;
  readonly run?: (host: Host, window: WindowHandle | undefined) => void;
}

const zoomBy = (step: number) => (_host: Host, window: WindowHandle | undefined) => {
  if (window !== undefined) window.webContents.zoomLevel += step;
};
const edit =
  (command: "undo" | "redo" | "cut" | "copy" | "paste" | "delete" | "selectAll") =>
  (_host: Host, window: WindowHandle | undefined) =>
    window?.webContents[command]();

const mac = process.platform === "darwin";

/** The roles by their lower-case names. */
export const roles: Readonly<Record<string, Role>> = {
  quit: { label: mac ? "Quit" : "Exit", accelerator: "CmdOrCtrl+Q", run: (host) => host.app.quit() },
  close: { label: "Close Window", accelerator: "CmdOrCtrl+W", run: (_host, window) => window?.close() },
  minimize: { label: "Minimize", accelerator: "CmdOrCtrl+M", run: (_host, window) => window?.minimize() },
  reload: { label: "Reload", accelerator: "CmdOrCtrl+R", run: (_host, window) => window?.reload() },
  forcereload: {
    label: "Force Reload",
    accelerator: "Shift+CmdOrCtrl+R",
    run: (_host, window) => window?.webContents.reloadIgnoringCache(),
  },
  toggledevtools: {
    label: "Toggle Developer Tools",
    accelerator: mac ? "Alt+Cmd+I" : "Ctrl+Shift+I",
    run: () => {},
  },
  togglefullscreen: {
    label: "Toggle Full Screen",
    accelerator: mac ? "Control+Cmd+F" : "F11",
    run: (_host, window) => window?.setFullScreen(!window.isFullScreen()),
  },
  resetzoom: {
    label: "Actual Size",
    accelerator: "CmdOrCtrl+0",
    run: (_host, window) => window?.webContents.setZoomLevel(0),
  },
  zoomin: { label: "Zoom In", accelerator: "CmdOrCtrl+Plus", run: zoomBy(0.5) },
  zoomout: { label: "Zoom Out", accelerator: "CmdOrCtrl+-", run: zoomBy(-0.5) },
  undo: { label: "Undo", accelerator: "CmdOrCtrl+Z", natural: true, run: edit("undo") },
  redo: { label: "Redo", accelerator: mac ? "Shift+Cmd+Z" : "Ctrl+Y", natural: true, run: edit("redo") },
  cut: { label: "Cut", accelerator: "CmdOrCtrl+X", natural: true, run: edit("cut") },
  copy: { label: "Copy", accelerator: "CmdOrCtrl+C", natural: true, run: edit("copy") },
  paste: { label: "Paste", accelerator: "CmdOrCtrl+V", natural: true, run: edit("paste") },
  pasteandmatchstyle: { label: "Paste and Match Style", natural: true, run: edit("paste") },
  delete: { label: "Delete", natural: true, run: edit("delete") },
  selectall: { label: "Select All", accelerator: "CmdOrCtrl+A", natural: true, run: edit("selectAll") },
  about: { label: "About", run: (host) => host.app.showAboutPanel() },
  hide: { label: "Hide", run: () => {} },
  hideothers: { label: "Hide Others", run: () => {} },
  unhide: { label: "Show All", run: () => {} },
  front: { label: "Bring All to Front", run: () => {} },
  zoom: { label: "Zoom", run: () => {} },
  help: { label: "Help" },
  services: { label: "Services", submenu: [] },
  appmenu: { label: "App", submenu: [{ role: "about" }, { type: "separator" }, { role: "quit" }] },
  filemenu: { label: "File", submenu: [{ role: mac ? "close" : "quit" }] },
  editmenu: {
    label: "Edit",
    submenu: [
      { role: "undo" },
      { role: "redo" },
      { type: "separator" },
      { role: "cut" },
      { role: "copy" },
      { role: "paste" },
      { role: "delete" },
      { role: "selectAll" },
    ],
  },
  viewmenu: {
    label: "View",
    submenu: [
      { role: "reload" },
      { role: "forceReload" },
      { type: "separator" },
      { role: "resetZoom" },
      { role: "zoomIn" },
      { role: "zoomOut" },
      { type: "separator" },
      { role: "togglefullscreen" },
    ],
  },
  windowmenu: { label: "Window", submenu: [{ role: "minimize" }, { role: "close" }] },
};
