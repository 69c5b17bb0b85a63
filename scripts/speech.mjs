// npm run speech: installs a screen reader and what it needs, builds the app, and hears what Orca says of it (test/speech/run.ts).
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (process.platform !== "linux") {
  console.error("npm run speech needs Orca, which is a screen reader for Linux.");
  process.exit(1);
}
if (!systemPackages("tests") || !systemPackages("speech")) process.exit(1);
if (runNode(["scripts/build.ts"]) !== 0) process.exit(1);
process.exit(runNode(["test/speech/run.ts", ...process.argv.slice(2)]));
