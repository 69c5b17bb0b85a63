import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import {
  itemAt,
  joinClinic,
  memberOf,
  onGround,
  saves,
  startClinic,
  type Ground,
} from "./clinic/clinic-bench.ts";
import { lies, lyingHub, type Lie } from "./clinic/lying-hub.ts";
import { judgeShared } from "./clinic/people.ts";

let number = 0;

/** The second desk hears a hub that lies; the first one an honest one. */
async function runLie(ground: Ground, seed: number, lie: Lie): Promise<NamedVerdict> {
  const { name } = lie;
  const bench = await startClinic({ ground, count: 1, spare: 1, seed });
  const [one, two] = bench.desks;
  if (one === undefined || two === undefined) throw new RangeError("desks");
  const liar = await lyingHub(bench.hubAddress);
  two.toHub.aim(Number(new URL(liar.url).port));
  try {
    await joinClinic(two, one);
    const ids: string[] = [];
    for (let at = 0; at < 3; at += 1) ids.push(await saves(one, (number += 1)));
    await one.desk().get("clinic.look", {});
    await two.desk().get("clinic.look", {});
    const before = await Promise.all(ids.map((id) => itemAt(two, id)));
    liar.tell(lie);
    for (let at = 0; at < 2; at += 1) {
      ids.push(await saves(one, (number += 1)));
      await one.desk().get("clinic.look", {});
    }
    // A ring comes, which has what it is sealed in as a record has.
    await one.desk().get("clinic.makeSheet", {});
    const [held] = ids;
    // What the liar's desk takes over by a person may go out twice; nothing goes out from it by itself.
    await two.desk().ask("items.submit", { id: String(held), wait: true });
    await one.desk().ask("items.submit", { id: String(held), wait: true });
    await two.desk().ask("clinic.takeOver", { id: String(ids[1]) });
    const isNoticed =
      lie.noticed === null ||
      (await two.until(async () => {
        await two.desk().get("clinic.look", {});
        return (await memberOf(two.desk())).line === "stopped";
      }, 150_000));
    const after = await Promise.all(ids.slice(0, 3).map((id) => itemAt(two, id)));
    const isKept = before.every((item, at) => item !== null && after[at] !== null);
    const honest = { ...bench, desks: [one] };
    const verdict = await judgeShared(honest, { name, ids, isSettled: true });
    return {
      ...verdict,
      lost: verdict.lost + (isKept ? 0 : 1),
      problems: [...verdict.problems, ...(isNoticed ? [] : ["is not noticed"])],
    };
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    liar.tell(null);
    await bench.close();
    await liar.close();
  }
}

/** A hub that lies is noticed by name, and makes no second automatic sender. */
export const lyingHubFault: Fault = {
  id: "F20",
  title: "a hub that lies: what it shows is noticed, and nothing goes out twice by itself",
  run: ({ share, seed }) =>
    onGround(async (ground) => {
      const verdicts: NamedVerdict[] = [];
      for (const lie of takeShare(lies, share)) verdicts.push(await runLie(ground, seed, lie));
      return { fault: "F20", cases: verdicts.length, seed, ...addUp(verdicts) };
    }),
};
