import { expect, it } from "vitest";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf } from "../../support/clinic-in-memory.ts";
import { account, bookingItem, idOf, patientRecord } from "../../support/store-records.ts";

/* Whoever has the keys of one desk says of a patient what it likes. A record's name tells nothing of its kind. */

async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const record = deriveSharedId(one.kept().clinic, idOf(5));
  return { one, thief, record };
}

it("a booking that a desk writes under a patient's name keeps no change of that patient from being shared", async () => {
  const { one, thief, record } = await scene();
  const patient = patientRecord(5, { patientId: 77 });
  const first: SharedContent = { kind: "person", patient, makers: [] };
  expect(one.say(recordOf(one, record, first))).toBeNull();
  for (const desk of [one, thief]) await desk.read();
  one.store.transaction(({ patients }) =>
    patients.update(patientRecord(5, { patientId: 77, input: { city: "Shelbyville" } })),
  );
  expect(one.store.read(({ clinic: { changes } }) => changes.has(patient.id))).toBe(true);
  const booking: SharedContent = { kind: "item", item: bookingItem(5, { status: "done" }) };
  expect(thief.say(recordOf(thief, record, booking, 2))).toBeNull();
  await one.read();
  expect(one.store.read(({ clinic: { changes } }) => changes.has(patient.id))).toBe(true);
  expect(one.store.read(({ items }) => items.find(patient.id))).toBeNull();
});

it("a patient whom a removed desk was creating is waited for no longer", async () => {
  const { one, thief, record } = await scene();
  const content: SharedContent = { kind: "person", patient: patientRecord(5), makers: [thief.id] };
  expect(thief.say(recordOf(thief, record, content))).toBeNull();
  await one.read();
  const booking = bookingItem(7_001, { status: "waiting-for-patient" });
  const form = { ...booking.form, patient: { kind: "known", id: idOf(5) } as const };
  one.store.transaction(({ items }) => items.insert({ ...booking, form }));
  expect(one.say([{ entry: { type: "member-removed", desk: thief.id, lost: true } }])).toBeNull();
  await one.read();
  expect(one.store.read(({ items }) => items.find(idOf(7_001)))?.status).toBe("needs-editing");
});

it("a patient whom somebody creates who was never a member is waited for by nothing", async () => {
  const { one, thief, record } = await scene();
  const content: SharedContent = { kind: "person", patient: patientRecord(5), makers: [idOf(9_999)] };
  expect(thief.say(recordOf(thief, record, content))).toBeNull();
  await one.read();
  expect(one.store.read(({ patients }) => patients.find(account, idOf(5)))?.madeElsewhere).toBeUndefined();
});
