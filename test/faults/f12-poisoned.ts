import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Item } from "../../shared/outbox/item.ts";
import { bookingNumbered, patientNumbered, runEach, startBench, type Bench } from "./kit/bench.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import type { Cut, Seen } from "./line/proxy.ts";
import { randomCuts } from "./line/random-cuts.ts";
import { pick, seeded } from "./kit/random.ts";
import type { Fault } from "./row.ts";

const runs = 100;
const drafts = 500;
/** In a share of less than a run in fifty, so that `npm test` comes by in time. */
const fewDrafts = 150;
const flaky = 0.3;
/** Milliseconds of the desk's clock that a request takes: a service that answers at once would hide how often it is asked. */
const travel = 500;
const mostInFlight = 4;
/** Requests under way, a probe beside them, and those that the other side has not seen end yet. */
const mostConnections = 8;
/** Seconds of the desk's clock without a service, and the most connections that it may try in them. */
const outage = { seconds: 60, mostTries: 20 };

/** Milliseconds of the desk's clock between two looks at what is left, and how many looks there are at most. */
const betweenLooks = 10_000;
const mostLooks = 1_000;

type Poison = { readonly id: string; readonly key: string; readonly status: number };

/** Saves the drafts while the service is away: patients, their bookings, and bookings for a known number. */
async function typeDrafts(bench: Bench, random: () => number, count: number): Promise<string[]> {
  const desk = bench.desk();
  const ids: string[] = [];
  const recordIds: string[] = [];
  const typeOne = async (number: number): Promise<void> => {
    const kind = random();
    const known = recordIds.length === 0 || kind > 0.7 ? null : pick(random, recordIds);
    const content =
      kind < 0.4
        ? patientNumbered(number)
        : bookingNumbered(number, known === null ? {} : { patient: { kind: "known", id: known } });
    const id = await bench.save(content);
    const item = await desk.get("items.submit", { id, wait: true });
    if (item.kind === "patient" && item.patientRecordId !== null) recordIds.push(item.patientRecordId);
    ids.push(id);
  };
  for (let number = 0; number < count; number += 1) await typeOne(number);
  return ids;
}

/** One draft that the service always refuses, or always fails at. */
async function choosePoison(bench: Bench, random: () => number): Promise<Poison> {
  const ready = (await bench.items()).filter(({ status }) => status === "ready");
  const item: Item = pick(random, ready);
  return { id: item.id, key: item.idempotencyKey, status: random() < 0.5 ? 422 : 500 };
}

function poisoned({ status }: Poison): Cut {
  const body = JSON.stringify({ message: "No." });
  const bytes = `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  return { at: "before-forward", how: "answer", answer: { bytes, broken: false } };
}

/** Nothing answers for a while: the desk asks now and then, not all the time. */
async function judgeOutage({ proxy, pass }: Bench): Promise<string[]> {
  const before = proxy.connections();
  await pass(outage.seconds * 1_000);
  const tries = proxy.connections() - before;
  return tries <= outage.mostTries
    ? []
    : [`tried ${tries} connections in ${outage.seconds} seconds without a service`];
}

/** Every item but the poisoned one, and the bookings that wait for it, came to its end. */
function judgeEnds(items: readonly Item[], poison: Poison): string[] {
  const sick = items.find(({ id }) => id === poison.id);
  const record = sick?.kind === "patient" ? sick.patientRecordId : null;
  const waitsForSick = (item: Item): boolean =>
    item.kind === "booking" && item.form.patient?.kind === "known" && item.form.patient.id === record;
  return items
    .filter((item) => item.id !== poison.id && !waitsForSick(item))
    .filter(({ status }) => status !== "done" && status !== "needs-checking")
    .map((item) => `${item.kind} ${item.id} ended as ${item.status}`);
}

/** Waits until nothing is on its way but the poisoned item; false when that took hours of the desk's clock. */
async function healthyAreSent(bench: Bench, poison: Poison): Promise<boolean> {
  for (let look = 0; look < mostLooks; look += 1) {
    const unsent = await bench.listed(["ready", "sending"]);
    if (unsent.every(({ id }) => id === poison.id)) return true;
    await bench.pass(betweenLooks);
  }
  return false;
}

async function runOnce(seed: number, count: number): Promise<NamedVerdict> {
  const random = seeded(seed);
  const bench = await startBench({ seed, travel });
  try {
    const { proxy } = bench;
    proxy.follow({ connection: () => "reset" });
    proxy.dropConnections("reset");
    await typeDrafts(bench, random, count);
    const poison = await choosePoison(bench, random);
    const problems = await judgeOutage(bench);
    const cuts = randomCuts({ random, probability: flaky });
    proxy.forget();
    const request = (seen: Seen): Cut | null =>
      seen.idempotencyKey === poison.key ? poisoned(poison) : (cuts.request?.(seen) ?? null);
    proxy.follow({ request });
    if (!(await healthyAreSent(bench, poison))) problems.push("did not come to rest");
    problems.push(...judgeEnds(await bench.items(), poison));
    if (proxy.mostInFlight() > mostInFlight)
      problems.push(`${proxy.mostInFlight()} requests were under way at once`);
    if (proxy.mostConnections() > mostConnections)
      problems.push(`${proxy.mostConnections()} connections were open at once`);
    const verdict = await bench.verdict();
    return {
      ...verdict,
      problems: [...problems, ...verdict.problems],
      name: `seed ${seed}, poison ${poison.status}`,
    };
  } finally {
    await bench.close();
  }
}

/** Runs with these seeds, one after the other. */
export async function runSeeds(seeds: readonly number[], count = drafts): Promise<NamedVerdict[]> {
  return runEach(seeds, { atOnce: 1, run: (seed) => runOnce(seed, count) });
}

/** The same in a thread of its own: a run keeps one processor busy. */
function runInThread(seeds: readonly number[]): Promise<NamedVerdict[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./f12-thread.ts", import.meta.url), { workerData: seeds });
    worker.once("message", resolve);
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("A thread of F12 ended without an answer.")));
  });
}

/** A morning's drafts over a line that breaks one request in three, with one that never goes through. */
export const poisonedFault: Fault = {
  id: "F12",
  title: "500 drafts, one poisoned, 30 % of requests cut",
  run: async ({ share, seed, long }) => {
    const count = Math.max(1, Math.round((long ? runs * 10 : runs) * share));
    const seeds = Array.from({ length: count }, (_none, index) => seed + index);
    const threads = count < 4 ? 1 : Math.min(4, availableParallelism());
    const parts = Array.from({ length: threads }, (_none, thread) =>
      seeds.filter((_seed, index) => index % threads === thread),
    );
    const verdicts =
      threads === 1
        ? [await runSeeds(seeds, share < 0.02 ? fewDrafts : drafts)]
        : await Promise.all(parts.map(runInThread));
    return { fault: "F12", cases: count, seed, ...addUp(verdicts.flat()) };
  },
};
