import type { Connection } from "../../shared/session/account.ts";
import type { Item, ItemKind, ItemStatus } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { bookingNumbered, patientNumbered, startBench, webhookNumbered, type Bench } from "./kit/bench.ts";
import { comeToTheEnd, sendRefusedAgain } from "./kit/settle.ts";
import { answeredElsewhere, page, refusalJson, type Canned } from "./line/canned.ts";
import type { Seen } from "./line/proxy.ts";
import { addUp, spotless, type NamedVerdict } from "./oracle.ts";
import { busiest } from "./pace.ts";
import { takeShare, type Fault } from "./row.ts";

/** What every POST is answered, while the list answers well; and what may come of it. */
type Answer = {
  readonly name: string;
  readonly answer: Canned;
  /** Statuses in which the items that went out may stand. */
  readonly stands: Readonly<Record<ItemKind, readonly ItemStatus[]>>;
  /** Of fifty, how many go out at most in the time that is watched. */
  readonly mostOut: number;
  /** Seconds in which nothing more goes out once it was heard. */
  readonly silence?: number;
  readonly line?: Connection["state"];
};

const stands = (all: readonly ItemStatus[], booking = all): Answer["stands"] => ({
  patient: all,
  webhook: all,
  booking,
});
const inFlight = 4;
/** Seconds of the desk's clock for which each case is watched. */
const watched = 30;
const many = 50;
/** Seconds in which the first answer has been heard. */
const heardAfter = 1;
/** Requests a second, all counted: with one item or with fifty. */
const mostRequests = 2;
const waits = ["Retry-After: 60"];
const html = "text/html";

const answers: readonly Answer[] = [
  {
    name: "401",
    answer: { status: 401, body: refusalJson },
    stands: stands(["ready"]),
    mostOut: inFlight,
    silence: watched,
    line: "token-refused",
  },
  {
    name: "401 as a page",
    answer: { status: 401, type: html, body: page },
    stands: stands(["ready"]),
    mostOut: inFlight,
    silence: watched,
    line: "token-refused",
  },
  {
    // Each is refused for itself: that is the service's good right, and no reason to stop.
    name: "403",
    answer: { status: 403, body: refusalJson },
    stands: stands(["needs-editing"]),
    mostOut: many,
  },
  {
    name: "403 as a page",
    answer: { status: 403, type: html, body: page },
    stands: stands(["needs-editing", "ready"]),
    mostOut: many / 2,
  },
  {
    name: "404 as a page",
    answer: { status: 404, type: html, body: page },
    stands: stands(["needs-editing", "ready"]),
    mostOut: many / 2,
  },
  {
    name: "407",
    answer: { status: 407, type: html, body: page, headers: ["Proxy-Authenticate: Basic realm=x"] },
    stands: stands(["ready"]),
    mostOut: many / 2,
  },
  {
    name: "429",
    answer: { status: 429, body: refusalJson, headers: waits },
    stands: stands(["ready"]),
    mostOut: inFlight,
    silence: watched,
  },
  {
    name: "503 that asks to wait",
    answer: { status: 503, body: refusalJson, headers: waits },
    stands: stands(["ready"], ["needs-checking"]),
    mostOut: inFlight,
    silence: watched,
  },
  {
    name: "503",
    answer: { status: 503, body: refusalJson },
    stands: stands(["ready"], ["needs-checking"]),
    mostOut: many / 2,
  },
  {
    name: "200 as a page",
    answer: { status: 200, type: html, body: page },
    stands: stands(["ready", "needs-checking"], ["needs-checking"]),
    mostOut: many / 2,
  },
];

/** One of a kind, or fifty of all. */
const queues = ["patient", "booking", "webhook", "many"] as const;
type Queue = (typeof queues)[number];
type Case = { readonly answer: Answer; readonly queue: Queue };
const cases: readonly Case[] = answers.flatMap((answer) => queues.map((queue) => ({ answer, queue })));

const contents: Readonly<Record<ItemKind, (number: number) => FormOf>> = {
  patient: patientNumbered,
  // Of many patients: those of one go out one after the other.
  booking: (number) =>
    bookingNumbered(number, { patient: { kind: "number", text: String(1 + (number % 5)) } }),
  webhook: webhookNumbered,
};
const kinds = ["booking", "patient", "booking", "webhook", "booking"] as const;

async function typeAll(bench: Bench, queue: Queue): Promise<string[]> {
  const ids: string[] = [];
  const count = queue === "many" ? many : 1;
  for (let number = 0; number < count; number += 1)
    ids.push(await bench.save(contents[queue === "many" ? (kinds[number % 5] ?? "booking") : queue](number)));
  return ids;
}

/** Presses of "Send now" in the time that is watched, all on the first item. */
const clicks = 6;

/** Where the world never comes to rest, that is told once. */
const forget = (asked: Promise<unknown>): void => void asked.catch(() => undefined);

/** A restless person and a restless computer: neither may hasten what the service has not answered well. */
async function fidget(bench: Bench, ids: readonly string[]): Promise<void> {
  for (let click = 0; click < clicks; click += 1) {
    await bench.pass((watched * 1_000) / clicks);
    bench.desk().desk.wake();
    // Not waited for: it may be put off.
    forget(bench.desk().ask("items.submit", { id: ids[0] ?? "", wait: true }));
  }
}

const isPost = ({ method }: Seen): boolean => method === "POST";

/** One item's own tries: each wait is twice as long as the one before, and half of it at least is kept. */
const mostTries = 1 + Math.ceil(Math.log2(watched / 0.5));

function judgePace({ proxy }: Bench, { answer }: Case, clicked: string): string[] {
  const posts = proxy.requests().filter(isPost);
  const tries = Map.groupBy(posts, ({ idempotencyKey }) => idempotencyKey);
  // A person's word is good for one more try, after the least pause.
  const most = Math.max(0, ...[...tries].map(([key, list]) => list.length - (key === clicked ? clicks : 0)));
  const out = tries.size;
  const late = posts.filter(({ at }) => at - (posts[0]?.at ?? 0) > heardAfter * 1_000).length;
  return [
    ...(most > mostTries ? [`one item went out ${most} times in ${watched} seconds`] : []),
    ...(out > answer.mostOut ? [`${out} items went out, of ${answer.mostOut} that may`] : []),
    ...(answer.silence !== undefined && late > 0 ? [`${late} went out though all had to wait`] : []),
  ];
}

function judgeItems(items: readonly Item[], { answer }: Case): string[] {
  return items.flatMap(({ kind, status, attempts }) =>
    attempts.length === 0 || status === "sending" || answer.stands[kind].includes(status)
      ? []
      : [`a ${kind} stands as ${status}`],
  );
}

async function runCase(one: Case, seed: number): Promise<NamedVerdict> {
  const { answer, queue } = one;
  const name = `${answer.name}, ${queue}`;
  const bench = await startBench({ seed });
  const { proxy } = bench;
  try {
    const problems: string[] = [];
    const ids = await typeAll(bench, queue);
    proxy.follow({ request: (seen) => (isPost(seen) ? answeredElsewhere(answer.answer) : null) });
    proxy.forget();
    const sent = ids.map((id) => bench.desk().ask("items.submit", { id, wait: true }));
    sent.forEach(forget);
    await fidget(bench, ids);
    const { idempotencyKey } = await bench.item(ids[0] ?? "");
    problems.push(...judgePace(bench, one, idempotencyKey));
    // The last press may be on its way to the disk.
    await bench.eventually(async () => judgeItems(await bench.items(), one).length === 0, 20_000);
    problems.push(...judgeItems(await bench.items(), one));
    const { connection } = await bench.desk().get("session.get", {});
    if (answer.line !== undefined && connection.state !== answer.line)
      problems.push(`the line is called ${connection.state}`);
    // What gets through together may do so as fast as it can.
    const withoutFirst = answer.mostOut === many;
    const requestsASecond = busiest(proxy.requests(), { speed: 1, withoutFirst });
    const meanwhile = await bench.verdict();

    proxy.follow({});
    if (answer.answer.status === 401) await bench.signIn();
    await sendRefusedAgain(bench);
    // What was asked to wait waits that long, also from those who would do well now.
    if (!(await bench.eventually(() => comeToTheEnd(bench), 1_200_000)))
      problems.push("is not sent in the end");
    await Promise.all(sent);
    const verdict = await bench.verdict();
    const both = addUp([
      { ...meanwhile, name: "meanwhile" },
      { ...verdict, undecided: 0, name: "in the end" },
    ]);
    return { ...both, requestsASecond, name, problems: [...both.problems, ...problems] };
  } catch (error) {
    return { ...spotless, name, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await bench.close();
  }
}

/** The list answers well and nothing else does: nothing may turn that into a loop. */
export const disagreeFault: Fault = {
  id: "F22",
  title: "the list answers well, and every POST otherwise",
  mostRequests,
  run: async ({ share, seed }) => {
    const verdicts: NamedVerdict[] = [];
    for (const one of takeShare(cases, share)) verdicts.push(await runCase(one, seed));
    return { fault: "F22", cases: verdicts.length, seed, ...addUp(verdicts) };
  },
};
