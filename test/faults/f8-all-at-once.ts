import { countAttempts } from "../../shared/outbox/attempts.ts";
import type { Item } from "../../shared/outbox/item.ts";
import { accountOf, defaultSubject } from "../../mock/service.ts";
import type { TestDesk } from "../support/desk-kit.ts";
import { bookingNumbered, patientNumbered, startBench, type Bench } from "./kit/bench.ts";
import { busiest } from "./pace.ts";
import { addUp, judge, type NamedVerdict, type Verdict } from "./oracle.ts";
import { randomCuts } from "./line/random-cuts.ts";
import { pick, seeded } from "./kit/random.ts";
import { takeShare, type Fault } from "./row.ts";

const schedules = 1_000;
/** Schedules that share one service and one folder. */
const perBench = 25;
/** Longest pause between two things, in milliseconds of the desk's clock. */
const longestPause = 600;
/** Part of the schedules in which the program runs twice over one folder. */
const twice = 0.1;
const mostInFlight = 4;

type Schedule = { readonly seed: number; readonly random: () => number };
/** Where a schedule plays. */
type Stage = { readonly bench: Bench; readonly ids: readonly string[]; readonly otherToken: string };
type Action = (desk: TestDesk) => Promise<unknown>;

function shuffled<T>(random: () => number, list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

const wake: Action = async (desk) => desk.desk.wake();
const check: Action = (desk) => desk.ask("connection.check", {});
const pause =
  (paused: boolean): Action =>
  (desk) =>
    desk.ask("outbox.pause", { paused });
const signOut: Action = (desk) => desk.ask("session.signOut", {});
const submit =
  (id: string, wait: boolean): Action =>
  (desk) =>
    desk.ask("items.submit", { id, wait });

/** Everything that a person and the system may do within a moment, in an order that the seed gives. */
function actionsOf({ bench, ids, otherToken }: Stage, random: () => number): Action[] {
  const { proxy, mock } = bench;
  const signInWith =
    (token: string): Action =>
    (desk) =>
      desk.ask("session.connect", { serviceAddress: proxy.url, token, sameAccount: null });
  // Double clicks: each item is sent up to four times.
  const submits = ids.flatMap((id) =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => submit(id, random() < 0.8)),
  );
  const events = [
    wake,
    check,
    pause(true),
    pause(false),
    signOut,
    signInWith(mock.token),
    signInWith(otherToken),
    wake,
    check,
  ];
  const some = Array.from({ length: 3 + Math.floor(random() * 8) }, () => pick(random, events));
  return shuffled(random, [...submits, ...some]);
}

async function play(
  bench: Bench,
  desks: readonly TestDesk[],
  actions: readonly Action[],
  random: () => number,
): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (const action of actions) {
    running.push(action(pick(random, desks)));
    const gap = random();
    if (gap > 0.9) await bench.pass(random() * longestPause);
    else if (gap > 0.5) await bench.pass(0);
  }
  await Promise.all(running);
}

/** Nobody holds anything back any more: what can be sent is sent. */
async function comeToRest(bench: Bench, ids: readonly string[]): Promise<boolean> {
  const desk = bench.desk();
  bench.proxy.follow({});
  await desk.get("outbox.pause", { paused: false });
  await bench.signIn();
  for (const id of ids) await desk.ask("items.submit", { id, wait: true });
  return bench.until(["ready", "sending", "draft", "waiting-for-patient"]);
}

async function judgeSchedule(bench: Bench, items: readonly Item[], allowed: number): Promise<Verdict> {
  const keys = new Set(items.map((item) => item.idempotencyKey));
  const ledger = bench.ledger().filter(({ idempotencyKey }) => keys.has(idempotencyKey ?? ""));
  const verdict = judge({ ledger, items, expected: items.map(({ id }) => id) });
  const problems = [...verdict.problems];
  const ownAccount = accountOf(defaultSubject);
  for (const { account, kind, id } of ledger)
    if (account !== ownAccount) problems.push(`${kind} #${id} went to another account`);
  for (const item of items) {
    const posts = bench.proxy.requests().filter((seen) => seen.idempotencyKey === item.idempotencyKey).length;
    if (posts > countAttempts(item.attempts))
      problems.push(
        `${item.kind} ${item.id} went out ${posts} times, with ${countAttempts(item.attempts)} recorded attempts`,
      );
    if (item.status !== "done" && item.status !== "needs-checking")
      problems.push(`${item.kind} ${item.id} ended as ${item.status}`);
  }
  const most = bench.proxy.mostInFlight();
  if (most > allowed) problems.push(`${most} requests were under way at once`);
  return { ...verdict, requestsASecond: busiest(bench.proxy.requests(), { speed: 1 }), problems };
}

async function runSchedule(bench: Bench, { seed, random }: Schedule): Promise<NamedVerdict> {
  bench.proxy.forget();
  bench.proxy.follow(randomCuts({ random, probability: 0.08 }));
  const ids: string[] = [];
  // Now and then more than may be under way at once.
  const count = random() < 0.2 ? 12 : 2 + Math.floor(random() * 3);
  for (let number = 0; number < count; number += 1)
    ids.push(await bench.save(random() < 0.4 ? patientNumbered(number) : bookingNumbered(number)));
  const isTwice = random() < twice;
  const second = isTwice ? await bench.startAgain() : null;
  const desks = second === null ? [bench.desk()] : [bench.desk(), second];
  const otherToken = await bench.mock.issueToken({ subject: "another-clinic" });
  await play(bench, desks, actionsOf({ bench, ids, otherToken }, random), random);
  await second?.stop();
  // Each of the two may have found the other and ended its sending: a person starts the one that stays again.
  if (second !== null) await bench.restart();
  const isAtRest = await comeToRest(bench, ids);
  const items = await Promise.all(ids.map((id) => bench.item(id)));
  const verdict = await judgeSchedule(bench, items, mostInFlight * desks.length);
  const problems = isAtRest ? verdict.problems : [...verdict.problems, "did not come to rest"];
  return { ...verdict, problems, name: `seed ${seed}${isTwice ? ", started twice" : ""}` };
}

/** Some schedules one after the other over one desk. */
async function runSchedules(seeds: readonly number[]): Promise<NamedVerdict> {
  const bench = await startBench({ seed: seeds[0] ?? 0 });
  try {
    const verdicts: NamedVerdict[] = [];
    for (const seed of seeds) verdicts.push(await runSchedule(bench, { seed, random: seeded(seed) }));
    const whole = await bench.verdict();
    const all = addUp(verdicts);
    const missed = whole.problems.length > 0 && all.problems.length === 0 ? whole.problems : [];
    return { ...all, problems: [...all.problems, ...missed], name: "schedules" };
  } finally {
    await bench.close();
  }
}

/** A second instance, double clicks, waking up, signing out and in, and pausing, all at once. */
export const allAtOnceFault: Fault = {
  id: "F8",
  title: "everything at once, and the program twice",
  run: async ({ share, seed, long }) => {
    const all = Array.from({ length: long ? schedules * 20 : schedules }, (_none, index) => seed + index);
    const chosen = takeShare(all, share);
    const parts = Array.from({ length: Math.ceil(chosen.length / perBench) }, (_none, part) =>
      chosen.slice(part * perBench, (part + 1) * perBench),
    );
    const verdicts: NamedVerdict[] = [];
    for (const part of parts) verdicts.push(await runSchedules(part));
    return { fault: "F8", cases: chosen.length, seed, ...addUp(verdicts) };
  },
};
