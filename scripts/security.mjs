// npm run security: installs what the tests need, then runs what holds each row of the security table.
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("tests")) process.exit(1);
process.exit(runNode(["test/security/run.ts", ...process.argv.slice(2)]));
