import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import type { Cut } from "./line/proxy.ts";
import { takeShare, type Fault } from "./row.ts";
import {
  memberOf,
  onGround,
  saves,
  startClinic,
  type ClinicBench,
  type ClinicDesk,
} from "./clinic/clinic-bench.ts";
import { judgeShared, settleAll } from "./clinic/people.ts";

/** Where the word to the hub, or its answer, is cut. */
const cuts: readonly Cut[] = [
  { at: "mid-request-head", how: "reset" },
  { at: "before-forward", how: "reset" },
  { at: "before-forward", how: "close" },
  { at: "after-commit", how: "reset" },
  { at: "after-commit", how: "close" },
  { at: "mid-response-body", how: "reset" },
];

type Two = { readonly one: ClinicDesk; readonly two: ClinicDesk };
/** One thing that a desk asks of the hub; the next word of that desk is cut. */
type Step = {
  readonly name: string;
  readonly cutAt: keyof Two;
  readonly run: (two: Two, id: string) => Promise<unknown>;
};

const steps: readonly Step[] = [
  { name: "share", cutAt: "one", run: ({ one }) => one.desk().ask("clinic.look", {}) },
  {
    name: "confirm",
    cutAt: "one",
    run: ({ one }, id) => one.desk().ask("items.submit", { id, wait: true }),
  },
  {
    name: "hand over",
    cutAt: "one",
    run: async ({ one, two }, id) =>
      one.desk().ask("clinic.handOver", { id, to: (await memberOf(two.desk())).self }),
  },
  { name: "take over", cutAt: "two", run: ({ two }, id) => two.desk().ask("clinic.takeOver", { id }) },
  {
    name: "take over while it is sent",
    cutAt: "two",
    run: ({ one, two }, id) =>
      Promise.all([
        one.desk().ask("items.submit", { id, wait: true }),
        two.desk().ask("clinic.takeOver", { id }),
      ]),
  },
  { name: "discard", cutAt: "one", run: ({ one }, id) => one.desk().ask("items.discard", { id }) },
];

const isPush = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === "POST" && path.endsWith("/log");

type Case = { readonly name: string; readonly step: Step; readonly cut: Cut; readonly nth: number };
const cases: readonly Case[] = steps.flatMap((step) =>
  cuts.flatMap((cut) =>
    [1, 2].map((nth) => ({
      name: `${step.name}, word ${nth} ${cut.at}${"how" in cut ? ` ${cut.how}` : ""}`,
      step,
      cut,
      nth,
    })),
  ),
);

let number = 0;

async function runCase(bench: ClinicBench, { name, step, cut, nth }: Case): Promise<NamedVerdict> {
  const [one, two] = bench.desks;
  if (one === undefined || two === undefined) throw new RangeError("desks");
  number += 1;
  const { toHub } = step.cutAt === "one" ? one : two;
  const isFirst = step.name === "share";
  let words = 0;
  const arm = (): void =>
    toHub.follow({
      request: (seen) => {
        if (!isPush(seen)) return null;
        words += 1;
        return words === nth ? cut : null;
      },
    });
  try {
    if (isFirst) arm();
    const id = await saves(one, number);
    if (!isFirst) {
      for (const desk of [one, two]) await desk.desk().get("clinic.look", {});
      arm();
    }
    await step.run({ one, two }, id);
    toHub.follow({});
    const isSettled = await settleAll(bench, [id]);
    return await judgeShared(bench, { name, ids: [id], isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    toHub.follow({});
  }
}

/** The line between a desk and the hub is cut in each word by which several desks agree who may send. */
export const sharedFault: Fault = {
  id: "F14",
  title: "the line to the hub is cut at each step of sharing, asking, handing over and taking over",
  run: ({ share, seed }) =>
    onGround(async (ground) => {
      const bench = await startClinic({ ground, count: 2, seed });
      try {
        const verdicts: NamedVerdict[] = [];
        for (const one of takeShare(cases, share)) verdicts.push(await runCase(bench, one));
        return { fault: "F14", cases: verdicts.length, seed, ...addUp(verdicts) };
      } finally {
        await bench.close();
      }
    }),
};
