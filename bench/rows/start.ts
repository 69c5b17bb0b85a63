import { join } from "node:path";
import { mkdirSync } from "node:fs";
import {
  atMost,
  interleave,
  lineOf,
  samplesOf,
  statsOf,
  type Context,
  type Result,
  type Row,
  type Samples,
  type Side,
} from "../harness.ts";
import { firstKey } from "../page-probes.ts";
import { recordsWith } from "../records.ts";
import { bareApp, open, ourApp, placeFor, type Place } from "../windows.ts";

/**
 * Rows 1 and 2: from the start of the program to the first key that is echoed in its first field: somebody is signed in,
 * and the wizard's search field is there. Beside it an app that is one window with one input, on the same host. With more
 * known patients nothing should change; nor after an unclean end (the side before ends by SIGKILL, so that there is a log
 * to be taken in). Right: the key is in the field.
 */

const startOf = (path: string, place: Place, end: "clean" | "unclean") => async (): Promise<number> => {
  const begun = performance.now();
  const opened = await open(path, place);
  const took = await firstKey(opened, { begun, selector: path === bareApp ? "input" : "[role=combobox]" });
  if (end === "clean") await opened.close();
  else {
    const child = opened.app.process();
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }
  return took;
};

async function placesFor(context: Context, sizes: readonly number[]): Promise<readonly Place[]> {
  const places: Place[] = [];
  const directory = join(context.directory, "start");
  mkdirSync(directory, { recursive: true });
  for (const [at, size] of sizes.entries()) {
    const records = await recordsWith(size, {
      directory: context.directory,
      onPart: (share) => context.progress((at + share) / sizes.length / 3, `loading ${size}`),
    });
    places.push(await placeFor(directory, records));
  }
  return places;
}

async function measure(context: Context, sides: readonly Side[], places: readonly Place[]): Promise<Samples> {
  const rounds = Math.max(3, Math.round(context.sizes.rounds / 60));
  const onRound = (share: number): void => context.progress(0.3 + share * 0.7, "starting");
  const samples = await interleave(sides, { rounds, warm: 1, onRound });
  for (const place of places) await place.remove();
  return samples;
}

async function run(context: Context): Promise<Result> {
  const { people, fewer } = context.sizes;
  const sizes = [10, fewer, people, people];
  const places = await placesFor(context, sizes);
  const [few, some, many, killed] = places;
  if (few === undefined || some === undefined || many === undefined || killed === undefined)
    throw new Error("A place is missing.");
  const ours = "Front Desk";
  const withSome = `Front Desk, ${fewer} patients`;
  const withMany = `Front Desk, ${people} patients`;
  const unclean = `Front Desk, ${people} patients, after an unclean end`;
  const samples = await measure(
    context,
    [
      { name: ours, run: startOf(ourApp, few, "clean") },
      { name: "a bare app", run: startOf(bareApp, few, "clean") },
      { name: withSome, run: startOf(ourApp, some, "clean") },
      { name: withMany, run: startOf(ourApp, many, "clean") },
      { name: unclean, run: startOf(ourApp, killed, "unclean") },
    ],
    places,
  );
  const p50 = (name: string): number => statsOf(samplesOf(samples, name)).p50;
  return {
    lines: [
      lineOf(samples, {
        what: "start to the first key, no patients",
        ours,
        goals: () => [atMost("≤ 1.3 × the bare app", p50(ours) / p50("a bare app"), 1.3)],
      }),
      lineOf(samples, {
        what: `with ${fewer} patients`,
        ours: withSome,
        goals: () => [atMost("≤ 1.05 × none", p50(withSome) / p50(ours), 1.05)],
      }),
      lineOf(samples, {
        what: `with ${people} patients`,
        ours: withMany,
        goals: () => [atMost("≤ 1.05 × none", p50(withMany) / p50(ours), 1.05)],
      }),
      lineOf(samples, {
        what: `with ${people} patients, after an unclean end`,
        ours: unclean,
        goals: () => [atMost("≤ 1.2 × a clean one", p50(unclean) / p50(withMany), 1.2)],
      }),
    ],
    checks: [],
    growth: [
      {
        what: "start",
        unit: "ms",
        points: [
          { size: 10, value: p50(ours) },
          { size: fewer, value: p50(withSome) },
          { size: people, value: p50(withMany) },
        ],
      },
    ],
  };
}

export const row: Row = {
  id: "start",
  title: "1 and 2. From the start to the first key",
  goal: "≤ 1.3 × a bare app; a million patients ≤ 1.05 × none; after an unclean end ≤ 1.2 × a clean one",
  minutes: 3,
  run,
};
