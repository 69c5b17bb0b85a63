import { rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Item } from "../../shared/outbox/item.ts";
import type { TracePoint } from "../../main/platform/ports.ts";
import { accountOf, startMockService, type MockService } from "../../mock/service.ts";
import { bookingNumbered, eventually, patientNumbered, runEach, scratchFolder } from "./kit/bench.ts";
import { itemsOf, startDeskProcess, type DeskProcess } from "./kit/desk-process.ts";
import { seeded } from "./kit/random.ts";
import { addUp, judge, spotless, type NamedVerdict } from "./oracle.ts";
import { takeShare, type Fault } from "./row.ts";

/** The moment, of a clock that stands still until it is told to go on. */
const undoSeconds = 15;
const length = undoSeconds * 1_000;
/** Real milliseconds that only a failure takes. */
const patience = 60_000;

/** What happens to a booking that is about to be sent. */
const ways = [
  "killed inside",
  "killed at the edge",
  "killed as it is let go",
  "killed as it is begun",
  "taken back, then killed",
  "Undo at the edge",
  "Undo twice at once",
  "saved for later and sent, killed inside",
  "signed out inside",
  "quit inside",
  "left alone",
] as const;
type Way = (typeof ways)[number];
type Case = { readonly way: Way; readonly number: number };
const timesEach = 24;

/** Where it stands still when it is killed; by the number of the case behind the edge, and null before it. */
const behindTheEdge = [null, "submitted", "intent-begun", "intent-kept", "sending"] as const;
function pointOf({ way, number }: Case): TracePoint | null {
  if (way === "killed as it is let go") return "submitted";
  if (way === "killed as it is begun") return "intent-begun";
  return way === "killed at the edge" ? (behindTheEdge[number % behindTheEdge.length] ?? null) : null;
}

/** `never`: nothing of it may have been sent. `sent`: it must have been, in the end. */
type Wanted = "never" | "sent" | "either";
const wanted: Readonly<Record<Way, Wanted>> = {
  "killed inside": "never",
  "killed at the edge": "either",
  "killed as it is let go": "sent",
  "killed as it is begun": "sent",
  "taken back, then killed": "never",
  "Undo at the edge": "either",
  "Undo twice at once": "never",
  "saved for later and sent, killed inside": "never",
  "signed out inside": "never",
  "quit inside": "never",
  "left alone": "sent",
};

type Place = { readonly directory: string; readonly secretsFile: string };
const start = (place: Place): Promise<DeskProcess> =>
  startDeskProcess({ ...place, speed: null, undoSeconds });

const saying = z.object({ id: z.string() });

/** Where a booking stands after the next start, held against what was done with it. */
function judgeOne(
  { way }: Case,
  { item, made, undone }: { item: Item; made: number; undone: boolean },
): string[] {
  const must = undone ? "never" : wanted[way];
  const found: string[] = [];
  if (must === "never" && made > 0) found.push("was taken back or never let go, and the service made it");
  if (must === "sent" && item.status !== "done") found.push(`was let go, and stands as ${item.status}`);
  if (must !== "never" || undone) return found;
  const place = way.startsWith("saved") ? "saved-for-later" : "draft";
  if (item.status !== place) found.push(`was not sent, and stands as ${item.status}`);
  // Taken back it is as it was; else it says what happened.
  const isSaid = item.problem !== null && saying.parse(item.problem.why).id.startsWith("failures.outbox.");
  if (isSaid !== (way !== "taken back, then killed" && way !== "Undo twice at once"))
    found.push(isSaid ? "was taken back, and says that it was cut off" : "does not say that it was not sent");
  return found;
}

type Acted = { readonly desk: DeskProcess; readonly undone: boolean };

/** Does that to a booking that is about to be sent, at `at` milliseconds; answers the desk of afterwards. */
async function act(
  desk: DeskProcess,
  {
    way,
    number,
    id,
    at,
    place,
    connect,
  }: Case & { id: string; at: number; place: Place; connect: (desk: DeskProcess) => Promise<unknown> },
): Promise<Acted> {
  const again = async (): Promise<DeskProcess> => {
    await desk.kill();
    return start(place);
  };
  const undo = async (): Promise<boolean> => (await desk.get("items.takeBack", { id })).isTakenBack;
  const point = pointOf({ way, number });
  if (point !== null) await desk.stopAt(point);
  if (way.startsWith("saved")) await desk.get("items.submit", { id, wait: false });
  const sent = desk.get("items.submit", { id, wait: true });
  sent.catch(() => undefined);
  const isAboutTo = async (): Promise<boolean> =>
    (await desk.get("items.moments", {})).moments.some(({ itemId }) => itemId === id);
  // Its clock goes on once the moment has begun.
  if (!(await eventually(isAboutTo, patience))) throw new Error("a moment did not begin");
  switch (way) {
    case "killed as it is let go":
    case "killed as it is begun":
    case "killed at the edge":
      // One that stands still does not answer.
      if (point === null) await desk.pass(length - 1);
      else void desk.pass(length).catch(() => undefined);
      if (point !== null) await desk.standsStill();
      return { desk: await again(), undone: false };
    case "left alone":
      await desk.pass(length);
      await sent;
      return { desk, undone: false };
    case "Undo at the edge": {
      await desk.pass(length - (number % 2));
      const undone = await undo();
      if (undone !== (number % 2 === 1)) throw new Error(`at the edge, Undo said ${String(undone)}`);
      await sent;
      return { desk, undone };
    }
    case "taken back, then killed":
      await desk.pass(at);
      if (!(await undo())) throw new Error("a moment was over before its time");
      return { desk: await again(), undone: false };
    case "Undo twice at once": {
      await desk.pass(at);
      const both = await Promise.all([undo(), undo()]);
      if (both.filter(Boolean).length !== 1) throw new Error(`of two Undo ${String(both)} took it back`);
      return { desk, undone: false };
    }
    case "killed inside":
    case "saved for later and sent, killed inside":
      await desk.pass(at);
      return { desk: await again(), undone: false };
    case "signed out inside":
      await desk.pass(at);
      await desk.get("session.signOut", {});
      await connect(desk);
      return { desk, undone: false };
    case "quit inside":
      await desk.pass(at);
      await desk.quit();
      return { desk: await start(place), undone: false };
  }
}

/** Milliseconds of its clock. */
const betweenLooks = 1_000;
const isDrained = async (desk: DeskProcess): Promise<boolean> => {
  await desk.pass(betweenLooks);
  const counts = await desk.get("items.counts", {});
  return counts.ready === 0 && counts.sending === 0;
};

/** Cases of one way follow each other over one folder. */
async function runWay(
  cases: readonly Case[],
  { mock, seed }: { mock: MockService; seed: number },
): Promise<NamedVerdict> {
  const [first] = cases;
  const way = first?.way ?? "left alone";
  const folder = scratchFolder();
  const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
  const subject = `moment ${way}`;
  const token = await mock.issueToken({ subject });
  const random = seeded(seed + ways.indexOf(way));
  const connect = (desk: DeskProcess): Promise<unknown> =>
    desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
  const problems: string[] = [];
  const saved: string[] = [];
  let desk = await start(place);
  try {
    await connect(desk);
    const ledger = (): ReturnType<MockService["ledger"]> =>
      mock.ledger().filter((entry) => entry.account === accountOf(subject));
    const made = await desk.get("items.create", patientNumbered(0));
    const created = await desk.get("items.submit", { id: made.id, wait: true });
    saved.push(made.id);
    const text = String(created.kind === "patient" ? created.result?.patientId : "");
    for (const one of cases) {
      const content = bookingNumbered(one.number, { patient: { kind: "number", text } });
      const { id, idempotencyKey } = await desk.get("items.create", content);
      saved.push(id);
      // From the start of the moment to well before its end.
      const at = random() * (length - 1);
      const acted = await act(desk, { ...one, id, at, place, connect });
      ({ desk } = acted);
      // Long enough for a moment that was not ended after all.
      const now = desk;
      await now.pass(length + 1);
      if (!(await eventually(() => isDrained(now), patience))) problems.push(`${one.number}: was never sent`);
      const item = await desk.get("items.get", { id });
      const times = ledger().filter((entry) => entry.idempotencyKey === idempotencyKey).length;
      const says = judgeOne(one, { item, made: times, undone: acted.undone });
      problems.push(...says.map((what) => `${one.number}: ${what}`));
      // What waits for a person is out of the way of the next.
      if (item.status === "needs-checking")
        await desk.get("items.decide", { id, decision: times > 0 ? "booked" : "again" });
    }
    const verdict = judge({ ledger: ledger(), items: await itemsOf(desk), expected: saved });
    return { ...verdict, name: way, problems: [...verdict.problems, ...problems] };
  } catch (error) {
    return { ...spotless, name: way, problems: [error instanceof Error ? error.message : String(error)] };
  } finally {
    await desk.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A booking is killed, taken back, left or signed out of in the moment in which it can be undone, and at its edge. */
export const momentFault: Fault = {
  id: "F28",
  title: "the moment to undo: killed, taken back, quit or signed out of, inside it and at its edge",
  run: async ({ share, seed }) => {
    const numbers = Array.from({ length: timesEach }, (_none, index) => index + 1);
    const chosen = ways.map((way) => takeShare(numbers, share).map((number): Case => ({ way, number })));
    const mock = await startMockService({ decideAfterMs: 3_600_000 });
    try {
      const verdicts = await runEach(chosen, { atOnce: 3, run: (cases) => runWay(cases, { mock, seed }) });
      return { fault: "F28", cases: chosen.flat().length, seed, ...addUp(verdicts) };
    } finally {
      await mock.close();
    }
  },
};
