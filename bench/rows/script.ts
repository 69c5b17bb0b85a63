import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { firstScripts, firstScriptSize } from "../../test/support/first-script.ts";
import { atMost, check, single, type Context, type Result, type Row } from "../harness.ts";

/**
 * Row 12: the script that the desk's window needs before anything is drawn, compressed: what index.html names, and what
 * that imports at once. Beside it React alone with one line of text, built here with the same settings. Right: both have
 * scripts, and neither counts what is loaded later.
 */

const root = join(import.meta.dirname, "..", "..");

async function hello(directory: string): Promise<string> {
  mkdirSync(directory, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  writeFileSync(
    join(directory, "index.html"),
    '<!doctype html><div id="root"></div><script type="module" src="./main.jsx"></script>',
  );
  writeFileSync(
    join(directory, "main.jsx"),
    `import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(<p>Hello</p>);
`,
  );
  await build({
    root: directory,
    base: "./",
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: { target: "chrome148", modulePreload: { polyfill: false }, outDir: "dist" },
  });
  return join(directory, "dist", "index.html");
}

async function run(context: Context): Promise<Result> {
  const ours = join(root, "dist", "renderer", "index.html");
  const theirs = await hello(join(context.directory, "hello"));
  const [own, bare] = [firstScriptSize(ours) / 1_000, firstScriptSize(theirs) / 1_000];
  const [ownFiles, bareFiles] = [firstScripts(ours).length, firstScripts(theirs).length];
  return {
    lines: [
      {
        what: "first script, gzip",
        unit: "kB",
        ours: single(own),
        peers: [{ name: "React hello", stats: single(bare) }],
        goals: [atMost("≤ React hello + 100 kB", own - bare, 100)],
      },
    ],
    checks: [check("files of ours, of hello", `${ownFiles}, ${bareFiles}`, ownFiles > 0 && bareFiles > 0)],
  };
}

export const row: Row = {
  id: "script",
  title: "12. The first script",
  goal: "≤ React hello + 100 kB",
  minutes: 0.1,
  run,
};
