import fc, { type RunDetails } from "fast-check";
import { play, type Ran } from "./model/model.ts";
import { anyRun, type Run, type Step } from "./model/steps.ts";
import { spotless } from "./oracle.ts";
import type { Fault, FaultOptions, FaultRow } from "./row.ts";

const casesOfARun = 10_000;
const casesOfALongRun = 1_000_000;
/** Cases between two words of how far it got. */
const batch = 5_000;
/** With fewer cases than this, a model that goes around something cannot be told from bad luck. */
const enoughToReachAll = 5_000;
/** One in so many is played again with a clock that nobody sets. */
const playedTwice = 10;

/** What a model that is worth its name gets to. */
const mustBeReached = [
  "bookAppointment 200",
  "bookAppointment unclear",
  "bookAppointment not-reached",
  "createPatient 409",
  "registerWebhook 429",
  "listWebhooks 401",
  "repeat of a booking",
  "repeat of a patient",
  "repeat of a webhook",
  "waiting-for-patient",
  "saved-for-later",
  "on-hold",
  "needs-card",
  "needs-editing",
  "needs-checking",
  "linked draft of a patient",
  "linked draft of a booking",
  "linked draft of a webhook",
  "again, a booking",
  "again, a patient",
  "again, a webhook",
  "not booked after all",
  "existing patient",
  "taken back",
  "ended in a moment",
  "interrupted",
  "restored",
  "disk full at the start",
  "ended at intent-kept",
  "ended at sent",
  "ended at finish-begun",
  "the clock set",
] as const;

const year = 365 * 24 * 3_600_000;

/** A run in which the hour of the day may not matter: visits are far away, and no wait is named by a date. */
function timeless(run: Run): Run {
  const text = JSON.stringify(run)
    .replaceAll('"soon"', '"far"')
    .replaceAll(/"[^"]* GMT"/g, '"40"');
  const { steps, ...rest }: Run = JSON.parse(text);
  let offset = 0;
  const within = (step: Step): Step => {
    if (step.do !== "wall" && step.do !== "sleep") return step;
    const ms = Math.max(-year, Math.min(year, step.ms));
    if (Math.abs(offset + ms) > 20 * year) return { ...step, ms: 0 };
    offset += ms;
    return { ...step, ms };
  };
  return { ...rest, steps: steps.map(within) };
}
const unset = (run: Run): Run => ({
  ...run,
  steps: run.steps.map((step) => (step.do === "wall" || step.do === "sleep" ? { ...step, ms: 0 } : step)),
});

type Tally = { cases: number; undecided: number; readonly reached: Map<string, number> };

function count(tally: Tally, { undecided, reached }: Ran): void {
  tally.undecided += undecided;
  for (const [what, times] of reached) tally.reached.set(what, (tally.reached.get(what) ?? 0) + times);
}

/** What a run breaks; with a clock that is set it must do the same as without. */
async function check(run: Run, tally: Tally): Promise<readonly string[]> {
  tally.cases += 1;
  const ran = await play(run);
  count(tally, ran);
  if (ran.problems.length > 0 || run.seed % playedTwice > 0) return ran.problems;
  const calm = timeless(run);
  const [set, kept] = [await play(calm), await play(unset(calm))];
  const first = set.sent.findIndex((sent, index) => sent !== kept.sent[index]);
  if (calm.steps.some((step) => step.do === "wall" && step.ms !== 0)) tally.reached.set("the clock set", 1);
  return first < 0 && set.sent.length === kept.sent.length
    ? [...set.problems, ...kept.problems]
    : [`with another hour of the day, request ${first < 0 ? set.sent.length : first} went out differently`];
}

class BrokenPromise extends Error {}

const property = (tally: Tally, isOver: () => boolean) =>
  fc.asyncProperty(anyRun, async (run) => {
    if (isOver()) return;
    const problems = await check(run, tally);
    if (problems.length > 0) throw new BrokenPromise(problems.join("; "));
  });

/** A failure as a person can play it again. */
function told({
  failed,
  seed,
  counterexamplePath,
  counterexample,
  errorInstance,
}: RunDetails<[Run]>): string[] {
  if (!failed) return [];
  const says =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  const run = JSON.stringify(counterexample?.[0]);
  return [`${says}\n    seed ${seed}, path ${counterexamplePath}, ${run}`];
}

async function runModel({ share, seed, long }: FaultOptions): Promise<FaultRow> {
  const wanted = long ? casesOfALongRun : Math.max(1, Math.round(casesOfARun * share));
  const tally: Tally = { cases: 0, undecided: 0, reached: new Map() };
  const problems: string[] = [];
  const state = { isOver: false };
  const stop = (): void => void (state.isOver = true);
  process.once("SIGINT", stop);
  for (let done = 0; done < wanted && problems.length === 0 && !state.isOver; done += batch) {
    const numRuns = Math.min(batch, wanted - done);
    // Each batch has a seed of its own, so that one that fails is found at once with --seed.
    const details = await fc.check(
      property(tally, () => state.isOver),
      { seed: seed + done, numRuns },
    );
    problems.push(...told(details));
    if (long) console.log(`  F9 ${tally.cases} of ${wanted}, from seed ${seed + done}`);
  }
  process.removeListener("SIGINT", stop);
  if (tally.cases >= enoughToReachAll)
    problems.push(
      ...mustBeReached.filter((what) => !tally.reached.has(what)).map((what) => `never got to: ${what}`),
    );
  const says = (what: RegExp): number => Number(problems.some((problem) => what.test(problem)));
  const { cases, undecided } = tally;
  const lost = says(/is gone|never made|is not;?$|by nobody|said not to be/m);
  return {
    ...spotless,
    fault: "F9",
    cases,
    lost,
    doubled: says(/was made \d+ times|went out again/),
    undecided,
    falseWords: says(/ says “/),
    seed,
    problems,
  };
}

/** The outbox as a model: everything that may happen, in any order, with a world that is made up. */
export const outboxModelFault: Fault = {
  id: "F9",
  title: "a model of people, line, disk and clocks in any order",
  run: runModel,
};
