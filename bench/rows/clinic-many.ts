import { setTimeout as wait } from "node:timers/promises";
import { now, startCrowd, type Crowd } from "../clinic/crowd.ts";
import { startPlace, type HubPlace } from "../clinic/place.ts";
import { clinicOf, newId, recordOf, type TestDesk } from "../../test/hub/support/desk.ts";
import {
  atMost,
  check,
  single,
  statsOf,
  type Check,
  type Context,
  type Line,
  type Result,
  type Row,
} from "../harness.ts";

/**
 * 200 desks of one clinic, then a thousand clinics of five desks beside it, on one hub: a process of its own over a real PostgreSQL with
 * ten connections. All desks are simulated (bench/clinic/crowd.ts), each with a stream on a socket of its own and a look each half
 * minute. One changes something, by a signed push, and the others of its clinic read it. Timed: from before the push until each of
 * them has read it. Right: each has read each push, once.
 */

const largest = 200;
const each = 5;
/** Changes before what is measured. */
const warm = 10;
/** Milliseconds from one change to the next. */
const apart = 500;

type Told = { readonly clinic: string; readonly number: number; readonly at: number; readonly took: number };

async function change(desk: TestDesk): Promise<Told> {
  const at = now();
  const { entry, ciphertext } = recordOf(newId());
  const { failure, value } = await desk.push([entry], [ciphertext]);
  if (failure !== null) throw new Error(failure.code);
  return { clinic: desk.clinic, number: value.number, at, took: now() - at };
}

/** At steady times, however long each takes. */
async function changes(desks: readonly TestDesk[], count: number): Promise<readonly Told[]> {
  const told: Promise<Told>[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const desk = desks[(turn * 7) % desks.length];
    if (desk !== undefined) told.push(change(desk));
    await wait(apart);
  }
  return Promise.all(told);
}

type Part = { readonly lines: readonly Line[]; readonly checks: readonly Check[]; readonly memory: number };

async function part(
  {
    place,
    crowd,
    desks,
    pushing,
  }: {
    readonly place: HubPlace;
    readonly crowd: Crowd;
    readonly desks: readonly TestDesk[];
    readonly pushing: readonly TestDesk[];
  },
  { what, count }: { readonly what: string; readonly count: number },
): Promise<Part> {
  await crowd.listen(
    desks.map(({ clinic, credential, head }) => ({ clinic, credential, after: head.number })),
  );
  // What is made once, at the first of them.
  await changes(pushing, warm);
  await wait(1_000);
  await crowd.seen();
  const before = { ...(await place.use()), database: place.databaseCpu(), at: now() };
  const told = await changes(pushing, count);
  await wait(3_000);
  const { seen, pages } = await crowd.seen();
  const after = { ...(await place.use()), database: place.databaseCpu(), at: now() };
  const byPush = new Map(told.map((one) => [`${one.clinic} ${one.number}`, one]));
  const delays = seen.flatMap(([member, number, at]) => {
    const push = byPush.get(`${desks[member]?.clinic ?? ""} ${number}`);
    return push === undefined ? [] : [at - push.at];
  });
  const wanted = told.reduce(
    (sum, { clinic }) => sum + desks.filter((desk) => desk.clinic === clinic).length,
    0,
  );
  const seconds = (after.at - before.at) / 1_000;
  const stats = statsOf(delays);
  return {
    memory: after.memory,
    lines: [
      {
        what: `${what}: a change is at the other desks`,
        unit: "ms",
        ours: stats,
        peers: [],
        goals: [atMost("p95 < 300 ms", stats.p95, 300)],
      },
      {
        what: `${what}: until a push is answered`,
        unit: "ms",
        ours: statsOf(told.map(({ took }) => took)),
        peers: [],
        goals: [],
      },
      {
        what: `${what}: requests`,
        unit: "per s",
        ours: single((pages + told.length) / seconds),
        peers: [],
        goals: [],
      },
      {
        what: `${what}: CPU of the hub a second, of PostgreSQL beside it`,
        unit: "ms",
        ours: single((after.cpu - before.cpu) / seconds),
        peers: [{ name: "PostgreSQL", stats: single((after.database - before.database) / seconds) }],
        goals: [],
      },
      {
        what: `${what}: memory of the hub at the end, at the beginning beside it`,
        unit: "MB",
        ours: single(after.memory / 2 ** 20),
        peers: [{ name: "before the changes", stats: single(before.memory / 2 ** 20) }],
        goals: [atMost("≤ 1.2 ×", after.memory / before.memory, 1.2)],
      },
    ],
    checks: [
      check(
        `${what}: pushes read at desks, of those that were to be`,
        `${delays.length} of ${wanted}`,
        delays.length === wanted,
      ),
    ],
  };
}

/** So many clinics at a time are being made. */
const atOnce = 8;

async function clinics(place: HubPlace, count: number): Promise<readonly TestDesk[]> {
  const all: TestDesk[] = [];
  let next = 0;
  const some = async (): Promise<void> => {
    while (next++ < count) all.push(...(await clinicOf(place.address, await place.newToken(), each)));
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  return all;
}

async function run(context: Context): Promise<Result> {
  const count = Math.max(5, Math.round(context.sizes.rounds / 10));
  const many = Math.min(1_000, context.sizes.rounds * 2);
  const place = await startPlace(context.directory);
  const crowds = [startCrowd(place.address), startCrowd(place.address)] as const;
  try {
    const one = await clinicOf(place.address, await place.newToken(), largest);
    context.progress(0.1, `${largest} desks of one clinic`);
    const first = await part(
      { place, crowd: crowds[0], desks: one, pushing: one.slice(0, 50) },
      { what: `${largest} desks of one clinic`, count },
    );
    crowds[0].close();
    context.progress(0.3, `${many} clinics are made`);
    const all = await clinics(place, many);
    context.progress(0.7, `${many} clinics`);
    // One clinic in twenty is at work.
    const second = await part(
      { place, crowd: crowds[1], desks: all, pushing: all.filter((_desk, at) => at % (each * 20) === 0) },
      { what: `${many} clinics of ${each} desks`, count },
    );
    return { lines: [...first.lines, ...second.lines], checks: [...first.checks, ...second.checks] };
  } finally {
    for (const crowd of crowds) crowd.close();
    await place.close();
  }
}

export const row: Row = {
  id: "clinic-many",
  title: "20. Many desks, and many clinics, on one hub",
  goal: "memory of the hub flat, and a change at the others in 300 ms at p95",
  minutes: 3,
  run,
};
