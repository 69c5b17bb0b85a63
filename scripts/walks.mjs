// npm run walks: every screen and state as test/support/looks.ts walks through them, in both themes, at every size and width.
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("tests")) process.exit(1);
if (runNode(["scripts/build.ts"]) !== 0) process.exit(1);
process.env["WHOLE"] = "1";
const files = ["test/e2e/accessibility.test.ts", "test/e2e/pseudo-locale.test.ts"];
process.exit(runNode(["node_modules/vitest/vitest.mjs", "run", "--project", "e2e", ...files]));
