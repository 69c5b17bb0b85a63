import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { pick, seeded } from "./kit/random.ts";
import type { Fault } from "./row.ts";
import {
  itemAt,
  memberOf,
  saves,
  startClinic,
  type ClinicBench,
  type ClinicDesk,
} from "./clinic/clinic-bench.ts";
import { actOn, judgeShared, settleAll } from "./clinic/people.ts";

const schedules = 120;
const longSchedules = 2_000;
/** Items that live through one schedule together, and how many things happen in it. */
const together = 2;
const steps = 40;

type World = {
  readonly bench: ClinicBench;
  readonly ids: readonly string[];
  readonly random: () => number;
};

/** A line goes or comes back: between a desk and the hub, a desk and the service, or the hub and its database. */
async function changeLine({ bench, random }: World): Promise<void> {
  const desk = pick(random, bench.desks);
  const line = random() < 0.5 ? desk.toHub : desk.toService;
  await line.refuse(random() < 0.55);
}

/** A person does something with an item, or a desk looks. */
async function act({ bench, ids, random }: World): Promise<void> {
  const desk: ClinicDesk = pick(random, bench.desks);
  const id = pick(random, ids);
  const at = desk.desk();
  const what = random();
  if (what < 0.25) return void (await at.ask("items.submit", { id, wait: true }));
  if (what < 0.45) return void (await at.ask("clinic.takeOver", { id }));
  if (what < 0.55) {
    const to = pick(random, bench.desks);
    if (to !== desk) await at.ask("clinic.handOver", { id, to: (await memberOf(to.desk())).self });
    return;
  }
  if (what < 0.8) {
    const item = await itemAt(desk, id);
    // A person who cannot ask the service decides nothing.
    if (item !== null && !(await isCutOff(desk))) await actOn(bench, desk, item);
    return;
  }
  if (what < 0.9) return void (await at.ask("connection.check", {}));
  await at.ask("clinic.look", {});
}

const isCutOff = async ({ desk }: ClinicDesk): Promise<boolean> =>
  (await desk().get("connection.check", {})).state !== "online";

async function runSchedule(bench: ClinicBench, seed: number): Promise<NamedVerdict> {
  const name = `schedule ${seed}`;
  const random = seeded(seed);
  try {
    const ids: string[] = [];
    for (let at = 0; at < together; at += 1)
      ids.push(await saves(pick(random, bench.desks), seed * 100 + at));
    const world = { bench, ids, random };
    for (let step = 0; step < steps; step += 1)
      await (random() < 0.35 ? changeLine(world) : Promise.all([act(world), act(world)]));
    for (const { toHub, toService } of bench.desks) {
      await toHub.refuse(false);
      await toService.refuse(false);
    }
    for (const desk of bench.desks) await desk.desk().ask("connection.check", {});
    const isSettled = await settleAll(bench, ids);
    return await judgeShared(bench, { name, ids, isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Lines between desks, hub and service go and come back, in seeded schedules, while people work on. */
export const partitionsFault: Fault = {
  id: "F16",
  title: "partitions between desks, hub and service, in seeded schedules",
  run: async ({ share, seed, long }) => {
    const bench = await startClinic({ count: 3 });
    try {
      const count = Math.max(1, Math.round((long ? longSchedules : schedules) * share));
      const verdicts: NamedVerdict[] = [];
      for (let at = 0; at < count; at += 1) verdicts.push(await runSchedule(bench, seed + at));
      return { fault: "F16", cases: verdicts.length * together, seed, ...addUp(verdicts) };
    } finally {
      await bench.close();
    }
  },
};
