import { expect, it, onTestFinished, vi } from "vitest";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { clinicOf, inStep, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { testDatabase, testHub, type TestDatabase } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";

/* A second desk that is reported lost within a day deletes nothing before another desk has said so too. */

/** From now on the hub receives what it receives so long ago. */
const receivedAgo = ({ query }: Pick<TestDatabase, "query">, ago: string): Promise<unknown> =>
  query(`alter table hub.pushes alter column received_at set default now() - interval '${ago}'`);

/** A clinic of four desks that have been in it for three days. */
async function scene() {
  const mock = await service();
  const database = await testDatabase();
  const hub = await testHub(database);
  await receivedAgo(database, "3 days");
  const stolen = keychain();
  const desks = [
    await signedInDesk(mock, { secrets: stolen.store }),
    await signedInDesk(mock),
    await signedInDesk(mock),
    await signedInDesk(mock),
  ] as const;
  await clinicOf(hub, desks);
  for (const desk of desks) await inStep(desk);
  await receivedAgo(database, "0 days");
  const ids = await Promise.all(desks.map(async (desk) => (await memberState(desk)).self));
  const [one, two, three, four] = desks;
  return { database, hub, stolen, one, two, three, four, second: ids[1] ?? "", third: ids[2] ?? "" };
}

const isLockedFor = (desk: TestDesk, reason: "lostOrStolen" | "reported"): Promise<void> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    const { storeProblem } = await desk.get("app.info", {});
    expect(storeProblem?.failure.why.id).toBe(`failures.clinic.${reason}`);
  }, patient);

/** The same computer, started anew. Answers why its records are closed; null: they are open. */
async function startedAnew({ directory, secrets }: Awaited<ReturnType<typeof signedInDesk>>) {
  const desk = await startDesk({ directory, secrets });
  onTestFinished(() => desk.stop());
  return desk;
}
const whyClosed = async (desk: TestDesk): Promise<string | null> =>
  (await desk.get("app.info", {})).storeProblem?.failure.why.id ?? null;
const reportOf = async (desk: TestDesk, id: string) =>
  (await inStep(desk)).desks.find((one) => one.id === id)?.report;

it("a page that reports all others lost makes one of them delete its key: the next one waits for another desk", async () => {
  const { one, two, three, four, second, third } = await scene();
  for (const desk of [second, third]) await one.get("clinic.removeDesk", { desk, lost: true });
  await isLockedFor(two, "lostOrStolen");
  await isLockedFor(three, "reported");
  // It is no member any more, and gets nothing new.
  expect((await memberState(three)).line).toBe("stopped");
  // Nor does it leave, and forget with that what it is locked for.
  expect((await three.ask("clinic.leave", {})).ok).toBe(false);
  // Whoever said so cannot say it for another desk as well.
  expect(await reportOf(one, third)).toEqual({ by: "Desk 1", mayAnswer: false });
  expect((await one.ask("clinic.removeDesk", { desk: third, lost: true })).ok).toBe(false);
  expect(await reportOf(four, second)).toBeNull();
  expect(await reportOf(four, third)).toEqual({ by: "Desk 1", mayAnswer: true });

  // It stays locked over a start, and deletes its key once somebody at another desk has said so too.
  await three.stop();
  const again = await startedAnew(three);
  await vi.waitFor(async () => expect(await whyClosed(again)).toBe("failures.clinic.reported"), patient);
  await four.get("clinic.removeDesk", { desk: third, lost: true });
  expect(await reportOf(four, third)).toBeNull();
  await vi.waitFor(async () => {
    await again.get("clinic.look", {});
    expect((await again.get("session.get", {})).session.status).toBe("signed-out");
  }, patient);
  await again.stop();
  // Its records open no more, for want of their key.
  expect([null, "failures.clinic.reported"]).not.toContain(await whyClosed(await startedAnew(three)));
});

it("a desk of which another says that it was not lost keeps its records, and is removed", async () => {
  const { one, three, four, second, third } = await scene();
  for (const desk of [second, third]) await one.get("clinic.removeDesk", { desk, lost: true });
  await isLockedFor(three, "reported");
  await inStep(four);
  await four.get("clinic.removeDesk", { desk: third, lost: false });
  await vi.waitFor(async () => {
    await three.get("clinic.look", {});
    expect((await memberState(three)).reason?.id).toBe("failures.clinic.stopped.removed");
  }, patient);
  await three.stop();
  const again = await startedAnew(three);
  expect(await whyClosed(again)).toBeNull();
  expect((await memberState(again)).reason?.id).toBe("failures.clinic.stopped.removed");
});

it("who has the keys of a desk makes nobody delete a key by two reports in one push, nor by its own answer", async () => {
  const { one, two, three, four, stolen, second, third } = await scene();
  const thief = await stealDesk(one, stolen);
  const lost = (desk: string) => ({ entry: { type: "member-removed", desk, lost: true } as const });
  expect(await thief.push([lost(second), lost(third)])).toBe(200);
  for (const desk of [two, three]) await isLockedFor(desk, "reported");
  expect(await thief.push([lost(third)])).toBe(409);
  // What is said of the stolen one does not wait for that.
  await inStep(four);
  await four.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  expect(await reportOf(four, thief.desk)).toBeNull();
});
