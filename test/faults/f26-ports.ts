import { setTimeout as delay } from "node:timers/promises";
import { bookingNumbered, patientNumbered, runEach, startBench, type Bench } from "./kit/bench.ts";
import { fastClock } from "./kit/fast-clock.ts";
import { comeToTheEnd } from "./kit/settle.ts";
import { ports, stuckPorts, type Port, type StuckPorts } from "./kit/stuck-ports.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

const actions = ["send", "quit", "sign out", "switch account"] as const;
type Action = (typeof actions)[number];
type Case = { readonly port: Port; readonly action: Action };
const cases: readonly Case[] = ports.flatMap((port) => actions.map((action) => ({ port, action })));

const speed = 20;
/** Milliseconds of real time for so many seconds of the desk's clock. */
const real = (seconds: number): number => (seconds * 1_000) / speed;
/** Real milliseconds by which a busy machine may be late. */
const slack = 2_500;
/** Seconds that answers under way have when the program ends. */
const grace = 3;
/** Seconds after which nothing may stand as though it were being sent, and every question has its answer. */
const patience = 60;

/** Whether it settled in time. */
async function settles(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const late = new AbortController();
  const over = delay(milliseconds, false, { signal: late.signal }).catch(() => false);
  const settled = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    over,
  ]);
  late.abort();
  return settled;
}

type Stage = {
  readonly bench: Bench;
  readonly stuck: StuckPorts;
  readonly ids: readonly string[];
  readonly sent: Promise<unknown>;
};
type Acted = (stage: Stage) => Promise<string[]>;

/** Nothing is "being sent" for ever: it has an end, or it waits and says so. */
const send: Acted = async ({ bench, sent }) => {
  const ended = await settles(sent, real(patience) + slack);
  const sending = (await bench.items()).filter(({ status }) => status === "sending").length;
  return [
    ...(ended ? [] : [`its sending has no end in ${patience} seconds`]),
    ...(sending === 0 ? [] : [`${sending} stand as being sent after ${patience} seconds`]),
  ];
};

const quit: Acted = async ({ bench }) => {
  await delay(real(2));
  const begun = performance.now();
  // The grace is of the desk's clock.
  const ended = await settles(bench.desk().desk.stop(grace * 1_000), real(grace) + slack);
  const took = Math.round(performance.now() - begun);
  const late = await quiet(bench, bench.begun());
  return [...(ended ? [] : [`has not ended after ${took} ms, with a grace of ${real(grace)} ms`]), ...late];
};

/**
 * Nothing goes out any more: the proxy sees no more requests than had begun by that moment. What was written just before
 * it comes to the proxy after it.
 */
async function quiet({ proxy }: Bench, begun: number): Promise<string[]> {
  await delay(real(20));
  const late = proxy.requests().filter(({ method }) => method === "POST").length - begun;
  return late <= 0 ? [] : [`${late} requests went out after that`];
}

const leave =
  (how: (bench: Bench) => Promise<{ readonly ok: boolean }>): Acted =>
  async ({ bench, stuck }) => {
    await delay(real(1));
    let left: number | null = null;
    const leaving = how(bench).then(({ ok }) => {
      if (ok) left = bench.begun();
    });
    const problems = (await settles(leaving, real(patience) + slack)) ? [] : ["has no answer"];
    // What waited for the port goes on now, in the name of somebody who has left.
    stuck.release();
    return left === null ? problems : [...problems, ...(await quiet(bench, left))];
  };

const acts: Readonly<Record<Action, Acted>> = {
  send,
  quit,
  "sign out": leave((bench) => bench.desk().ask("session.signOut", {})),
  "switch account": leave(async (bench) => {
    const token = await bench.mock.issueToken({ subject: "another-clinic" });
    const serviceAddress = bench.line?.address ?? bench.proxy.url;
    return bench.desk().ask("session.connect", { serviceAddress, token, sameAccount: null });
  }),
};

async function runCase({ port, action }: Case): Promise<NamedVerdict> {
  const clock = fastClock(speed);
  const stuck = stuckPorts(port, clock);
  const bench = await startBench({
    speed,
    clock,
    secrets: stuck.secrets,
    lookUp: stuck.resolveProxy,
    // No proxy is looked up for an address of this computer.
    secure: port === "proxy",
    ...stuck.page,
  });
  try {
    const ids = [await bench.save(patientNumbered(1)), await bench.save(bookingNumbered(1))];
    await stuck.stick(bench.directory);
    if (port === "page") void bench.desk().ask("app.print", {});
    const sent = Promise.all(ids.map((id) => bench.desk().ask("items.submit", { id, wait: true })));
    const problems = await acts[action]({ bench, stuck, ids, sent });
    stuck.release();
    await settles(sent, slack);
    if (action === "quit") await bench.restart();
    else await bench.signIn();
    // What was refused while the disk was busy was never submitted.
    for (const id of ids) await bench.desk().ask("items.submit", { id, wait: true });
    if (!(await comeToTheEnd(bench))) problems.push("is not sent in the end");
    const verdict = await bench.verdict();
    const left = (await bench.items()).filter(({ status }) => status !== "done");
    problems.push(...left.map(({ kind, status }) => `a ${kind} ended as ${status}`));
    return { ...verdict, name: `${port}, ${action}`, problems: [...verdict.problems, ...problems] };
  } finally {
    stuck.release();
    await bench.close();
  }
}

/** What the desk waits for never answers, while it sends, ends, signs out or signs in elsewhere. */
export const portsFault: Fault = {
  id: "F26",
  title: `${ports.length} ports that never answer`,
  run: async ({ share }) => {
    const chosen = takeShare(cases, share);
    const verdicts = await runEach(chosen, { atOnce: 2, run: runCase });
    return { fault: "F26", cases: chosen.length, seed: null, ...addUp(verdicts) };
  },
};
