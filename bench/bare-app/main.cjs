// What no app of this kind can be quicker than: one window, one page with an input, nothing else.
const { app, BrowserWindow, ipcMain, protocol, session } = require("electron");
const { readFileSync } = require("node:fs");
const { extname, join } = require("node:path");

const types = { ".html": "text/html", ".js": "text/javascript" };
protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);

// Answers what it was given to keep, whatever it is sent.
let kept = null;
ipcMain.handle("bare:echo", (_event, sent, answer) => {
  if (sent === "keep") kept = answer;
  return kept;
});

void app.whenReady().then(() => {
  session.defaultSession.protocol.handle("app", (request) => {
    const file = join(__dirname, new URL(request.url).pathname);
    return new Response(readFileSync(file), { headers: { "content-type": types[extname(file)] } });
  });
  const window = new BrowserWindow({
    show: false,
    width: 1200,
    height: 800,
    webPreferences: { preload: join(__dirname, "preload.cjs"), sandbox: true, contextIsolation: true },
  });
  window.once("ready-to-show", () => window.show());
  return window.loadURL("app://bare/index.html");
});
app.on("window-all-closed", () => app.quit());
