import type { Item, ItemStatus } from "../../shared/outbox/item.ts";
import {
  bookingNumbered,
  eventually,
  patience,
  patientNumbered,
  runEach,
  startBench,
  type Bench,
} from "./kit/bench.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import type { Cut, Rules } from "./line/proxy.ts";
import { judgeRate } from "./pace.ts";
import { takeShare, type Fault } from "./row.ts";
import type { LineState } from "./line/secure-line.ts";

type Kind = "patient" | "booking";
type Case = { readonly point: Point; readonly kind: Kind; readonly connection: "fresh" | "reused" };

/** How the line breaks, and what the item is after that attempt and once the line is good again. */
type Point = {
  readonly name: string;
  readonly breaks:
    | { readonly by: "line"; readonly state: LineState }
    | { readonly by: "refusing" }
    | { readonly by: "cut"; readonly cut: Cut }
    | { readonly by: "idle-close" }
    | { readonly by: "abort" };
  readonly after: Readonly<Record<Kind, ItemStatus>>;
  readonly inTheEnd: Readonly<Record<Kind, ItemStatus>>;
};

const nothingSent = {
  after: { patient: "ready", booking: "ready" },
  inTheEnd: { patient: "done", booking: "done" },
} as const;
const unclear = {
  after: { patient: "ready", booking: "needs-checking" },
  inTheEnd: { patient: "done", booking: "needs-checking" },
} as const;

const cut = (at: Exclude<Cut["at"], "drip">, how: "reset" | "close" | "hang"): Point["breaks"] => ({
  by: "cut",
  cut: { at, how },
});

const points: readonly Point[] = [
  { name: "no such name", breaks: { by: "line", state: "no-name" }, ...nothingSent },
  { name: "refused", breaks: { by: "refusing" }, ...nothingSent },
  { name: "connect timeout", breaks: { by: "line", state: "stalled" }, ...nothingSent },
  { name: "TLS reset", breaks: { by: "line", state: "tls-reset" }, ...nothingSent },
  { name: "bad certificate", breaks: { by: "line", state: "bad-certificate" }, ...nothingSent },
  { name: "proxy CONNECT failing", breaks: { by: "line", state: "proxy-refuses" }, ...nothingSent },
  { name: "mid-headers", breaks: cut("mid-request-head", "reset"), ...unclear },
  { name: "mid-body", breaks: cut("mid-request-body", "reset"), ...unclear },
  { name: "after body", breaks: cut("before-forward", "close"), ...unclear },
  { name: "after commit", breaks: cut("after-commit", "reset"), ...unclear },
  { name: "mid-response-headers", breaks: cut("mid-response-head", "reset"), ...unclear },
  { name: "mid-response-body", breaks: cut("mid-response-body", "reset"), ...unclear },
  { name: "hang", breaks: cut("after-commit", "hang"), ...unclear },
  {
    name: "idle close",
    breaks: { by: "idle-close" },
    after: { patient: "done", booking: "done" },
    inTheEnd: { patient: "done", booking: "done" },
  },
  { name: "abort after write", breaks: { by: "abort" }, ...unclear },
];

const cases: readonly Case[] = points.flatMap((point) =>
  (["patient", "booking"] as const).flatMap((kind) =>
    (["fresh", "reused"] as const).map((connection) => ({ point, kind, connection })),
  ),
);

/** Milliseconds of real time: shorter only where it is what ends the attempt, and still more than an answer takes. */
function deadlineOf({ breaks }: Point): number {
  if (breaks.by === "line" && breaks.state === "stalled") return 8_000;
  return breaks.by === "cut" && breaks.cut.at !== "drip" && breaks.cut.how === "hang" ? 4_000 : 15_000;
}
/** How many times faster the desk's clock runs where it is real. */
const speed = 10;

/** HTTPS over a proxy, where real time passes; all others go by turns. */
const isSecure = ({ point }: Case): boolean => point.breaks.by === "line";

/** The connection of the last probe goes away, and the desk knows it. */
async function endConnections({ proxy }: Bench, problems: string[]): Promise<void> {
  proxy.dropConnections("close");
  if (!(await eventually(() => proxy.openConnections() === 0, patience)))
    problems.push("a connection stayed");
}

/** The first POST is cut; from then on the line is down, so that what the item became can be looked at. */
function cutFirst(first: Cut): Rules {
  let isDown = false;
  return {
    connection: () => (isDown ? "reset" : "pass"),
    request: ({ method }) => {
      if (isDown) return { at: "before-forward", how: "reset" };
      if (method !== "POST") return null;
      isDown = true;
      return first;
    },
  };
}

async function breakLine(bench: Bench, { point, connection }: Case, problems: string[]): Promise<void> {
  const { proxy, line } = bench;
  const { breaks } = point;
  if (connection === "fresh") await endConnections(bench, problems);
  switch (breaks.by) {
    case "line":
      line?.become(breaks.state);
      // A connection that is there would still carry the request.
      if (connection === "reused") await endConnections(bench, problems);
      return;
    case "refusing":
      if (connection === "reused") await endConnections(bench, problems);
      return proxy.refuse(true);
    case "cut":
      return proxy.follow(cutFirst(breaks.cut));
    case "idle-close":
      // The service ends a connection that is used again while the request is being written: see `runCase`.
      return;
    case "abort":
      return proxy.follow(cutFirst({ at: "after-commit", how: "hang" }));
  }
}

/** Sends the item and answers how it stands after that one attempt. */
async function attempt(bench: Bench, { point }: Case, id: string): Promise<Item> {
  const sent = bench.desk().get("items.submit", { id, wait: true });
  if (point.breaks.by !== "abort") return sent;
  await eventually(() => bench.ledger().length > 0, patience);
  await bench.restart();
  await sent;
  return bench.item(id);
}

/** The service ends an idle connection, and the desk has just begun to write its next request on it. */
const isEndedWhileWritten = ({ point, connection }: Pick<Case, "point" | "connection">): boolean =>
  point.breaks.by === "idle-close" && connection === "reused";

/** What may be wrong with an item after its one attempt. */
function judgeAttempt({ point, kind, connection }: Case, item: Item): string[] {
  const phase = item.attempts.at(-1)?.phase ?? "none";
  const expected = (isEndedWhileWritten({ point, connection }) ? unclear : point).after[kind];
  const problems: string[] = [];
  if (item.status !== expected) problems.push(`is ${item.status} after the attempt, not ${expected}`);
  if (item.attempts.length !== 1) problems.push(`has ${item.attempts.length} attempts, not 1`);
  const provesNothingSent = phase === "none" || phase === "connecting";
  if (provesNothingSent !== (point.after.booking === "ready")) problems.push(`broke in phase ${phase}`);
  return problems;
}

/** Whether the request went over the kind of connection that the case is about. */
function judgeConnection({ proxy }: Bench, { point, connection }: Case): string[] {
  const post = proxy.requests().find(({ method }) => method === "POST");
  if (point.breaks.by !== "cut" && point.breaks.by !== "abort") return [];
  if (post === undefined) return ["its request never came"];
  return post.nth > 1 === (connection === "reused") ? [] : [`was request ${post.nth} of its connection`];
}

async function recover({ proxy, line, desk }: Bench): Promise<void> {
  line?.become("good");
  proxy.follow({});
  await proxy.refuse(false);
  await desk().get("connection.check", {});
}

async function runCase(one: Case, seed: number): Promise<NamedVerdict> {
  const { point, kind, connection } = one;
  let isToEnd = false;
  const bench = await startBench({
    ...(isSecure(one) ? { secure: true, speed } : { seed }),
    deadline: deadlineOf(point),
    // The next thing that happens after that step is the write itself.
    trace: (step) => {
      if (step === "sending" && isToEnd) bench.proxy.dropConnections("close");
      if (step === "sending") isToEnd = false;
    },
  });
  try {
    const problems: string[] = [];
    const id = await bench.save(kind === "patient" ? patientNumbered(1) : bookingNumbered(1));
    await bench.desk().get("connection.check", {});
    await breakLine(bench, one, problems);
    isToEnd = isEndedWhileWritten(one);
    const item = await attempt(bench, one, id);
    problems.push(...judgeAttempt(one, item), ...judgeConnection(bench, one));
    await recover(bench);
    if (!(await bench.until(["ready", "sending"])))
      problems.push("was not sent after the line was good again");
    const last = await bench.item(id);
    const final = item.status === "needs-checking" ? "needs-checking" : point.inTheEnd[kind];
    if (last.status !== final) problems.push(`ended as ${last.status}, not ${final}`);
    const known = await bench.verdict();
    const verdict = isSecure(one) ? judgeRate(known) : known;
    const name = `${point.name}, ${kind}, ${connection}`;
    return {
      ...verdict,
      name,
      problems: [...verdict.problems, ...problems.map((said) => `the ${kind} ${said}`)],
    };
  } finally {
    await bench.close();
  }
}

/** The connection breaks at each point of a request's way. */
export const cutPointFault: Fault = {
  id: "F1",
  title: `the connection is cut at ${points.length} points`,
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const run = (one: Case): Promise<NamedVerdict> => runCase(one, seed);
    const verdicts = [
      ...(await runEach(chosen.filter(isSecure), { atOnce: 4, run })),
      ...(await runEach(
        chosen.filter((one) => !isSecure(one)),
        { atOnce: 1, run },
      )),
    ];
    return { fault: "F1", cases: chosen.length, seed, ...addUp(verdicts) };
  },
};
