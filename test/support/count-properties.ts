import fc from "fast-check";
import { generated } from "./cases.ts";

/** Vitest loads this before each file of the unit tests and of the fuzzing: how often a property was tried is counted. */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  reporter: (details) => {
    if (details.failed)
      throw new Error(fc.defaultReportMessage(details) ?? "It failed.", { cause: details.errorInstance });
    generated(details.numRuns);
  },
});
