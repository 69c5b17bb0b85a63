import type { Result } from "../../shared/core/failure.ts";
import type { RouteInput, RouteName, RouteOutput } from "../../shared/routes.ts";
import { bookingNumbered, patientNumbered, runEach, startBench, type Bench } from "./kit/bench.ts";
import { comeToTheEnd } from "./kit/settle.ts";
import { ports, stuckPorts, type Port, type StuckPorts } from "./kit/stuck-ports.ts";
import { addUp, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

const actions = ["send", "quit", "sign out", "switch account"] as const;
type Action = (typeof actions)[number];
type Case = { readonly port: Port; readonly action: Action };
const cases: readonly Case[] = ports.flatMap((port) => actions.map((action) => ({ port, action })));

/** Seconds that answers under way have when the program ends. */
const grace = 3;
/** Seconds more that parts which have not ended by then are waited for. */
const moment = 1;
/** Seconds after which nothing may stand as though it were being sent, and every question has its answer. */
const patience = 60;

/** Whether it settled within so many seconds of the desk's clock, which goes on for nobody else. */
function settles(bench: Bench, work: Promise<unknown>, seconds: number): Promise<boolean> {
  let isSettled = false;
  const over = (): void => void (isSettled = true);
  work.then(over, over);
  return bench.eventually(async () => isSettled, seconds * 1_000);
}

/** Asks the desk without letting time go on until it answers: it may never do. */
const asks = <N extends RouteName>({ desk }: Bench, name: N, input: RouteInput<N>) =>
  desk().desk.route(name, input) as Promise<Result<RouteOutput<N>>>;

type Stage = {
  readonly bench: Bench;
  readonly stuck: StuckPorts;
  readonly ids: readonly string[];
  readonly sent: Promise<unknown>;
};
type Acted = (stage: Stage) => Promise<string[]>;

/** Nothing is "being sent" for ever: it has an end, or it waits and says so. */
const send: Acted = async ({ bench, sent }) => {
  const ended = await settles(bench, sent, patience);
  const sending = (await bench.items()).filter(({ status }) => status === "sending").length;
  return [
    ...(ended ? [] : [`its sending has no end in ${patience} seconds`]),
    ...(sending === 0 ? [] : [`${sending} stand as being sent after ${patience} seconds`]),
  ];
};

const quit: Acted = async ({ bench }) => {
  await bench.pass(2_000);
  const ended = await settles(bench, bench.desk().desk.stop(grace * 1_000), grace + moment);
  const late = await quiet(bench, bench.begun());
  return [...(ended ? [] : [`has not ended after its grace of ${grace} seconds`]), ...late];
};

/**
 * Nothing goes out any more: the proxy sees no more requests than had begun by that moment. What was written just before
 * it comes to the proxy after it.
 */
async function quiet({ proxy, pass }: Bench, begun: number): Promise<string[]> {
  await pass(20_000);
  const late = proxy.requests().filter(({ method }) => method === "POST").length - begun;
  return late <= 0 ? [] : [`${late} requests went out after that`];
}

const leave =
  (how: (bench: Bench) => Promise<{ readonly ok: boolean }>): Acted =>
  async ({ bench, stuck }) => {
    await bench.pass(1_000);
    let left: number | null = null;
    const leaving = how(bench).then(({ ok }) => {
      if (ok) left = bench.begun();
    });
    const problems = (await settles(bench, leaving, patience)) ? [] : ["has no answer"];
    // What waited for the port goes on now, in the name of somebody who has left.
    stuck.release();
    return left === null ? problems : [...problems, ...(await quiet(bench, left))];
  };

const acts: Readonly<Record<Action, Acted>> = {
  send,
  quit,
  "sign out": leave((bench) => asks(bench, "session.signOut", {})),
  "switch account": leave(async (bench) => {
    const token = await bench.mock.issueToken({ subject: "another-clinic" });
    const serviceAddress = bench.line?.address ?? bench.proxy.url;
    return asks(bench, "session.connect", { serviceAddress, token, sameAccount: null });
  }),
};

async function runCase({ port, action }: Case, seed: number): Promise<NamedVerdict> {
  const stuck = stuckPorts(port);
  const bench = await startBench({
    seed,
    secretsOn: stuck.secretsOn,
    lookUp: stuck.resolveProxy,
    // No proxy is looked up for an address of this computer.
    secure: port === "proxy",
    ...stuck.page,
  });
  try {
    const ids = [await bench.save(patientNumbered(1)), await bench.save(bookingNumbered(1))];
    await stuck.stick(bench.directory);
    if (port === "page") void asks(bench, "app.print", {});
    const sent = Promise.all(ids.map((id) => asks(bench, "items.submit", { id, wait: true })));
    const problems = await acts[action]({ bench, stuck, ids, sent });
    stuck.release();
    await settles(bench, sent, patience);
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
  run: async ({ share, seed }) => {
    const chosen = takeShare(cases, share);
    const verdicts = await runEach(chosen, { atOnce: 1, run: (one) => runCase(one, seed) });
    return { fault: "F26", cases: chosen.length, seed, ...addUp(verdicts) };
  },
};
