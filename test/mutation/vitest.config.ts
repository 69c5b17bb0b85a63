import { defineConfig } from "vitest/config";

/** The tests of one group of mutated files. `run.ts` names them, and has compiled the words before. */
const include = (process.env["MUTATION_TESTS"] ?? "").split(",").filter(Boolean);

/** Seconds of one test: a mutant under which a promise never settles ends with it. Longer on a busy computer. */
const seconds = 4 * Number(process.env["MUTATION_PATIENCE"] ?? "1");

/** What the mutants are tried with: unit tests alone. */
export default defineConfig({
  test: {
    name: "mutation",
    include,
    pool: "threads",
    isolate: false,
    // The rules that tests carry as tags are looked after in the whole run.
    strictTags: false,
    testTimeout: seconds * 1_000,
  },
});
