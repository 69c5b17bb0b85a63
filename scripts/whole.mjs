// npm run whole: all there is. What npm test runs, with another seed; every screen in both themes, at every size and in the pseudo-locale;
// generated input at length; every fault in full; the model.
import { randomInt } from "node:crypto";
import { runSuites } from "./run-suites.mjs";

process.env.TEST_SEED ??= String(randomInt(2 ** 31));
// How many times as much input is generated as in npm test.
process.env.FUZZ_TIMES ??= "1";
runSuites(
  // By itself: what it needs must be fetched, and without a network the rest is still worth running.
  ["--project=!instruments"],
  [
    ["instruments", ["node_modules/vitest/vitest.mjs", "run", "--project", "instruments"]],
    ["faults", ["test/faults/run.ts", "--seed", process.env.TEST_SEED]],
    ["model", ["scripts/model.ts"]],
  ],
);
