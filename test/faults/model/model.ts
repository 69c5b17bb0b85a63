import { boot, endProcess, endRequest, startWorld } from "./life.ts";
import { perform, signIn } from "./perform.ts";
import { broken, savedForLater, unfinished, wentByItself } from "./promises.ts";
import type { Run } from "./steps.ts";
import { accounts, stored, type World } from "./world.ts";

/** Long enough for every answer that is known beforehand, in milliseconds. */
const restFor = 400;

/** Lets what is under way come to rest; a process that ended is started again. */
async function rest(world: World): Promise<void> {
  await world.clock.advance(restFor);
  while (!world.desk.isAlive()) {
    endProcess(world, world.last?.carried ?? 0);
    await boot(world);
    await world.clock.advance(restFor);
  }
}

const isQuiet = (world: World): boolean =>
  world.service.open().length === 0 &&
  [...world.known.values()].every(({ id, accountId }) => {
    const item = accountId === world.account?.accountId ? stored(world, id) : null;
    return item?.status !== "sending" && item?.status !== "ready";
  });

const drainWaits = [1_000, 5_000, 61_000, 61_000, 61_000, 900_000, 61_000, 61_000] as const;

/** The line is good, the disk has room and every account signs in: whatever can be sent is. */
async function drain(world: World): Promise<void> {
  Object.assign(world, { line: "up", script: [], usual: { fate: "ok" }, last: null });
  Object.assign(world.disk, { skip: 0, fail: 0 });
  world.service.lateOnes();
  for (const request of world.service.open()) endRequest(world, request, { fate: "ok" });
  await rest(world);
  for (const account of accounts) {
    signIn(world, account);
    world.desk.engine.pause(false);
    for (const wait of drainWaits) {
      await world.clock.advance(wait);
      if (isQuiet(world)) break;
    }
  }
}

/** After all is done, time alone sends nothing. */
async function idle(world: World): Promise<string[]> {
  const before = world.sent.length;
  await world.clock.advance(600_000);
  return world.sent.length === before
    ? []
    : [`${world.sent.length - before} requests went out after the end`];
}

export type Ran = {
  readonly problems: readonly string[];
  readonly undecided: number;
  readonly reached: ReadonlyMap<string, number>;
  /** Every request as it went out: measured time, key and body. */
  readonly sent: readonly string[];
};

const ran = (world: World, problems: readonly string[]): Ran => ({
  problems,
  undecided: [...world.known.keys()].filter((id) => stored(world, id)?.status === "needs-checking").length,
  reached: world.reached,
  sent: world.sent,
});

/** Plays a run to its end, or to the first promise that is broken. */
export async function play({ steps, ...options }: Run): Promise<Ran> {
  const world = await startWorld(options);
  try {
    return await playedIn(world, steps);
  } finally {
    // Its memory is not of the heap: left to the collector, it grows by gigabytes.
    world.store.close();
  }
}

async function playedIn(world: World, steps: Run["steps"]): Promise<Ran> {
  signIn(world, accounts[0]);
  await rest(world);
  for (const [index, step] of steps.entries()) {
    await perform(world, step);
    await rest(world);
    const problems = [...world.problems, ...broken(world)];
    if (problems.length > 0)
      return ran(
        world,
        problems.map((says) => `after step ${index + 1}: ${says}`),
      );
  }
  const later = savedForLater(world);
  await drain(world);
  const found = [
    ...world.problems,
    ...broken(world),
    ...unfinished(world),
    ...wentByItself(world, later),
    ...(await idle(world)),
  ];
  return ran(world, found.length > 0 ? found : [...world.problems, ...broken(world)]);
}
