// npm run windows -- [files]: installs, then unit and integration tests on Windows' own Node. On Windows as they are; on
// Debian, as root, over Wine: docs/testing.md says what that proves. What follows `--` goes to vitest.
import { install, runNode } from "./install.mjs";

install();
process.exit(runNode(["scripts/windows/run.ts", ...process.argv.slice(2)]));
