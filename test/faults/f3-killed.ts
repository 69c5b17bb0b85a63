import { seeded } from "./kit/random.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Result } from "../../shared/core/failure.ts";
import type { Item, ItemStatus } from "../../shared/outbox/item.ts";
import type { FormOf } from "../../shared/outbox/routes.ts";
import { tracePoints, type TracePoint } from "../../main/platform/ports.ts";
import { accountOf, startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingNumbered,
  eventually,
  patience,
  patientNumbered,
  runEach,
  scratchFolder,
} from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { windowCases } from "./f3-window.ts";
import { addUp, judge, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";
import { scanFolder, sentinel, sentinelBooking, sentinelPatient } from "./kit/sentinels.ts";
import { said } from "../../messages/saying.ts";

type Kind = "patient" | "booking";
type Case = { readonly point: TracePoint; readonly kind: Kind; readonly number: number };

const kinds: readonly Kind[] = ["patient", "booking"];
/** How often each point is killed at; the long run has four times as many. */
const timesEach = 25;

/** The window is told when the attempt has begun, and again when it is over: each is killed in turn. */
const timeOf = ({ point, number }: Case): number => (point === "told" && number % 2 === 0 ? 2 : 1);

/** Whether the intent is durable at that point and its end is not. */
function isUnderWay(one: Case): boolean {
  const at = tracePoints.indexOf(one.point);
  if (one.point === "told") return timeOf(one) === 1;
  return at >= tracePoints.indexOf("intent-kept") && at <= tracePoints.indexOf("finish-begun");
}

/** How the item must stand after the next start and once everything is sent. */
function inTheEnd(one: Case): ItemStatus {
  return one.kind === "booking" && isUnderWay(one) ? "needs-checking" : "done";
}

/** `found` is null for an item that was not acknowledged: it may be there as a draft, or not at all. */
function judgeItem(one: Case, found: Result<Item> | null): string[] {
  const wanted = inTheEnd(one);
  if (found === null) return [];
  if (!found.ok) return [`is gone: ${said(found.failure.why)}`];
  const item = found.value;
  const attempts = 1 + (one.kind === "patient" && isUnderWay(one) ? 1 : 0);
  return [
    ...(item.status === wanted ? [] : [`is ${item.status}, not ${wanted}`]),
    ...(item.attempts.length === attempts ? [] : [`has ${item.attempts.length} attempts, not ${attempts}`]),
  ];
}

type Chain = { readonly point: TracePoint; readonly kind: Kind; readonly cases: readonly Case[] };

/**
 * Cases of one point and kind follow each other over one folder: the next start is the start after the kill.
 * Of each there is at least one.
 */
const chains = (times: number, share: number): Chain[] =>
  tracePoints.flatMap((point) =>
    kinds.map((kind) => {
      const numbers = Array.from({ length: times }, (_, index) => index + 1);
      return { point, kind, cases: takeShare(numbers, share).map((number) => ({ point, kind, number })) };
    }),
  );

/** What is typed in that case; the booking is for the patient that the chain began with. */
function contentOf({ kind, number }: Case, patient: number): FormOf {
  return kind === "patient"
    ? patientNumbered(number, sentinelPatient(number))
    : bookingNumbered(number, {
        ...sentinelBooking(number),
        patient: { kind: "number", text: String(patient) },
      });
}

/** Types and sends until it is killed at its point. Answers the id once that was acknowledged. */
async function killOnTheWay(desk: DeskProcess, one: Case, content: FormOf): Promise<string | null> {
  const ends = (sent: Promise<unknown>): void => void sent.catch(() => undefined);
  if (one.point === "saved") {
    await desk.stopAt("saved");
    ends(desk.get("items.create", content));
  }
  const created = one.point === "saved" ? null : await desk.get("items.create", content);
  if (created !== null) {
    await desk.stopAt(one.point, timeOf(one));
    ends(desk.get("items.submit", { id: created.id, wait: true }));
  }
  await desk.standsStill();
  await desk.kill();
  return created?.id ?? null;
}

const isDrained = async (desk: DeskProcess): Promise<boolean> => {
  const counts = await desk.get("items.counts", {});
  return counts.ready === 0 && counts.sending === 0;
};

async function runChain(chain: Chain, mock: MockService): Promise<NamedVerdict> {
  const folder = scratchFolder();
  const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
  const subject = `${chain.point} ${chain.kind}`;
  const token = await mock.issueToken({ subject });
  const problems: string[] = [];
  const saved: string[] = [];
  let desk = await startDeskProcess(place);
  try {
    await desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
    const { id } = await desk.get("items.create", patientNumbered(0, sentinelPatient(0)));
    const first = await desk.get("items.submit", { id, wait: true });
    saved.push(id);
    const patient = first.kind === "patient" ? (first.result?.patientId ?? 0) : 0;
    for (const one of chain.cases) {
      const acknowledged = await killOnTheWay(desk, one, contentOf(one, patient));
      if (acknowledged !== null) saved.push(acknowledged);
      desk = await startDeskProcess(place);
      const restarted = desk;
      if (!(await eventually(() => isDrained(restarted), patience)))
        problems.push(`${one.number}: was not sent after the next start`);
      const found = acknowledged === null ? null : await desk.ask("items.get", { id: acknowledged });
      problems.push(...judgeItem(one, found).map((said) => `${one.number}: the ${one.kind} ${said}`));
    }
    const ledger = mock.ledger().filter((entry) => entry.account === accountOf(subject));
    const items = await itemsOf(desk);
    for (const item of items)
      if (!saved.includes(item.id) && item.status !== "draft")
        problems.push(`what was never acknowledged is ${item.status}`);
    const verdict = judge({ ledger, items, expected: saved });
    const words = [token, ...[0, ...chain.cases.map(({ number }) => number)].map(sentinel)];
    const { hits } = scanFolder(place.directory, words);
    const name = `killed at ${chain.point}, ${chain.kind}`;
    const seen = hits.map((hit) => `can be read: ${hit}`);
    return { ...verdict, name, problems: [...verdict.problems, ...problems, ...seen] };
  } finally {
    await desk.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The process is killed for good (SIGKILL) at every point of an item's way, and started again. */
export const killedFault: Fault = {
  id: "F3",
  title: `the process is killed at ${tracePoints.length} points`,
  run: async ({ share, seed, long }) => {
    // A small share has some of the points, others with each seed.
    const all = chains(long ? 4 * timesEach : timesEach, share);
    const random = seeded(seed);
    const chosen = share < 0.01 ? all.filter((_, at) => at === 0 || random() < 1 / 3) : all;
    const count = chosen.reduce((total, chain) => total + chain.cases.length, 0);
    const mock = await startMockService({ decideAfterMs: 3_600_000 });
    try {
      const verdicts = await runEach(chosen, { atOnce: 3, run: (chain) => runChain(chain, mock) });
      // The window takes seconds to start: its cases are for the full run.
      const inWindow = share === 1 ? await windowCases({ mock, seed }) : [];
      const row = addUp([...verdicts, ...inWindow]);
      return { fault: "F3", cases: count + inWindow.length, seed: share === 1 ? seed : null, ...row };
    } finally {
      await mock.close();
    }
  },
};
