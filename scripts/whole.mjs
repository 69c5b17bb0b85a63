// npm run whole: what npm test goes through in part, whole. Every story through the windows and of desks with a hub; every
// screen and state as test/support/looks.ts walks through them, in both themes, at every size and width.
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("tests")) process.exit(1);
if (runNode(["scripts/build.ts"]) !== 0) process.exit(1);
process.env["WHOLE"] = "1";
const suites = ["--project", "e2e", "--project", "hub"];
process.exit(runNode(["node_modules/vitest/vitest.mjs", "run", ...suites]));
