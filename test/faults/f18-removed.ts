import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import {
  joinClinic,
  memberOf,
  onGround,
  saves,
  startClinic,
  type ClinicBench,
  type ClinicDesk,
  type Ground,
} from "./clinic/clinic-bench.ts";
import { judgeShared, settleAll } from "./clinic/people.ts";

/** What the removed desk was doing, and what it does when it comes back with what it had. */
const whens = ["holding", "cut off", "sending", "closed"] as const;
const afterwards = ["tries to send", "leaves and joins again", "stays away"] as const;
type Case = { readonly when: (typeof whens)[number]; readonly after: (typeof afterwards)[number] };
const cases: readonly Case[] = whens.flatMap((when) => afterwards.map((after) => ({ when, after })));

let number = 0;

async function remove(one: ClinicDesk, self: string): Promise<void> {
  await one.desk().get("clinic.removeDesk", { desk: self, lost: false });
}

async function runCase(ground: Ground, seed: number, { when, after }: Case): Promise<NamedVerdict> {
  const name = `${when}, ${after}`;
  const bench: ClinicBench = await startClinic({ ground, count: 3, seed });
  try {
    const [one, two] = bench.desks;
    if (one === undefined || two === undefined) throw new RangeError("desks");
    const id = await saves(two, (number += 1));
    for (const { desk } of bench.desks) await desk().get("clinic.look", {});
    const { self } = await memberOf(two.desk());
    if (when === "closed") await two.end();
    if (when === "cut off") await two.toHub.refuse(true);
    const sending =
      when === "sending" ? two.desk().ask("items.submit", { id, wait: true }) : Promise.resolve();
    await remove(one, self);
    await sending;
    await one.desk().ask("clinic.takeOver", { id });
    if (when === "closed") await two.start();
    if (when !== "cut off" || after !== "tries to send") await two.toHub.refuse(false);
    await two.desk().ask("items.submit", { id, wait: true });
    await two.desk().ask("clinic.takeOver", { id });
    await two.toHub.refuse(false);
    await two.desk().ask("clinic.look", {});
    if (after === "leaves and joins again") {
      await two.desk().get("clinic.leave", {});
      await joinClinic(two, one);
    }
    if (after === "stays away") await two.end();
    // Who is refused shows what it had; the clinic is those who are left.
    const left = { ...bench, desks: bench.desks.filter((desk) => desk !== two || after !== "tries to send") };
    const isSettled = await settleAll(left, [id]);
    return await judgeShared(left, { name, ids: [id], isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await bench.close();
  }
}

/** A desk is removed, whatever it was doing, and comes back with what it had. */
export const removedFault: Fault = {
  id: "F18",
  title: "a removed desk comes back with what it had",
  run: ({ share, seed }) =>
    onGround(async (ground) => {
      const verdicts: NamedVerdict[] = [];
      for (const one of takeShare(cases, share)) verdicts.push(await runCase(ground, seed, one));
      return { fault: "F18", cases: verdicts.length, seed, ...addUp(verdicts) };
    }),
};
