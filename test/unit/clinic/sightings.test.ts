import { expect, it, onTestFinished } from "vitest";
import type { LogHead } from "../../../shared/hub-api/values.ts";
import { createMemorySecretStore } from "../../../main/platform/secret-store.ts";
import { createMembershipStore } from "../../../main/features/clinic/belonging.ts";
import { createDeskKeys } from "../../../main/features/clinic/desk-keys.ts";
import type { HubClient } from "../../../main/features/clinic/hub-client.ts";
import { keepSecrets } from "../../../main/features/clinic/kept-secrets.ts";
import { createMembership, setLog } from "../../../main/features/clinic/membership.ts";
import { signHeartbeat } from "../../../main/features/clinic/push.ts";
import { sessionFor } from "../../support/at-desk.ts";
import { blankStore } from "../../support/blank-store.ts";
import { aClinic, aDesk } from "../../support/clinic-log-kit.ts";
import { fakeClock, fakeRandom, settle } from "../../support/fake-clock.ts";
import { account } from "../../support/store-records.ts";

const instant = "2026-03-02T10:00:00.000Z";
const everyMinute = 60_000;
const nobody = (): undefined => undefined;

/** A desk that has read a clinic's log, and hears of another desk by its heartbeat alone. `isGone`: of one that was removed earlier. */
async function bench(isGone = false) {
  const clinic = await aClinic();
  const other = await aDesk();
  await clinic.admit(other);
  for (const text of ["one", "two"]) clinic.push(other, [clinic.record(text)]);
  const { log } = clinic.read();
  const clock = fakeClock(instant);
  const [store, secrets] = [await blankStore(), createMemorySecretStore()];
  const of = { hub: "https://hub.example", clinic: clinic.id, desk: clinic.founder.id, name: "Desk 1" };
  store.transaction((all) => {
    const gone = isGone ? [{ desk: other.id, lost: true, until: 0, cameBack: false }] : [];
    all.clinic.set(account, JSON.stringify({ ...setLog(createMembership(of), log), gone }));
    for (const { number, hash } of clinic.kept.pushes) all.clinic.heads.add(account, number, hash);
    // It has said its name.
    const name = {
      recordId: null,
      kind: "desk",
      version: 1,
      dropped: false,
      droppedBy: null,
      digest: null,
      aside: null,
      had: 0,
    };
    all.clinic.records.put(account, { ...name, sharedId: of.desk });
  });
  const own = { ...(await createDeskKeys()), clinic: clinic.id, desk: of.desk, credential: "a".repeat(43) };
  await keepSecrets(secrets, account, own);
  const hubClock = { at: instant };
  const history = { generation: 0 };
  const said = { read: log.head, generation: 0 };
  const heartbeat = () =>
    signHeartbeat(other.keys, { clinic: clinic.id, desk: other.id, at: instant, ...said });
  const answerOf = (route: string): object => {
    if (route === "pull") return { head: log.head, history: { generation: 0, awaited: [] }, pushes: [] };
    if (route !== "desks") return {};
    const seen = { admin: true, removed: false, lastSeenAt: instant, awaited: false };
    return { now: hubClock.at, history, desks: [{ ...seen, desk: other.id, heartbeat: heartbeat() }] };
  };
  const client = (_hub: unknown, route: string) =>
    Promise.resolve({ kind: "ok" as const, value: answerOf(route) });
  const session = sessionFor(() => account);
  const desk = createMembershipStore({
    store,
    secrets,
    clock,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it answers what is asked of it here
    client: client as unknown as HubClient,
    listen: (_hub, _onMore, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    random: fakeRandom(),
    log: { info: nobody, warn: nobody, error: nobody },
    inbox: { after: () => 0, keep: () => Promise.resolve() },
    session,
    agree: () => Promise.resolve(null),
    agreeToDeed: () => Promise.resolve(null),
    isBusy: () => false,
    onChange: nobody,
    onUp: nobody,
    onLost: nobody,
    emit: nobody,
    onTakenOver: nobody,
    onLeft: nobody,
    noteAct: nobody,
    tell: nobody,
    onDim: nobody,
  });
  onTestFinished(() => desk.dim());
  await desk.light(session() ?? expect.fail("nobody is at the desk"));
  await settle();
  return {
    head: log.head,
    line: () => desk.member()?.line.state().line,
    ahead: () => desk.ahead(),
    /** The hub's clock says this. */
    hubIsAt: (at: string): void => void Object.assign(hubClock, { at }),
    /** The hub has begun this generation. */
    hubBegins: (generation: number): void => void Object.assign(history, { generation }),
    reason: () => desk.kept()?.stopped,
    /** A person looks, and asks once more. */
    tryAgain: async (): Promise<void> => {
      await desk.tryAgain();
      await desk.member()?.line.look();
      await desk.look();
      await settle();
    },
    /** The other desk says that it has read so far; a minute later this one hears of it. */
    hears: async (read: LogHead, generation = 0): Promise<void> => {
      Object.assign(said, { read, generation });
      await clock.advance(everyMinute);
      await settle();
    },
  };
}

it("a hub that shows two histories is noticed by the other desk's heartbeat alone", async () => {
  const { head, hears, line, reason, tryAgain } = await bench();
  await hears(head);
  expect([line(), reason()]).toEqual(["up", null]);
  const other = { number: head.number, hash: "ef".repeat(32) };
  await hears(other);
  expect([line(), reason()]).toEqual(["stopped", "other-history"]);
  // Its own log is the one that it knew: that does not end what another desk has read.
  await hears(other);
  expect([line(), reason()]).toEqual(["stopped", "other-history"]);
  await tryAgain();
  expect([line(), reason()]).toEqual(["stopped", "other-history"]);
  await hears(head);
  await tryAgain();
  expect([line(), reason()]).toEqual(["up", null]);
});

it("the heartbeat of a desk that was ever removed is no word against the hub", async () => {
  const { head, hears, line } = await bench(true);
  await hears({ number: head.number, hash: "ef".repeat(32) });
  expect(line()).toBe("up");
});

it("a desk that has read further, or from another database of the hub, is no second history", async () => {
  const { head, hears, line } = await bench();
  await hears({ number: head.number + 1, hash: "ef".repeat(32) });
  await hears({ number: head.number, hash: "ef".repeat(32) }, 1);
  expect(line()).toBe("up");
});

it("a heartbeat for which the hub began another generation stops no desk that has not read that yet", async () => {
  const { head, hears, hubBegins, line } = await bench();
  hubBegins(1);
  await hears({ number: head.number, hash: "ef".repeat(32) });
  expect(line()).toBe("up");
  hubBegins(0);
  await hears({ number: head.number, hash: "ef".repeat(32) });
  expect(line()).toBe("stopped");
});

it("is told how far its clock is off the hub's", async () => {
  const { head, hears, hubIsAt, ahead } = await bench();
  expect(ahead()).toBe(0);
  hubIsAt("2025-03-02T10:01:00.000Z");
  await hears(head);
  expect(ahead()).toBe(365 * 86_400_000);
});
