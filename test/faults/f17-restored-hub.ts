import { join } from "node:path";
import { replicaOf } from "../hub/support/replica.ts";
import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import {
  memberOf,
  onGround,
  saves,
  startClinic,
  type ClinicBench,
  type ClinicDesk,
  type Ground,
} from "./clinic/clinic-bench.ts";
import { judgeShared, settleAll } from "./clinic/people.ts";

type Two = { readonly one: ClinicDesk; readonly two: ClinicDesk };
type Act = (two: Two, id: string) => Promise<unknown>;

const look: Act = async ({ one, two }) => {
  await one.desk().get("clinic.look", {});
  await two.desk().get("clinic.look", {});
};
const handOver: Act = async ({ one, two }, id) =>
  one.desk().ask("clinic.handOver", { id, to: (await memberOf(two.desk())).self });
const takeOver: Act = ({ two }, id) => two.desk().ask("clinic.takeOver", { id });
const sendAt =
  (at: keyof Two): Act =>
  (two, id) =>
    two[at].desk().ask("items.submit", { id, wait: true });
const again: Act = async ({ two }, id) => {
  const { claims } = await two.desk().get("clinic.claims", { ids: [id] });
  const attempts = claims[0]?.attempts.map((attempt) => attempt.id) ?? [];
  const shown = { attempts, historyIncomplete: claims[0]?.blocked === "history-incomplete" };
  await two.desk().ask("items.decide", { id, decision: "again", shown });
};

/** Ways of an item between two desks, step by step; the hub is put back to before any of them. */
const lives: Readonly<Record<string, readonly Act[]>> = {
  "sent by its maker": [look, sendAt("one"), look],
  "handed over and sent": [look, handOver, look, sendAt("two"), look],
  "taken over and booked again": [look, takeOver, again, look],
  "taken over, and let be": [look, takeOver, look],
};

type Case = {
  readonly name: string;
  readonly life: readonly Act[];
  readonly moment: number;
  readonly isReplica: boolean;
};
const cases: readonly Case[] = Object.entries(lives).flatMap(([title, life]) =>
  life.flatMap((_act, moment) =>
    [false, true].map((isReplica) => ({
      name: `${title}, ${isReplica ? "a replica of" : "back to"} step ${moment}`,
      life,
      moment,
      isReplica,
    })),
  ),
);

let number = 0;

type Place = { readonly bench: ClinicBench; readonly ground: Ground };

/** A backup of that moment takes the database's place, or a replica that heard nothing since is promoted. */
async function goBack({ bench, ground }: Place, isReplica: boolean): Promise<() => Promise<void>> {
  if (!isReplica) {
    const copy = await bench.snapshot();
    return () => bench.restartHub(copy);
  }
  const replica = await replicaOf(
    ground.database,
    ground.folder,
    join(ground.folder, `replica-${(number += 1)}`),
  );
  await replica.caughtUp();
  await replica.cutOff();
  return async () => {
    await bench.endHub();
    await replica.promote();
    await bench.restartOn(replica);
  };
}

async function runCase(place: Place, { name, life, moment, isReplica }: Case): Promise<NamedVerdict> {
  const { bench } = place;
  const [one, two] = bench.desks;
  if (one === undefined || two === undefined) throw new RangeError("desks");
  try {
    const id = await saves(one, (number += 1));
    let restore = (): Promise<void> => Promise.resolve();
    for (const [at, act] of life.entries()) {
      if (at === moment) restore = await goBack(place, isReplica);
      await act({ one, two }, id);
    }
    await restore();
    const isSettled = await settleAll(bench, [id]);
    return await judgeShared(bench, { name, ids: [id], isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Copies of one clinic's database come one after the other; a replica that was promoted ends its clinic. */
export const restoredHubFault: Fault = {
  id: "F17",
  title: "the hub's database is put back to any earlier moment, or a replica that lags is promoted",
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const verdicts: NamedVerdict[] = [];
    const run = (some: readonly Case[]): Promise<void> =>
      onGround(async (ground) => {
        const bench = await startClinic({ ground, count: 2, seed });
        try {
          for (const one of some) verdicts.push(await runCase({ bench, ground }, one));
        } finally {
          await bench.close();
        }
      });
    const restored = chosen.filter(({ isReplica }) => !isReplica);
    if (restored.length > 0) await run(restored);
    // What was promoted ends its clinic, and its server.
    for (const one of chosen.filter(({ isReplica }) => isReplica)) await run([one]);
    return { fault: "F17", cases: verdicts.length, seed, ...addUp(verdicts) };
  },
};
