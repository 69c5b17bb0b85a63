import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { say } from "../../messages/saying.ts";
import { everyItem } from "../faults/kit/bench.ts";
import { backupPlace, backUp, cheap, chooser, lookInto, plan } from "../support/backup-kit.ts";
import { bookingForm, fullPatient, sendPatient, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { jwtOf, startFakeService, type FakeService } from "../support/fake-service.ts";

/** Backups that are put back where they were not made, or were made in the middle of something; the service says what was made. */
let place: ReturnType<typeof backupPlace>;
let service: FakeService;
let desks: TestDesk[];
let chosen: { folder: string | null; file: string | null };

beforeEach(async () => {
  place = backupPlace();
  chosen = { folder: place.folder, file: null };
  desks = [];
  service = await startFakeService();
});
afterEach(async () => {
  for (const desk of desks) await desk.stop();
  await service.close();
  rmSync(place.root, { recursive: true, force: true });
});

/** A computer of its own, by name: a profile and a keychain that stay. */
function computer(name: string): () => Promise<TestDesk> {
  const secrets = createMemorySecretStore();
  return async () => {
    const directory = join(place.root, name);
    const desk = await startDesk({ directory, secrets, backupCost: cheap, ...chooser(chosen) });
    desks.push(desk);
    return desk;
  };
}
const signIn = (desk: TestDesk, subject: string) =>
  desk.get("session.connect", {
    serviceAddress: service.baseUrl,
    token: jwtOf({ sub: subject, iss: "elm" }),
    sameAccount: null,
  });
const booking = bookingForm({
  patient: { kind: "number", text: "1" },
  sameAddress: false,
  address: "1 Main St",
  city: "Springfield",
  state: "IL",
  zip: "62701",
});
const booked = (): number => service.sent("/api/appointment").length;
const standing = async (desk: TestDesk) =>
  (await everyItem(desk)).map(({ kind, status }) => `${kind} ${status}`).toSorted();
async function restore(desk: TestDesk): Promise<void> {
  await desk.get("backup.restore", { id: await lookInto(desk) });
  await desk.stop();
}

it("another account's backup shows none of its records to the account at the desk, sends none, and says whose they are", async () => {
  const theirs = await computer("theirs")();
  await signIn(theirs, "Oak Street Clinic");
  await sendPatient(theirs, fullPatient);
  const { id } = await theirs.get("items.create", { kind: "booking", form: booking });
  await theirs.get("items.submit", { id, wait: false });
  await plan(theirs);
  chosen.file = await backUp(theirs);
  const account = (await theirs.get("session.get", {})).session.accountId;
  await theirs.stop();

  const own = computer("own");
  const before = await own();
  await signIn(before, "Elm Street Clinic");
  await sendPatient(before, { ...fullPatient, firstName: "Own", externalId: "OWN-1" });
  await restore(before);
  const desk = await own();
  expect((await desk.get("session.get", {})).session.status).toBe("signed-in");
  const { missing } = (await desk.get("app.info", {})).recordsNotice;
  expect(missing).toMatchObject({ restored: expect.any(String), restoredOf: [account] });
  expect(await standing(desk)).toEqual([]);
  expect((await desk.get("patients.search", { text: "sample", limit: 5 })).patients).toEqual([]);
  await desk.get("connection.check", {});
  expect(booked()).toBe(0);
  // Theirs are there, and wait for a person of theirs.
  await signIn(desk, "Oak Street Clinic");
  expect(await standing(desk)).toEqual(["booking needs-checking", "patient done"]);
  expect(booked()).toBe(0);
});

it("a backup that was made while a booking was being sent, put back, needs a check of it and sends it no second time", async () => {
  const own = computer("own");
  const before = await own();
  await signIn(before, "Elm Street Clinic");
  const answer = Promise.withResolvers<null>();
  service.rule(({ path }) => (path === "/api/appointment" ? answer.promise : null));
  const { id } = await before.get("items.create", { kind: "booking", form: booking });
  const sent = before.ask("items.submit", { id, wait: true });
  await expect.poll(booked).toBe(1);
  await plan(before);
  chosen.file = await backUp(before);
  answer.resolve(null);
  await sent;
  expect(await standing(before)).toEqual(["booking done"]);
  await restore(before);

  const desk = await own();
  const item = await desk.get("items.get", { id });
  expect(item).toMatchObject({ status: "needs-checking", problem: { why: say("failures.outbox.putBack") } });
  await desk.get("connection.check", {});
  expect(booked()).toBe(1);
});
