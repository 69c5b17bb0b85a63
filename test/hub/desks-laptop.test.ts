import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { mostLetInADay, mostMembers } from "../../shared/clinic/log/members.ts";
import { createMemberAdded, createCredential } from "../../main/features/clinic/acts.ts";
import { keptSecrets } from "../../main/features/clinic/membership.ts";
import type { Said } from "../../main/features/clinic/push.ts";
import { deriveSharedId } from "../../main/features/clinic/shared-content.ts";
import { backUp, chooser, cheap, lookInto, plan, passphrase, type Choices } from "../support/backup-kit.ts";
import { bookingForm, fullPatient, sendPatient, type TestDesk } from "../support/desk-kit.ts";
import { json, jwtOf, startFakeService } from "../support/fake-service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { clinicOf, inStep, joins, memberState, patient, signedInDesk } from "./support/clinic-desks.ts";
import { becomes } from "./support/clinic-scene.ts";
import { keychain } from "./support/keychain.ts";
import { receivedAgo, testDatabase, testHub, type TestDatabase } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";

/* The five steps of docs/clinic.md, "When a laptop is stolen", in their order, against whoever has that laptop's keys. */

const tokenOf = (mark: string): string => jwtOf({ sub: "clinic", iss: "elm" }, mark);
const [before, after] = [tokenOf("before"), tokenOf("after")];
const asked = (name: string) => ({
  ...fullPatient,
  firstName: name,
  externalId: name,
  email: `${name}@example.com`,
});

/** A service that takes one token at a time, and says who sent what. */
async function ownService() {
  const service = await startFakeService();
  onTestFinished(() => service.close());
  let good = before;
  service.rule(({ token }) => (token === good ? null : json(401, { message: "Unauthorized" })));
  return {
    at: (token: string) => ({ baseUrl: service.baseUrl, token }),
    renews: (): void => void (good = after),
    booked: () => service.requests.filter(({ path, token }) => path === "/api/appointment" && token === good),
    book: async (token: string): Promise<number> => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      return (await fetch(`${service.baseUrl}/api/appointment`, { method: "POST", headers, body: "{}" }))
        .status;
    },
  };
}

const sheetOf = async (desk: TestDesk, hub: string): Promise<string> => {
  const { sheet } = await desk.get("clinic.makeSheet", {});
  await desk.get("clinic.keepSheet", {});
  return [hub, sheet.clinic, sheet.identity].join("\n");
};
const findsFirst = async ({ get }: TestDesk, text: string) =>
  (await get("patients.search", { text, limit: 1 })).patients[0]?.id ?? null;

it("after the five steps a stolen laptop reads nothing new and sends nothing, and nobody else is locked out", async () => {
  const service = await ownService();
  const hub = await testHub(await testDatabase());
  const [stolen, own] = [keychain(), keychain()];
  const chosen: Choices = { folder: temporaryFolder(), file: null };
  const one = await signedInDesk(service.at(before), { ...chooser(chosen), backupCost: cheap });
  const two = await signedInDesk(service.at(before), { secrets: own.store });
  const laptop = await signedInDesk(service.at(before), { secrets: stolen.store });
  await sendPatient(one, asked("Ann"));
  await clinicOf(hub, [one, two, laptop]);
  const oldSheet = await sheetOf(one, hub.address);
  await plan(one);
  for (const desk of [one, two, laptop]) await inStep(desk);
  const ann = (await findsFirst(laptop, "Ann")) ?? expect.fail("nobody");
  const form = bookingForm({ patient: { kind: "known", id: ann } });
  const { id: held } = await laptop.get("items.create", { kind: "booking", form });
  await laptop.get("items.submit", { id: held, wait: false });
  await inStep(laptop);
  await becomes(one, held, "elsewhere");
  const thief = await stealDesk(laptop, stolen);
  // Until something is done, whoever has it can do what a person at it could.
  const had = await thief.pull();
  expect([had.status, await service.book(before)]).toEqual([200, 201]);
  expect(thief.opened(had.pushes).join(" ")).toContain("Ann");

  // 1. Remove it at another desk, as lost or stolen.
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  // 2. A new recovery sheet, where the old one may have been with it.
  const newSheet = await sheetOf(one, hub.address);
  // 3. A new access token, typed at every desk that is left; the service takes the old one no more.
  service.renews();
  for (const desk of [one, two]) {
    const { baseUrl: serviceAddress } = service.at(after);
    await desk.get("session.connect", { serviceAddress, token: after, sameAccount: null });
  }
  // 4. Other passwords: of the backups, among them.
  await one.get("backup.setPassphrase", { passphrase: "another harbor with eight lamps" });
  chosen.file = await backUp(one);
  // 5. What it held is taken over, and decided on with the service.
  await two.get("clinic.takeOver", { id: held });
  await inStep(two);
  expect((await two.get("items.get", { id: held })).status).toBe("needs-checking");

  // It reads nothing new: not by itself, and not with all that the hub has in its hands.
  await sendPatient(one, asked("Zoe"));
  await inStep(one);
  await inStep(two);
  expect((await thief.pull()).status).toBe(403);
  const { credential } = keptSecrets.parse(JSON.parse(own.clinic()));
  const all = await thief.pull(credential);
  expect(all.status).toBe(200);
  const read = thief.opened(all.pushes);
  expect(read.join(" ")).toContain("Ann");
  expect(read.join(" ")).not.toContain("Zoe");
  // It speaks for nobody, neither to the hub nor to the service, nor does the sheet that was with it.
  const lie = thief.record(deriveSharedId(thief.clinic, held), { kind: "large" }, 2);
  expect(await thief.push([lie])).toBe(403);
  expect(await service.book(before)).toBe(401);
  const stranger = await signedInDesk(service.at(after));
  expect((await stranger.ask("clinic.recover", { sheet: oldSheet, name: "Stranger" })).ok).toBe(false);
  await expect(lookInto(one, passphrase)).rejects.toThrow();

  // Nobody else is locked out: both desks go on, another one joins, and the new sheet opens the clinic.
  expect(await findsFirst(two, "Zoe")).not.toBeNull();
  const decided = { id: held, decision: "again" as const };
  const [claim] = (await two.get("clinic.claims", { ids: [held] })).claims;
  const shown = { attempts: claim?.attempts.map(({ id }) => id) ?? [], historyIncomplete: false };
  expect((await two.get("items.decide", { ...decided, shown })).status).toBe("done");
  await becomes(one, held, "done");
  expect(service.booked()).toHaveLength(1);
  await joins(await signedInDesk(service.at(after)), one, { hub: hub.address, name: "Desk 4" });
  const last = await signedInDesk(service.at(after));
  await last.get("clinic.recover", { sheet: newSheet, name: "Desk 5" });
  await vi.waitFor(async () => {
    await inStep(last);
    expect(await findsFirst(last, "Zoe")).not.toBeNull();
  }, patient);
  const { desks } = await inStep(one);
  expect(desks.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)).toEqual([thief.desk]);
  expect((await memberState(two)).line).toBe("up");
});

/** A clinic of a desk and a stolen laptop, which have been in it for days. */
async function stolenForDays() {
  const service = await ownService();
  const database = await testDatabase();
  const hub = await testHub(database);
  await receivedAgo(database, "9 days");
  const stolen = keychain();
  const one = await signedInDesk(service.at(before));
  const laptop = await signedInDesk(service.at(before), { secrets: stolen.store });
  await clinicOf(hub, [one, laptop]);
  await inStep(laptop);
  await receivedAgo(database, "0 days");
  return { service, database, hub, one, thief: await stealDesk(laptop, stolen) };
}

/** Lets in all of them, as many a day as a desk may. A sheet has its own record with it. */
async function letInAll(
  database: TestDatabase,
  thief: Awaited<ReturnType<typeof stealDesk>>,
  all: readonly (readonly Said[])[],
): Promise<void> {
  for (let from = 0; from < all.length; from += mostLetInADay) {
    await receivedAgo(database, `${7 - from / mostLetInADay} days`);
    expect(await thief.push(all.slice(from, from + mostLetInADay).flat())).toBe(200);
  }
  await receivedAgo(database, "0 days");
}

it("a thief lets in no more than so many a day, with all that they let in, and the others go on letting in", async () => {
  const { service, hub, one, thief } = await stolenForDays();
  const ghost = () =>
    createMemberAdded({ desk: randomUUID(), credential: createCredential().digest, ...thief.card });
  expect(await thief.push(Array.from({ length: mostLetInADay }, ghost))).toBe(200);
  expect(await thief.push([ghost()])).toBe(409);
  await inStep(one);
  const { desks } = await memberState(one);
  expect(desks).toHaveLength(mostLetInADay + 2);
  const two = await signedInDesk(service.at(before));
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  expect((await inStep(two)).line).toBe("up");
});

it("whoever fills the clinic with sheets alone, and is removed without them, keeps nobody from making one", async () => {
  const { service, database, hub, one, thief } = await stolenForDays();
  const sheets = Array.from({ length: mostMembers - thief.members.length }, () => {
    const desk = randomUUID();
    return [
      createMemberAdded({ desk, credential: createCredential().digest, ...thief.card }),
      thief.record(desk, { kind: "sheet", printed: true }),
    ];
  });
  await letInAll(database, thief, sheets);
  await inStep(one);
  const { desks, sheets: seen } = await memberState(one);
  // Nobody sees them in the list of desks; the question before the removal has them.
  expect(desks).toHaveLength(2);
  expect(seen.map(({ letIn }) => letIn?.by)).toEqual(sheets.map(() => thief.desk));
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  const two = await signedInDesk(service.at(before));
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  // Again there is no room.
  await sheetOf(one, hub.address);
  expect((await memberState(one)).sheets).toHaveLength(1);
  expect((await inStep(two)).line).toBe("up");
});

it("whoever fills the clinic with desks and sheets of its own is removed with all of them at once", async () => {
  const { service, database, hub, one, thief } = await stolenForDays();
  const ghosts = Array.from({ length: mostMembers - thief.members.length }, () =>
    createMemberAdded({ desk: randomUUID(), credential: createCredential().digest, ...thief.card }),
  );
  const [first, ...others] = ghosts;
  if (first?.entry.type !== "member-added") throw new Error("nobody");
  const sheet = [first, thief.record(first.entry.desk, { kind: "sheet", printed: false })];
  await letInAll(database, thief, [sheet, ...others.map((other) => [other])]);
  await inStep(one);
  // Nobody else comes in any more: neither a desk nor a sheet.
  expect((await one.ask("clinic.makeSheet", {})).ok).toBe(false);
  const of = (await memberState(one)).desks.filter(({ letIn }) => letIn?.by === thief.desk);
  expect(of).toHaveLength(others.length);
  const since = of.map(({ letIn }) => letIn?.at ?? "").toSorted()[0];
  const asked = { desk: thief.desk, lost: true, letInSince: since ?? expect.fail("no time") };
  const { desks } = (await one.get("clinic.removeDesk", asked)) as Awaited<ReturnType<typeof memberState>>;
  expect(desks.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(["Desk 1"]);
  expect((await thief.pull()).status).toBe(403);
  await sheetOf(one, hub.address);
  const two = await signedInDesk(service.at(before));
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  expect((await inStep(two)).line).toBe("up");
});
