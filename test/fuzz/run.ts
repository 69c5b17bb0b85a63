import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

/** npm run fuzz: the fuzzing at length. A share of it is part of `npm test`. */
const usage = "usage: npm run fuzz [-- [--times N] [--seed N] [--only NAME]]";
const root = join(import.meta.dirname, "..", "..");

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        /** How many times as many cases as in `npm test`. */
        times: { type: "string", default: "20" },
        /** Makes the same cases as a run before: each prints its own. */
        seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
        /** One file: answers, backups, files, members, policies, records, routes, sent-as-shown, texts. */
        only: { type: "string", default: "" },
      },
    });
    const [times, seed] = [Number(values.times), Number(values.seed)];
    return times > 0 && Number.isSafeInteger(seed) ? { times, seed, only: values.only } : null;
  } catch {
    return null;
  }
}

const wanted = readOptions();
if (wanted === null) {
  console.error(usage);
  process.exit(2);
}
const { times, seed, only } = wanted;
const again = `npm run fuzz -- --times ${times} --seed ${seed}`;
console.log(`seed ${seed}, ${times} times the share of npm test`);
const { status } = spawnSync(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--project",
    "fuzz",
    // What needs a hub stands among its tests.
    "--project",
    "hub",
    ...(only === "" ? ["test/fuzz/", "test/hub/sent-as-shown"] : [`/${only}.test.ts`]),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TEST_SEED: String(seed), FUZZ_TIMES: String(times) },
  },
);
if (status !== 0) console.log(`The same cases again: ${again}${only === "" ? "" : ` --only ${only}`}`);
process.exit(status ?? 1);
