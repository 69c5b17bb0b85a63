import { expect, it, onTestFinished, vi } from "vitest";
import type { ClinicState } from "../../shared/clinic/clinic.ts";
import { systemClock, systemRandom } from "../../main/platform/system.ts";
import { openStore } from "../../main/db/open.ts";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { bookingForm, sendBooking, startDesk, type TestDesk } from "../support/desk-kit.ts";
import { patientRecord } from "../support/store-records.ts";
import { clinicOf, inStep, memberState, patient, service, signedInDesk } from "./support/clinic-desks.ts";
import { testDatabase, testHub } from "./support/started.ts";

const count = 2_000;

/** The desk with so many patients more, as it starts again. */
async function withPatients(desk: TestDesk): Promise<TestDesk> {
  const { directory, secrets } = desk;
  await desk.stop();
  const opened = await openStore({ directory, secrets, random: systemRandom });
  if (!opened.ok) throw new Error(opened.problem);
  opened.value.transaction(({ accounts, patients }) => {
    const accountId = accounts.list()[0]?.id ?? "";
    for (let at = 1; at <= count; at += 1) {
      const input = { firstName: `Ann${at}`, lastName: "Sample", externalId: `EXT-${at}` };
      patients.insert(patientRecord(at, { accountId, patientId: at, input }), true);
    }
  });
  opened.value.close();
  const again = await startDesk({ directory, secrets });
  onTestFinished(() => again.stop());
  return again;
}

/** How far the desk said it was, each time that it said something. */
const progressOf = ({ crossed }: TestDesk): readonly { read: number; of: number }[] =>
  crossed.flatMap((text) => {
    if (!text.startsWith('["clinic.changed"')) return [];
    const [, state] = JSON.parse(text) as [string, ClinicState];
    return state.membership === "member" && state.progress !== null ? [state.progress] : [];
  });

it(`a desk that joins a clinic of ${count} patients says how far it is, and can be worked at meanwhile`, async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const first = await signedInDesk(mock, { secrets: createMemorySecretStore() });
  const one = await withPatients(first);
  await clinicOf(hub, [one]);
  await inStep(one);
  // Its deadlines are the real ones: a busy computer reads for longer than a fast clock lets anybody wait.
  const two = await signedInDesk(mock, { clock: systemClock });
  await one.get("clinic.invite", {});
  const code = String((await memberState(one)).invitation?.code);
  await two.get("clinic.join", { hub: hub.address, code, name: "Desk 2" });
  await vi.waitFor(async () => {
    expect((await memberState(one)).invitation?.asks).toBe("Desk 2");
  }, patient);
  await one.get("clinic.answer", { accept: true });
  await vi.waitFor(() => expect(progressOf(two).length).toBeGreaterThan(0), { ...patient, interval: 5 });
  // Whoever works at the desk does not wait for it.
  const place = { sameAddress: false, address: "1 A", city: "B", state: "NY", zip: "10001" };
  const form = bookingForm({ patient: { kind: "number", text: "1" }, ...place });
  expect((await sendBooking(two, form)).status).toBe("done");
  await inStep(two);
  const told = progressOf(two);
  expect(told.length).toBeGreaterThan(3);
  expect(told.every(({ read, of }, at) => read <= of && read >= (told[at - 1]?.read ?? 0))).toBe(true);
  const all = await two.get("patients.search", { text: "Ann1999", limit: 5 });
  expect(all.patients.map(({ input }) => input.firstName)).toEqual(["Ann1999"]);
  expect((await memberState(two)).aside).toEqual((await memberState(one)).aside);
});
