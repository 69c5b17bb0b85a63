import { join } from "node:path";
import { countAttempts } from "../../shared/outbox/attempts.ts";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import { connect } from "../../main/db/connection.ts";
import { patientNumbered, startBench, type Bench } from "../faults/kit/bench.ts";
import { answeredElsewhere, type Canned } from "../faults/line/canned.ts";
import type { Cut, Seen } from "../faults/line/proxy.ts";
import { keyOf } from "../support/store-files.ts";
import { atMost, isSo, type Check } from "./check.ts";

/** What a service does to each request for an hour, and how many patients wait to go out. Probes are answered where it says so. */
export type Outage = {
  readonly name: string;
  readonly items: number;
  /** One when left out. */
  readonly hours?: number;
  /** It is a part of `npm test`. */
  readonly isShort?: true;
  readonly answer: (seen: Seen) => Cut | null;
};

const minute = 60_000;
const refusal = JSON.stringify({ message: "Not now." });
const answer = (status: number, ...headers: readonly string[]): Canned => ({
  status,
  headers,
  body: refusal,
});
const toAll = (canned: Canned) => () => answeredElsewhere(canned);
const toPosts =
  (canned: Canned) =>
  ({ method }: Seen): Cut | null =>
    method === "POST" ? answeredElsewhere(canned) : null;
const after = (seconds: number): string => `Retry-After: ${seconds}`;

const later1 = toPosts(answer(503, after(1)));
const later2 = toPosts(answer(429, after(2)));

export const outages: readonly Outage[] = [
  { name: "cut", items: 20, isShort: true, answer: () => ({ at: "before-forward", how: "reset" }) },
  { name: "500 to everything", items: 20, answer: toAll(answer(500)) },
  ...[1, 20, 200].map((items) => ({ name: "500 to posts", items, answer: toPosts(answer(500)) })),
  { name: "429 to posts, Retry-After 2", items: 20, isShort: true, answer: later2 },
  ...[1, 200].map((items) => ({ name: "429 to posts, Retry-After 2", items, answer: later2 })),
  ...[1, 20].map((items) => ({ name: "429 to posts", items, answer: toPosts(answer(429)) })),
  { name: "429 to everything, Retry-After 2", items: 20, answer: toAll(answer(429, after(2))) },
  { name: "503 to posts, Retry-After 1", items: 1, hours: 24, isShort: true, answer: later1 },
  ...[1, 20].map((items) => ({ name: "503 to posts, Retry-After 1", items, answer: later1 })),
  { name: "503 to everything, Retry-After 1", items: 20, answer: toAll(answer(503, after(1))) },
  { name: "503 to posts, Retry-After 60", items: 1, answer: toPosts(answer(503, after(60))) },
];

async function passMinutes(bench: Bench, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 1) await bench.pass(minute);
}

/** How many entries the activity log has. */
const logged = async (bench: Bench): Promise<number> =>
  (await bench.desk().get("audit.list", { filter: anyEntry, from: 0, limit: 1, anchor: null })).total;

/** An hour of it on a clock that nobody waits for, and the service back: what it came to at the end. */
export async function hourOf(
  { items, hours = 1, answer: answerTo }: Outage,
  seed: number,
): Promise<readonly Check[]> {
  const bench = await startBench({ seed });
  try {
    const ids: string[] = [];
    for (let number = 0; number < items; number += 1) ids.push(await bench.save(patientNumbered(number)));
    bench.proxy.follow({ request: answerTo });
    const before = await logged(bench);
    await Promise.all(ids.map((id) => bench.desk().get("items.submit", { id, wait: true })));
    await passMinutes(bench, 60 * hours - 10);
    const requests = bench.proxy.requests().length;
    await passMinutes(bench, 10);
    const rate = (bench.proxy.requests().length - requests) / 10;
    const kept = await bench.items();
    const entries = (await logged(bench)) - before;
    const posts = (key: string): number =>
      bench.proxy.requests().filter(({ idempotencyKey }) => idempotencyKey === key).length;
    const isCounted = kept.every((item) => countAttempts(item.attempts) === posts(item.idempotencyKey));
    const most = (of: (item: (typeof kept)[number]) => number): number => Math.max(...kept.map(of));
    bench.proxy.follow({});
    const isOver = await bench.until(["ready", "sending"], 30_000);
    const { lost, doubled } = await bench.verdict();
    return [
      atMost("requests a minute at the end", rate, items === 1 ? 2 : 20),
      atMost(
        "attempts kept of an item",
        most(({ attempts }) => attempts.length),
        100,
      ),
      atMost("kB an item", most((item) => JSON.stringify(item).length) / 1_000, 32, " kB"),
      atMost("entries of the activity log an item", entries / items, 6),
      isSo("each attempt is counted", isCounted),
      atMost("lost or doubled", lost + doubled, 0),
      isSo("all done once the service is back", isOver && (await bench.listed(["done"])).length === items),
    ];
  } finally {
    await bench.close();
  }
}

/** An hour in which nobody does anything at a desk that has patients. */
export async function hourAtRest(seed: number): Promise<readonly Check[]> {
  const bench = await startBench({ seed });
  const file = join(bench.directory, "front-desk.db");
  const beside = await connect(file, await keyOf(file, bench.desk().secrets));
  try {
    for (let number = 0; number < 20; number += 1) {
      const id = await bench.save(patientNumbered(number));
      await bench.desk().get("items.submit", { id, wait: true });
    }
    // What a start and these had to write is written.
    await passMinutes(bench, 5);
    /** SQLite tells a second connection of every transaction of the first. */
    const version = (): unknown => beside.pragma("data_version", { simple: true });
    const requests = bench.proxy.requests().length;
    let written = 0;
    for (let at = 0; at < 60; at += 1) {
      const before = version();
      await bench.pass(minute);
      if (version() !== before) written += 1;
    }
    return [
      atMost("requests a minute", (bench.proxy.requests().length - requests) / 60, 1),
      // The moment of the last answer is written now and then.
      atMost("minutes of sixty in which something was written", written, 2),
    ];
  } finally {
    beside.close();
    await bench.close();
  }
}
