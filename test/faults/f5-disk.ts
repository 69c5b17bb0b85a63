import { rmSync } from "node:fs";
import { join } from "node:path";
import { item, type ItemStatus } from "../../shared/outbox/item.ts";
import { accountOf, startMockService, type MockService } from "../../mock/service.ts";
import { eventually, patience, patientNumbered, runEach, scratchFolder } from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { cutLog, logSize, mountSmallDisk, passingFaults, type DiskFault } from "./kit/disk-faults.ts";
import {
  bookingFor,
  operations,
  type DiskBench,
  type Operation,
  type Prepared,
} from "./kit/disk-operations.ts";
import { startFaults, startUnder } from "./f5-starts.ts";
import { addUp, judge, spotless, type NamedVerdict, type Verdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import { needStrace } from "./kit/strace-log.ts";
import { said } from "../../messages/saying.ts";

/** No fault: the log that is cut, which is found at the next start. No operation: the start itself. */
type Case =
  | { readonly operation: Operation; readonly fault: DiskFault | null }
  | { readonly operation: null; readonly fault: DiskFault };

const cases: readonly Case[] = operations.flatMap((operation) =>
  [...passingFaults, null].map((fault) => ({ operation, fault })),
);
const nameOf = ({ operation, fault }: Case): string =>
  `${operation?.name ?? "start"}, ${fault?.name ?? "truncated log"}`;

/** Whether a small file system may be mounted here. */
function canMount(): boolean {
  const folder = scratchFolder();
  const unmount = mountSmallDisk(folder);
  unmount?.();
  rmSync(folder, { recursive: true, force: true });
  return unmount !== null;
}

type Bench = DiskBench & {
  readonly place: { readonly directory: string; readonly secretsFile: string };
  readonly saved: readonly string[];
  readonly made: () => number;
  readonly verdict: () => Promise<Verdict>;
  readonly close: () => Promise<void>;
};

async function startBench(mock: MockService, one: Case): Promise<Bench> {
  const folder = scratchFolder();
  const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
  const needsDisk = one.fault?.name === "disk full" || one.operation === null;
  const unmount = needsDisk ? mountSmallDisk(place.directory) : null;
  // A desk at rest merges its log: where it is to be cut, no time passes in which it could.
  const start = () => startDeskProcess(one.fault === null ? { ...place, speed: null } : place);
  let desk: DeskProcess = await start();
  const saved: string[] = [];
  const subject = nameOf(one);
  const token = await mock.issueToken({ subject });
  const ledger = () => mock.ledger().filter((entry) => entry.account === accountOf(subject));
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
  const { id } = await desk.get("items.create", patientNumbered(0));
  saved.push(id);
  const patient = await desk.get("items.submit", { id, wait: true });
  const number = patient.kind === "patient" ? String(patient.result?.patientId) : "";
  return {
    place,
    desk: () => desk,
    restart: async () => {
      await desk.kill();
      desk = await start();
    },
    booking: bookingFor(number),
    expect: (id) => void saved.push(id),
    saved,
    made: () => ledger().length,
    verdict: async () => judge({ ledger: ledger(), items: await itemsOf(desk), expected: saved }),
    close: async () => {
      await desk.kill();
      unmount?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Acknowledged = {
  readonly bench: Bench;
  readonly prepared: Prepared;
  readonly fault: DiskFault;
  readonly acknowledged: unknown;
};

const isSending = (value: unknown): boolean => item.safeParse(value).data?.status === "sending";

async function statusOf({ desk }: Bench, { id }: Prepared): Promise<ItemStatus | null> {
  return id === null ? null : (await desk().get("items.get", { id })).status;
}

/**
 * Whether a write that was acknowledged is there at the next start. It may be on a full disk alone: the desk shortens its
 * log when nothing goes on, and then there is room again.
 */
async function isKept({ bench, prepared, fault, acknowledged }: Acknowledged): Promise<boolean> {
  const shown = item.safeParse(acknowledged).data?.status;
  if (fault.name !== "disk full" || prepared.standsAt !== null || shown === undefined) return false;
  await bench.restart();
  return (await statusOf(bench, prepared)) === shown;
}

/** The write must be refused in words, or be true; a refused one must have done nothing. */
async function underFault(bench: Bench, prepared: Prepared, fault: DiskFault): Promise<string[]> {
  const problems: string[] = [];
  const lift = await fault.begin({ ...bench.place, pid: bench.desk().pid });
  const made = bench.made();
  let refused = true;
  let acknowledged: unknown = null;
  try {
    if (prepared.standsAt !== null) bench.desk().goOn();
    const answer = await prepared.run();
    refused = !answer.ok;
    if (!answer.ok && answer.failure.code !== "store") problems.push(`failed as ${answer.failure.code}`);
    if (!answer.ok && !said(answer.failure.why).endsWith(".")) problems.push("failed without a sentence");
    // An attempt that is over and cannot be stored is "sending" to whoever asks.
    if (answer.ok && !(prepared.standsAt === "answered" && isSending(answer.value)))
      acknowledged = answer.value;
    if (bench.made() !== made) problems.push("something was sent");
  } finally {
    await lift();
  }
  if (acknowledged !== null && !(await isKept({ bench, prepared, fault, acknowledged })))
    problems.push("was acknowledged");
  const after = await statusOf(bench, prepared);
  const engineWent = prepared.standsAt !== null && after === "done";
  if (refused && after !== prepared.before && !engineWent)
    problems.push(`was refused, and is ${String(after)}, not ${String(prepared.before)}`);
  return problems;
}

/** The end of the log is gone, from the middle of what the write had written. */
async function withLogCut(bench: Bench, prepared: Prepared): Promise<string[]> {
  const { directory } = bench.place;
  const before = logSize(directory);
  const isBegin = prepared.standsAt === "intent-begun";
  if (prepared.standsAt !== null) {
    prepared.run().catch(() => undefined);
    bench.desk().goOn(isBegin ? "intent-kept" : "finish-kept");
    await bench.desk().standsStill();
  } else {
    const answer = await prepared.run();
    if (!answer.ok) return [`failed without a fault: ${said(answer.failure.why)}`];
  }
  const after = logSize(directory);
  if (after <= before) return [`the log went from ${before} to ${after} bytes`];
  await bench.desk().kill();
  cutLog(directory, before + Math.floor((after - before) / 2));
  await bench.restart();
  const info = await bench.desk().get("app.info", {});
  if (info.storeProblem !== null || info.recordsKept !== "disk") return ["did not open with its log cut"];
  const status = await statusOf(bench, prepared);
  // Before its intent was whole nothing can have left, so it is sent; without its end, it is doubtful.
  if (isBegin) return [];
  const wanted = prepared.standsAt === null ? prepared.before : "needs-checking";
  return status === wanted ? [] : [`is ${String(status)} after the cut, not ${String(wanted)}`];
}

/** A booking is killed on its way, and the next start finds its disk at fault. */
async function atStart(bench: Bench, fault: DiskFault): Promise<string[]> {
  const { id } = await bench.desk().get("items.create", bench.booking(1));
  bench.expect(id);
  await bench.desk().stopAt("answering");
  const sent = bench.desk().ask("items.submit", { id, wait: true });
  sent.catch(() => undefined);
  await bench.desk().standsStill();
  await bench.desk().kill();
  const problems = await startUnder(bench, fault);
  await bench.restart();
  const { status } = await bench.desk().get("items.get", { id });
  return status === "needs-checking" ? problems : [...problems, `is ${status}, not needs-checking`];
}

async function atWrite(bench: Bench, operation: Operation, fault: DiskFault | null): Promise<string[]> {
  const prepared = await operation.prepare(bench);
  const problems =
    fault === null ? await withLogCut(bench, prepared) : await underFault(bench, prepared, fault);
  const isDoubtful = fault === null && prepared.standsAt === "answered";
  const last = await prepared.goOn();
  const wanted = isDoubtful ? "needs-checking" : prepared.inTheEnd;
  return last.status === wanted ? problems : [...problems, `ended as ${last.status}, not ${wanted}`];
}

async function runCase(one: Case, mock: MockService): Promise<NamedVerdict> {
  const bench = await startBench(mock, one);
  try {
    const problems =
      one.operation === null
        ? await atStart(bench, one.fault)
        : await atWrite(bench, one.operation, one.fault);
    const before = await bench.verdict();
    await bench.restart();
    if (!(await eventually(async () => (await bench.desk().get("items.counts", {})).sending === 0, patience)))
      problems.push("is still being sent after the next start");
    const verdict = await bench.verdict();
    return {
      ...verdict,
      name: nameOf(one),
      problems: [...problems, ...before.problems, ...verdict.problems],
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { ...spotless, name: nameOf(one), problems: [said] };
  } finally {
    await bench.close();
  }
}

/** The disk refuses each write that people or the engine make. */
export const diskFault: Fault = {
  id: "F5",
  title: `${passingFaults.length + 1} faults of the disk at ${operations.length} writes and at the start`,
  run: async ({ share }) => {
    needStrace();
    const starts = startFaults(canMount()).map((fault): Case => ({ operation: null, fault }));
    const chosen = takeShare([...cases, ...starts], share);
    const mock = await startMockService({ decideAfterMs: 3_600_000 });
    try {
      const verdicts = await runEach(chosen, { atOnce: 3, run: (one) => runCase(one, mock) });
      return { fault: "F5", cases: chosen.length, seed: null, ...addUp(verdicts) };
    } finally {
      await mock.close();
    }
  },
};
