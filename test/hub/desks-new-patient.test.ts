import { expect, it, vi } from "vitest";
import { bookingForm, fullPatient, type TestDesk } from "../support/desk-kit.ts";
import { clinicOf, inStep, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { becomes } from "./support/clinic-scene.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

/** Two desks; the first has begun to create a patient, which the service does not hear of. The second books for that patient. */
async function bookedAtTheOther() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const line = await middleman(mock.baseUrl);
  const at = { ...mock, baseUrl: line.address };
  const [one, two] = [await signedInDesk(at), await signedInDesk(at)];
  await clinicOf(hub, [one, two]);
  const isAway = (desk: TestDesk, state: "offline" | "online"): Promise<void> =>
    vi.waitFor(async () => {
      await desk.get("connection.check", {});
      expect((await desk.get("session.get", {})).connection.state).toBe(state);
    }, patient);
  line.deal(() => "drop");
  for (const desk of [one, two]) await isAway(desk, "offline");
  const made = await one.get("items.create", { kind: "patient", form: fullPatient });
  await one.get("items.submit", { id: made.id, wait: false });
  await inStep(one);
  await inStep(two);
  // Nobody was at this desk yet: it shows whom the clinic knows.
  const { patients } = await two.get("patients.search", { text: "", limit: 20 });
  const form = bookingForm({ patient: { kind: "known", id: String(patients[0]?.id) } });
  const { id } = await two.get("items.create", { kind: "booking", form });
  await two.get("items.submit", { id, wait: true });
  await becomes(two, id, "waiting-for-patient");
  return { mock, line, one, two, made, id, isAway };
}

it("a booking for a patient whom another desk is still creating waits for that, and goes out then", async () => {
  const { mock, line, one, two, made, id, isAway } = await bookedAtTheOther();
  line.deal(() => "pass");
  for (const desk of [one, two]) await isAway(desk, "online");
  await one.get("items.submit", { id: made.id, wait: true });
  await becomes(one, made.id, "done");
  await inStep(one);
  await becomes(two, id, "done");
  const kinds = mock.ledger().map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(["appointment", "patient"]);
});

it("when that desk discards the patient, the booking asks for another", async () => {
  const { one, two, made, id } = await bookedAtTheOther();
  await one.get("items.discard", { id: made.id });
  await inStep(one);
  await becomes(two, id, "needs-editing");
  expect((await two.get("items.get", { id })).problem?.why.id).toBe("failures.outbox.patientDiscarded");
});
