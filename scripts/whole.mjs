// npm run whole: what npm test goes through in part, whole. Every screen and state as test/support/looks.ts walks through them, in
// both themes, at every size and width; every address that app:// refuses; whatever may answer in place of a hub.
import { install, runNode } from "./install.mjs";
import { systemPackages } from "./system-packages.mjs";

install();
if (!systemPackages("tests")) process.exit(1);
if (runNode(["scripts/build.ts"]) !== 0) process.exit(1);
process.env["WHOLE"] = "1";
const files = [
  "test/e2e/accessibility.test.ts",
  "test/e2e/pseudo-locale.test.ts",
  "test/e2e/security/policy.test.ts",
  "test/hub/desks-bad-hub.test.ts",
];
process.exit(runNode(["node_modules/vitest/vitest.mjs", "run", ...files]));
