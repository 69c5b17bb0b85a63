import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { createBuilder } from "vite";
import { electronBinaryAvailable, hostEnvironment } from "../test/chromium-host/launch.ts";

/** npm run dev: builds again after every change, then opens the app anew; drafts are there again. */
const root = join(import.meta.dirname, "..");
const env = electronBinaryAvailable() ? process.env : { ...process.env, ...hostEnvironment() };
let app: ChildProcess | null = null;
let timer: NodeJS.Timeout | null = null;

function open(): void {
  const before = app;
  app = spawn(process.execPath, [join(root, "node_modules/electron/cli.js"), root], {
    stdio: "inherit",
    env,
  });
  before?.kill();
}
function soon(): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => {
    app?.once("exit", open);
    if (app === null) open();
    else app.kill();
  }, 400);
}

const builder = await createBuilder({ logLevel: "warn", build: { watch: {} } }, null);
await builder.buildApp();
open();
watch(join(root, "dist"), { recursive: true }, soon);
