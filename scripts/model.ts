// npm run model: searches the models of who may send and of who was removed (model/README.md) with Spin, and shows that each planted error is found.
import { availableParallelism } from "node:os";
import {
  longSearches,
  plantedErrors,
  standardSearches,
  type Planted,
  type Search,
} from "./model/searches.ts";
import { search, type Found } from "./model/spin.ts";
import { systemPackages } from "./system-packages.mjs";

const isLong = process.argv.includes("--long");
const isWordy = process.argv.includes("--traces");
/** In MB, of each of the searches that run beside each other. */
const memory = isLong ? 8_000 : 4_000;
const beside = isLong ? 1 : Math.min(2, availableParallelism());

const sizes = ({ states, depth, seconds, memory }: Found): string =>
  `${states.toLocaleString("en-US").padStart(12)} states  depth ${String(depth).padStart(4)}  ${seconds.toFixed(1).padStart(6)} s  ${memory.toFixed(0).padStart(5)} MB`;

const bounds = (one: Search): string =>
  Object.entries(one.bounds)
    .map(([name, value]) => `${name.toLowerCase().replaceAll("_", " ")} ${value}`)
    .join(", ");

function tell(history: readonly string[] | null): void {
  for (const [index, line] of (history ?? []).entries()) console.log(`    ${index + 1}. ${line}`);
}

async function whole(one: Search): Promise<boolean> {
  const found = await search({ model: one.model ?? "sharing", bounds: one.bounds, plant: null, memory });
  const isFine = found.isWhole && found.history === null;
  console.log(`${isFine ? "holds " : "FAILED"}  ${one.title.padEnd(36)}${sizes(found)}  (${bounds(one)})`);
  if (found.history !== null) tell(found.history);
  else if (!isFine) console.log("    The search did not end: more memory or smaller bounds.");
  return isFine;
}

async function planted(one: Planted): Promise<boolean> {
  const found = await search({ model: one.model ?? "sharing", bounds: one.bounds, plant: one.plant, memory });
  const { history } = found;
  const steps = history === null ? "" : `${history.length} steps`;
  console.log(
    `${history === null ? "NOT FOUND" : "found    "}  ${one.title.padEnd(48)}${steps.padStart(9)}${sizes(found)}`,
  );
  if (isWordy) tell(history);
  return history !== null;
}

/** The next one as soon as one is done. */
async function all<T>(work: readonly T[], one: (item: T) => Promise<boolean>): Promise<boolean> {
  const waiting = [...work];
  const results: boolean[] = [];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results.push(await one(next));
  };
  await Promise.all(Array.from({ length: beside }, worker));
  return results.every(Boolean);
}

if (!systemPackages("model")) process.exit(1);
console.log("Planted errors, each with its shortest history (-- --traces tells them):");
const isFound = await all(plantedErrors, planted);
console.log("\nThe rule, within bounds:");
const holds = await all(isLong ? [...standardSearches, ...longSearches] : standardSearches, whole);
process.exit(isFound && holds ? 0 : 1);
