// npm start: installs, builds and opens Front Desk.
import { install, runNode } from "./install.mjs";

install();
process.exit(runNode(["scripts/open.ts", ...process.argv.slice(2)]));
