import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { pick, seeded } from "./kit/random.ts";
import type { Cut, FaultProxy } from "./line/proxy.ts";
import type { Fault } from "./row.ts";
import {
  itemAt,
  memberOf,
  onGround,
  saves,
  startClinic,
  type ClinicBench,
  type ClinicDesk,
  type Ground,
} from "./clinic/clinic-bench.ts";
import { actOn, judgeShared, settleAll } from "./clinic/people.ts";

const schedules = 120;
const longSchedules = 4_000;
/** Items that live through one schedule together, and how many things happen in it. */
const together = 2;
const steps = 40;
/** How often a request of a schedule is cut in the middle, and how long a person waits at most, in milliseconds. */
const cutRate = 0.04;
const longestWait = 60_000;
const cuts: readonly Cut[] = (["before-forward", "after-commit", "mid-response-body"] as const).flatMap(
  (at) => (["reset", "close"] as const).map((how) => ({ at, how })),
);

type World = {
  readonly bench: ClinicBench;
  readonly ids: readonly string[];
  readonly random: () => number;
};

/** A line goes or comes back, between a desk and the hub or a desk and the service. */
async function changeLine({ bench, random }: World): Promise<void> {
  const desk = pick(random, bench.desks);
  const line = random() < 0.5 ? desk.toHub : desk.toService;
  await line.refuse(random() < 0.55);
}

/** A person does something with an item, or a desk looks, or time passes. */
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
  if (what < 0.75) {
    const item = await itemAt(desk, id);
    // A person who cannot ask the service decides nothing.
    if (item !== null && !(await isCutOff(desk))) await actOn(bench, desk, item);
    return;
  }
  if (what < 0.85) return void (await at.ask("connection.check", {}));
  if (what < 0.95) return void (await at.ask("clinic.look", {}));
  await bench.time.pass(random() * longestWait);
}

const isCutOff = async ({ desk }: ClinicDesk): Promise<boolean> =>
  (await desk().get("connection.check", {})).state !== "online";

const eachLine = ({ desks }: ClinicBench): readonly FaultProxy[] =>
  desks.flatMap(({ toHub, toService }) => [toHub, toService]);

async function runSchedule(ground: Ground, seed: number): Promise<NamedVerdict> {
  const name = `schedule ${seed}`;
  const random = seeded(seed);
  const bench = await startClinic({ ground, count: 3, seed });
  try {
    const ids: string[] = [];
    for (let at = 0; at < together; at += 1) ids.push(await saves(pick(random, bench.desks), at));
    const world = { bench, ids, random };
    for (const line of eachLine(bench))
      line.follow({ request: () => (random() < cutRate ? pick(random, cuts) : null) });
    for (let step = 0; step < steps; step += 1)
      await (random() < 0.35 ? changeLine(world) : Promise.all([act(world), act(world)]));
    for (const line of eachLine(bench)) {
      line.follow({});
      await line.refuse(false);
    }
    for (const desk of bench.desks) await desk.desk().ask("connection.check", {});
    const isSettled = await settleAll(bench, ids);
    return await judgeShared(bench, { name, ids, isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await bench.close();
  }
}

/**
 * What was seen once, on 2026-11-27: two desks mark a booking as booked while each is cut off, take it from each other before
 * anybody hears of that, and the third one never learns of it.
 */
async function runStory(ground: Ground, seed: number): Promise<NamedVerdict> {
  const name = "marked as booked at two desks that nobody hears";
  const bench = await startClinic({ ground, count: 3, seed });
  try {
    const [one, two] = bench.desks;
    if (one === undefined || two === undefined) throw new RangeError("desks");
    const allLook = async (): Promise<void> => {
      for (const { desk } of bench.desks) await desk().get("clinic.look", {});
    };
    const id = await saves(one, 1);
    await allLook();
    const unheard: Cut = { at: "after-commit", how: "reset" };
    one.toService.follow({ request: ({ method }) => (method === "POST" ? unheard : null) });
    await one.desk().get("items.submit", { id, wait: true });
    one.toService.follow({});
    await allLook();
    for (const [marks, takes] of [
      [one, two],
      [two, one],
    ] as const) {
      await marks.toHub.refuse(true);
      await marks.desk().get("items.decide", { id, decision: "booked" });
      await takes.desk().get("clinic.takeOver", { id });
      await marks.toHub.refuse(false);
      await marks.desk().get("clinic.look", {});
    }
    const isSettled = await settleAll(bench, [id]);
    return await judgeShared(bench, { name, ids: [id], isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await bench.close();
  }
}

/** Lines between desks, hub and service go and come back, in seeded schedules, while people work on. */
export const partitionsFault: Fault = {
  id: "F16",
  title: "partitions between desks, hub and service, in seeded schedules",
  run: ({ share, seed, long }) =>
    onGround(async (ground) => {
      const count = Math.max(1, Math.round((long ? longSchedules : schedules) * share));
      const verdicts: NamedVerdict[] = [await runStory(ground, seed)];
      // Each follows its own number: it is the first schedule of a run with that seed.
      for (let at = 0; at < count; at += 1) verdicts.push(await runSchedule(ground, seed + at));
      return { fault: "F16", cases: 1 + count * together, seed, ...addUp(verdicts) };
    }),
};
