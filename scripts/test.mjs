// npm test: builds, checks, and runs every suite, the same tests each time. Whoever names files gets those alone.
import { runSuites } from "./run-suites.mjs";

const named = process.argv.slice(2);
runSuites(named.length === 0 ? ["--project=!whole"] : named);
