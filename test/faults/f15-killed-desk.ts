import { tracePoints, type TracePoint } from "../../main/platform/ports.ts";
import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import { onGround, saves, startClinic, type ClinicBench, type Ground } from "./clinic/clinic-bench.ts";
import { judgeShared, settleAll } from "./clinic/people.ts";

/** What is killed while a shared booking is sent, and whether another desk goes on before it comes back. */
const killed = ["desk", "database", "desk and database"] as const;
const points = tracePoints.filter((point) => point !== "saved" && point !== "submitted" && point !== "told");
type Case = {
  readonly what: (typeof killed)[number];
  readonly point: TracePoint;
  readonly isTakenOver: boolean;
};
const cases: readonly Case[] = killed.flatMap((what) =>
  points.flatMap((point) => [true, false].map((isTakenOver) => ({ what, point, isTakenOver }))),
);

let number = 0;

type Place = { readonly bench: ClinicBench; readonly ground: Ground };

async function runCase({ bench, ground }: Place, { what, point, isTakenOver }: Case): Promise<NamedVerdict> {
  const name = `${what} at ${point}${isTakenOver ? ", then taken over" : ""}`;
  const [one, two] = bench.desks;
  if (one === undefined || two === undefined) throw new RangeError("desks");
  try {
    await one.start();
    const id = await saves(one, (number += 1));
    await one.desk().get("clinic.look", {});
    await two.desk().get("clinic.look", {});
    await one.process().stopAt(point);
    const answer = one
      .desk()
      .ask("items.submit", { id, wait: true })
      .catch(() => null);
    await one.process().standsStill();
    if (what !== "desk") process.kill(ground.database.pid() ?? 0, "SIGKILL");
    if (what === "database") one.process().goOn();
    else await one.end();
    await answer;
    const ids = [id];
    // Its desk is gone, and the others know: then they go on without it.
    if (isTakenOver && !one.isOpen()) await settleAll(bench, ids);
    await one.start();
    const isSettled = await settleAll(bench, ids);
    return await judgeShared(bench, { name, ids, isSettled });
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** SIGKILL of a desk or of the hub's database at each point of sending what several desks share. */
export const killedDeskFault: Fault = {
  id: "F15",
  title: "SIGKILL of a desk or the hub's database while a shared booking is sent",
  run: ({ share, seed }) =>
    onGround(async (ground) => {
      const bench = await startClinic({ ground, count: 2, seed, isApart: true });
      try {
        const verdicts: NamedVerdict[] = [];
        for (const one of takeShare(cases, share)) verdicts.push(await runCase({ bench, ground }, one));
        return { fault: "F15", cases: verdicts.length, seed: null, ...addUp(verdicts) };
      } finally {
        await bench.close();
      }
    }),
};
