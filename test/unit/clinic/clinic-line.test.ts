import { setImmediate as othersFirst } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import { emptyLog } from "../../../shared/hub-api/values.ts";
import { createClinicLine, type ClinicLine } from "../../../main/features/clinic/clinic-line.ts";
import { deriveDeskKeys, createDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import type { HubClient } from "../../../main/features/clinic/hub-client.ts";
import { createMembership, type KeptMembership } from "../../../main/features/clinic/membership.ts";
import type { Said } from "../../../main/features/clinic/push.ts";
import { emptyBook } from "../../../shared/notices/book.ts";
import { blankStore } from "../../support/blank-store.ts";
import { memoryClinic, recordOf } from "../../support/clinic-in-memory.ts";
import { fakeClock, fakeRandom, settle } from "../../support/fake-clock.ts";
import { account, idOf } from "../../support/store-records.ts";

type Route = Parameters<HubClient>[1];

/** A desk's line to a hub that answers at once, has an empty log, and another page of notices for ever. */
async function line(
  onCall: (
    route: Route,
    own: ClinicLine | null,
    answers: Partial<Record<Route, object>>,
    after: number,
  ) => Promise<void> | void = () => undefined,
  {
    addresses = [{ address: idOf(900), retired: false, by: null }],
    more = {},
    refusal,
  }: {
    readonly addresses?: { address: string; retired: boolean; by: null }[];
    readonly more?: Partial<KeptMembership>;
    readonly refusal?: HubFailure;
  } = {},
) {
  const clock = fakeClock("2026-03-02T10:00:00.000Z");
  // What limits the work of others passes by itself, as where a test hurries the line's own pauses.
  const limits = fakeClock("2026-03-02T10:00:00.000Z");
  const calls: Route[] = [];
  const of = { hub: "https://hub.example", clinic: "ab".repeat(32), desk: idOf(1), name: "Desk 1" };
  const notices = { recipient: null, addresses };
  const answers: Partial<Record<Route, object>> = {
    pull: { head: emptyLog, history: { generation: 0, awaited: [] }, pushes: [] },
    push: { number: 1, hash: "cd".repeat(32), generation: 0, repeated: false },
    notices: { last: 1_000_000, notices: [], absences: [], addresses: [] },
  };
  let own: ClinicLine | null = null;
  let kept = 0;
  const client = async (_hub: unknown, route: Route, call: { query?: { after: number } }) => {
    calls.push(route);
    await othersFirst();
    await onCall(route, own, answers, call.query?.after ?? 0);
    if (route === "push" && refusal !== undefined) return { kind: "refused" as const, failure: refusal };
    return { kind: "ok" as const, value: answers[route] ?? {} };
  };
  const store = await blankStore();
  own = createClinicLine({
    store,
    account,
    kept: { ...createMembership(of), notices, ...more },
    keys: await deriveDeskKeys(await createDeskKeys()),
    credential: "a".repeat(43),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what is asked of it here
    client: client as unknown as HubClient,
    listen: (_hub, _onMore, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    clock: { ...clock, limits },
    random: fakeRandom(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    inbox: {
      after: () => kept,
      keep: () => Promise.resolve(void (kept += 1)),
    },
    isBusy: () => false,
    onChange: () => undefined,
    onState: () => undefined,
    onTaken: () => undefined,
    onCameBack: () => undefined,
    onTakenOver: () => undefined,
    onBeat: () => undefined,
    onStopped: () => undefined,
    onUp: () => undefined,
    onLost: () => undefined,
  });
  const { stop } = own;
  onTestFinished(() => stop());
  return { own, clock, limits, calls, store };
}

const words = (): readonly Said[] => [{ entry: { type: "reported" } }];

it("what a person asks for is said between two pages of notices, however many come", async () => {
  const { own, calls } = await line();
  while (calls.filter((route) => route === "notices").length < 3) await settle();
  const before = calls.length;
  expect(await own.say(words)).toEqual({ kind: "taken" });
  const until = calls.slice(before, calls.indexOf("push"));
  expect(until.filter((route) => route === "notices").length).toBeLessThanOrEqual(1);
  // And they go on afterwards.
  const after = calls.length;
  while (!calls.slice(after).includes("notices")) await settle();
});

it("what waits longer than anybody does is not said any more", async () => {
  const held = Promise.withResolvers<void>();
  const { own, clock, limits, calls } = await line((route) => (route === "pull" ? held.promise : undefined));
  const said: string[] = [];
  const asked = own.say(() => {
    said.push("late");
    return words();
  });
  let isAnswered = false;
  void asked.then(() => (isAnswered = true));
  await clock.advance(3_600_000);
  expect(isAnswered).toBe(false);
  await limits.advance(20_000);
  expect(await asked).toEqual({ kind: "late" });
  held.resolve();
  while (!calls.includes("notices")) await settle();
  expect([said, calls.includes("push")]).toEqual([[], false]);
});

it("who looks waits for one whole turn, though the hub hints at more without end", async () => {
  const { own, calls } = await line((route, itself) => (route === "pull" ? itself?.kick() : undefined));
  while (!calls.includes("notices")) await settle();
  const before = calls.length;
  await own.look();
  expect(calls.slice(before)).toContain("pull");
});

const minute = 60_000;

it("a desk that reads another history asks again for minutes before it stops, and comes back by itself once the log is the one it knew", async () => {
  const other = { number: 0, hash: "ef".repeat(32) };
  let head = other;
  const { own, clock, calls } = await line(
    (route, _itself, answers) => {
      if (route === "pull") Object.assign(answers.pull ?? {}, { head });
    },
    { addresses: [] },
  );
  const seen = () => [own.state().line, own.state().reason, own.kept().stopped];
  const turns = async (minutes: number): Promise<void> => {
    for (let half = 0; half < 2 * minutes; half += 1) {
      await clock.advance(minute / 2);
      await settle();
    }
  };
  while (!calls.includes("push")) await settle();
  await turns(4);
  expect(seen()).toEqual(["away", "other-history", null]);
  // As when the old primary is gone.
  head = emptyLog;
  await turns(1);
  expect(seen()).toEqual(["up", null, null]);
  head = other;
  await turns(7);
  expect(seen()).toEqual(["stopped", null, "other-history"]);
  const before = calls.length;
  head = emptyLog;
  await turns(2);
  expect(seen()).toEqual(["up", null, null]);
  // While it was stopped it said nothing.
  expect(calls.slice(before)).not.toContain("push");
});

it("a record that the hub refuses is said once and put aside, and keeps nothing else from being said", async () => {
  const key = { ring: { 1: Buffer.alloc(32, 1).toString("base64") }, keyEpoch: 1 };
  const refusal = { code: "version-behind", current: null, entry: 0 } as const;
  const { calls, store } = await line(undefined, { more: { ...key, book: emptyBook }, refusal });
  while (!calls.includes("notices") && calls.length < 100) await settle();
  expect(calls.filter((route) => route === "push")).toHaveLength(1);
  expect(store.read(({ clinic }) => clinic.records.asideCounts(account)).refused).toBe(1);
});

it("a desk that does not know who let in whom, as one that an earlier Front Desk left, reads the log from its beginning", async () => {
  const card = { publicKey: Buffer.alloc(32, 1).toString("base64"), recipient: `age1${"q".repeat(58)}` };
  const standing = { admin: true, credential: "ab".repeat(32), removedAt: null, sequence: 1, report: null };
  const member = { desk: idOf(1), ...card, ...standing, letIn: null };
  const gone = [{ desk: idOf(9), lost: true, until: 2, cameBack: false }];
  const head = { number: 3, hash: "cd".repeat(32) };
  const { own, calls } = await line(undefined, { addresses: [], more: { members: [member], head, gone } });
  while (own.state().line !== "up" && calls.length < 100) await settle();
  // The hub of this test has an empty log.
  expect([own.kept().head, own.kept().members, own.state().line]).toEqual([emptyLog, [], "up"]);
  // Who was removed stays so.
  expect(own.kept().gone).toEqual(gone);
});

it("what a removed desk dropped in a log that is read anew is looked for once for all that is read at once, not with each drop", async () => {
  const { hub, desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const records = [idOf(61), idOf(62), idOf(63)];
  for (const record of records) {
    expect(thief.say(recordOf(thief, record, { kind: "large" }))).toBeNull();
    await thief.read();
    expect(thief.say([{ entry: { type: "drop", record, version: 2 } }])).toBeNull();
    await thief.read();
  }
  const gone = [{ desk: thief.id, lost: true, until: 0, cameBack: false }];
  const { pushes, head } = hub.log;
  const { own, calls, store } = await line(
    (_route, _own, answers) => {
      answers.pull = { head, history: { generation: 0, awaited: [] }, pushes };
    },
    { addresses: [], more: { clinic: one.kept().clinic, gone } },
  );
  const looked = vi.spyOn(
    store.read(({ clinic }) => clinic.records),
    "markFreed",
  );
  while (own.kept().head.number < head.number && calls.length < 100) await settle();
  expect(own.kept().head).toEqual(head);
  const known = store.read(({ clinic }) => records.map((id) => clinic.records.get(account, id)?.droppedBy));
  expect(known).toEqual(records.map(() => thief.id));
  expect(looked.mock.calls).toEqual([[account, [thief.id]]]);
});

it("what a person asks for is said though somebody writes into the log faster than it can be read", async () => {
  const { hub, desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const { clinic, ring, keyEpoch } = one.kept();
  let time: ReturnType<typeof fakeClock> | null = null;
  const { own, clock, calls } = await line(
    async (route, _own, answers, after) => {
      if (route !== "pull") return;
      // It takes a second to read each, and two more have come meanwhile.
      time?.skip(1_000);
      for (let nth = 0; nth < 2; nth += 1) {
        expect(thief.say(words())).toBeNull();
        await thief.read();
      }
      const { head, pushes } = hub.log;
      answers.pull = {
        head,
        history: { generation: 0, awaited: [] },
        pushes: pushes.slice(after, after + 1),
      };
    },
    { addresses: [], more: { clinic, ring, keyEpoch } },
  );
  time = clock;
  const answered: string[] = [];
  void own.say(words).then(({ kind }) => answered.push(kind));
  while (answered.length === 0 && calls.length < 100) await settle();
  expect([...answered, calls.filter((route) => route === "push")]).toEqual(["taken", ["push"]]);
});
