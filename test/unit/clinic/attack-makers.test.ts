import { expect, it } from "vitest";
import { deriveSharedId, type SharedContent } from "../../../main/features/clinic/shared-content.ts";
import { memoryClinic, recordOf } from "../../support/clinic-in-memory.ts";
import { bookingItem, idOf, patientRecord } from "../../support/store-records.ts";

/* Who creates a patient is a desk's word, and ends with it. */

async function scene() {
  const { desks } = await memoryClinic(2);
  const [one, thief] = desks;
  if (one === undefined || thief === undefined) throw new Error("two desks");
  const record = deriveSharedId(one.kept().clinic, idOf(5));
  return { one, thief, record };
}

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
