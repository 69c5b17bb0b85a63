import { expect, it } from "vitest";
import { deriveSharedId } from "../../main/features/clinic/shared-content.ts";
import { fullPatient, sendPatient, type TestDesk } from "../support/desk-kit.ts";
import { clinicOf, inStep, service, signedInDesk } from "./support/clinic-desks.ts";
import { becomes, waiting } from "./support/clinic-scene.ts";
import { keychain } from "./support/keychain.ts";
import { testDatabase, testHub } from "./support/started.ts";
import { stealDesk } from "./support/stolen-desk.ts";

/* What waits, and a thief says was booked: with its removal as lost a person asks the service, and decides as about any other. */

async function scene() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const stolen = keychain();
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  const laptop = await signedInDesk(mock, { secrets: stolen.store });
  const desks: readonly TestDesk[] = [one, two, laptop];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, desks);
  for (const desk of desks) await inStep(desk);
  const { patients } = await one.get("patients.search", { text: "Sample", limit: 5 });
  const id = await waiting({ desks, known: String(patients[0]?.id) }, one);
  const thief = await stealDesk(laptop, stolen);
  const item = deriveSharedId(thief.clinic, id);
  expect(await thief.push([{ entry: { type: "take-over", item, epoch: 1 } }])).toBe(200);
  expect(await thief.push([{ entry: { type: "mark-booked", item, epoch: 2 } }])).toBe(200);
  for (const desk of [one, two]) await becomes(desk, id, "done");
  const made = (): number => mock.ledger().filter(({ kind }) => kind === "appointment").length;
  return { one, two, thief, id, made };
}

it("what a lost desk alone said was booked is sent once by a person at its maker, and is over at the others", async () => {
  const { one, two, thief, id, made } = await scene();
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  await becomes(one, id, "needs-checking");
  await becomes(two, id, "elsewhere");
  const anew = await one.get("items.decide", { id, decision: "again" });
  expect(anew).toMatchObject({ status: "saved-for-later", result: null });
  expect((await one.get("items.get", { id })).status).toBe("discarded");
  const saved = { kinds: ["booking" as const], statuses: ["saved-for-later" as const], limit: 10, offset: 0 };
  expect((await one.get("items.list", saved)).items).toMatchObject([{ id: anew.id }]);
  expect(made()).toBe(0);
  await becomes(two, id, "discarded");
  expect((await one.get("items.submit", { id: anew.id, wait: true })).status).toBe("done");
  expect(made()).toBe(1);
  // A second click begins nothing.
  expect((await one.ask("items.decide", { id, decision: "again" })).ok).toBe(false);
  expect((await one.get("items.list", saved)).items).toEqual([]);
});

it("what the service has after all is booked at every desk by its maker's word", async () => {
  const { one, two, thief, id, made } = await scene();
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  await becomes(one, id, "needs-checking");
  await becomes(two, id, "elsewhere");
  expect((await one.get("items.decide", { id, decision: "booked" })).status).toBe("done");
  await becomes(two, id, "done");
  await inStep(one);
  expect((await one.get("items.get", { id })).status).toBe("done");
  expect(made()).toBe(0);
});

it("what a desk said was booked that is replaced stays booked", async () => {
  const { one, two, thief, id } = await scene();
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: false });
  for (const desk of [one, two]) {
    await inStep(desk);
    expect((await desk.get("items.get", { id })).status).toBe("done");
  }
});
