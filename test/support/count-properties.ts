import fc from "fast-check";
import { generated } from "./cases.ts";

const seed = process.env["PROPERTY_SEED"];

/**
 * Vitest loads this before each file of the unit tests and of the fuzzing: how often a property was tried is counted. With
 * PROPERTY_SEED every property tries the same cases each time.
 */
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  ...(seed !== undefined && { seed: Number(seed) }),
  reporter: (details) => {
    if (details.failed)
      throw new Error(fc.defaultReportMessage(details) ?? "It failed.", { cause: details.errorInstance });
    generated(details.numRuns);
  },
});
