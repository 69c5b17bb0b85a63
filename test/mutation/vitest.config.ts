import { defineConfig } from "vitest/config";

/** The tests of one group of mutated files. `run.ts` names them, and has compiled the words before. */
const include = (process.env["MUTATION_TESTS"] ?? "").split(",").filter(Boolean);

/** What the mutants are tried with: unit tests alone. A mutant under which a promise never settles ends with its test. */
export default defineConfig({
  test: { name: "mutation", include, pool: "threads", isolate: false, testTimeout: 20_000 },
});
