// node test/hub/measure-desks.ts [desks]: how soon what is saved at one desk is at another, with so many desks of one clinic
// without their windows, their hub and its database on this computer. docs/clinic.md has what it said.
import { loadavg } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { itemAt, saves, startClinic } from "../faults/clinic/clinic-bench.ts";

const count = Number(process.argv[2] ?? 8);
const times = 60;

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;

const bench = await startClinic({ count, speed: 1, isDirect: true });
try {
  const [one] = bench.desks;
  const last = bench.desks.at(-1);
  if (one === undefined || last === undefined) throw new RangeError("desks");
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const begun = performance.now();
    const id = await saves(one, at);
    while ((await itemAt(last, id)) === null) await delay(2);
    taken.push(performance.now() - begun);
  }
  const [half, most] = [percentile(taken, 0.5), percentile(taken, 0.95)];
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`${count} desks: ${half.toFixed(0)} ms, p95 ${most.toFixed(0)} ms (load ${load})`);
} finally {
  await bench.close();
}
