import { spawn, type ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { createBuilder } from "vite";
import { electronBinaryAvailable, hostEnvironment } from "../tools/chromium-host/launch.ts";
import { build } from "./build.ts";

/** npm run dev: builds again after every change, then opens the app anew; drafts are there again. */
const root = join(import.meta.dirname, "..");
const env = electronBinaryAvailable() ? process.env : { ...process.env, ...hostEnvironment() };
/** Milliseconds without a change in dist/ after which a build counts as written. */
const quiet = 800;
let app: ChildProcess | null = null;
let timer: NodeJS.Timeout | null = null;

function open(): void {
  app = spawn(process.execPath, [join(root, "node_modules/electron/cli.js"), root], {
    stdio: "inherit",
    env,
  });
}
function reopen(): void {
  const old = app;
  if (old === null || old.exitCode !== null) return open();
  old.once("exit", open);
  old.kill();
}

await build();
open();
const builder = await createBuilder({ logLevel: "warn", build: { watch: {} } }, null);
await builder.buildApp();
watch(join(root, "dist"), { recursive: true }, () => {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(reopen, quiet);
});
console.log("Watching for changes. Ctrl+C ends.");
