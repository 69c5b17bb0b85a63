// npm run verify:electron: installs, then looks at Front Desk on this computer.
import { install, runNode } from "./install.mjs";

install();
process.exit(runNode(["scripts/verify-electron.ts", ...process.argv.slice(2)]));
