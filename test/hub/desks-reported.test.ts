import { expect, it, onTestFinished, vi } from "vitest";
import { hubFailure } from "../../shared/hub-api/failure.ts";
import { credentialHeader, hubRoutes, buildPath } from "../../shared/hub-api/routes.ts";
import { emptyLog } from "../../shared/hub-api/values.ts";
import { deriveDeskKeys } from "../../main/features/clinic/desk-keys.ts";
import { signPush } from "../../main/features/clinic/push.ts";
import { readSheet, deriveSheetCredential, getSheetKeys } from "../../main/features/clinic/sheet.ts";
import { startDesk, type TestDesk } from "../support/desk-kit.ts";
import { clinicOf, inStep, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { receivedAgo, testDatabase, testHub } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";

/* A second desk that is reported lost within a day deletes nothing before another desk has said so too. */

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
  const sheet = await sheetOf(desks[1], hub.address);
  for (const desk of desks) await inStep(desk);
  await receivedAgo(database, "0 days");
  const ids = await Promise.all(desks.map(async (desk) => (await memberState(desk)).self));
  const [one, two, three, four] = desks;
  const [second = "", third = ""] = ids.slice(1);
  return { mock, database, hub, sheet, stolen, one, two, three, four, second, third };
}

const sheetOf = async (desk: TestDesk, hub: string): Promise<string> => {
  const { sheet } = await desk.get("clinic.makeSheet", {});
  await desk.get("clinic.keepSheet", {});
  return [hub, sheet.clinic, sheet.identity].join("\n");
};

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

it("who has a desk's keys and the recovery sheet as well confirms nothing with the sheet, nor with whom it lets in by it", async () => {
  const { mock, hub, sheet, one, three, four, stolen, second, third } = await scene();
  const thief = await stealDesk(one, stolen);
  const lost = (desk: string) => ({ entry: { type: "member-removed", desk, lost: true } as const });
  expect(await thief.push([lost(second), lost(third)])).toBe(200);
  const fifth = await signedInDesk(mock);
  await fifth.get("clinic.recover", { sheet, name: "Desk 5" });
  expect(await reportOf(fifth, third)).toMatchObject({ mayAnswer: false });
  const refused = await fifth.ask("clinic.removeDesk", { desk: third, lost: true });
  expect(refused.ok).toBe(false);
  // Nor by hand: as the new desk, whose program would not say it, or as the sheet itself.
  const paper = await deriveDeskKeys(getSheetKeys(readSheet(sheet) ?? expect.fail("no sheet")));
  await inStep(four);
  const card = thief.members.find(({ publicKey }) => publicKey === paper.card.publicKey);
  const credential = deriveSheetCredential(readSheet(sheet) ?? expect.fail("no sheet")).toString("base64url");
  const facts = { clinic: thief.clinic, desk: card?.desk ?? "", sequence: 2, generation: 0, read: emptyLog };
  const response = await fetch(`${hub.address}${buildPath(hubRoutes.push.path, { clinic: thief.clinic })}`, {
    method: "POST",
    headers: { "content-type": "application/json", [credentialHeader]: `Bearer ${credential}` },
    body: JSON.stringify(signPush(paper, facts, [lost(third)])),
  });
  expect([response.status, hubFailure.parse(await response.json()).code]).toEqual([409, "taken"]);
  await isLockedFor(three, "reported");
  expect(await reportOf(four, third)).toEqual({ by: "Desk 1", mayAnswer: true });
});
