// npm test: builds, checks, and runs every suite, the same tests each time. Whoever names files gets those alone.
import { runSuites } from "./run-suites.mjs";

const named = process.argv.slice(2);
// `whole` is for `npm run whole`, which runs `instruments` too: they install hundreds of packages first. The Chromium host stands in for
// Electron's program on Linux alone, where the hub runs as well.
const left =
  process.platform === "linux" ? ["whole", "instruments"] : ["whole", "instruments", "host", "hub"];
if (left.includes("hub")) console.log("On this system without the suites host and hub, which are Linux's.");
runSuites(named.length === 0 ? left.map((suite) => `--project=!${suite}`) : named);
