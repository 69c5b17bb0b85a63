// What the app gets for "electron", by `import` as well as by `require`.
import { currentElectron } from "./current-electron.ts";

const api = currentElectron();

export const {
  app,
  BaseWindow,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  crashReporter,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  systemPreferences,
  webContents,
} = api;
// Node hands this to `require`: the plain object, whose parts a test may replace.
export { api as "module.exports" };
