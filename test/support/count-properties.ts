import fc from "fast-check";
import { generated } from "./cases.ts";
import { seed } from "./seed.ts";

/** Vitest loads this before each file that makes up input: it is the same each time, and how much of it was tried is counted. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed,
  reporter: (details) => {
    if (details.failed)
      throw new Error(fc.defaultReportMessage(details) ?? "It failed.", { cause: details.errorInstance });
    generated(details.numRuns);
  },
});
