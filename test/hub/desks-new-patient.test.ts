import { expect, it, vi } from "vitest";
import { bookingForm, fullPatient, hasty, type TestDesk } from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { becomes } from "./support/clinic-scene.ts";
import { middleman } from "./support/middleman.ts";
import { testDatabase, testHub } from "./support/started.ts";

const standsAs = (desk: TestDesk, state: "offline" | "online"): Promise<void> =>
  vi.waitFor(async () => {
    await desk.get("connection.check", {});
    expect((await desk.get("session.get", {})).connection.state).toBe(state);
  }, patient);

/** Two desks; the first has begun to create a patient, which the service does not hear of. The second books for that patient. */
async function bookedAtTheOther() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const line = await middleman(mock.baseUrl);
  const at = { ...mock, baseUrl: line.address };
  const [one, two] = [await signedInDesk(at, hasty), await signedInDesk(at, hasty)];
  await clinicOf(hub, [one, two]);
  line.deal(() => "drop");
  for (const desk of [one, two]) await standsAs(desk, "offline");
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
  return { mock, line, one, two, made, id };
}

it("a booking for a patient whom another desk is still creating waits for that, and goes out then", async () => {
  const { mock, line, one, two, made, id } = await bookedAtTheOther();
  line.deal(() => "pass");
  for (const desk of [one, two]) await standsAs(desk, "online");
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

it("where sharing has stopped a desk creates its own new patient, and sends the booking that waited for that no more", async () => {
  const { mock, line, one, two } = await bookedAtTheOther();
  const made = await two.get("items.create", {
    kind: "patient",
    form: { ...fullPatient, firstName: "Two", externalId: "two" },
  });
  await two.get("items.submit", { id: made.id, wait: false });
  const { patients } = await two.get("patients.search", { text: "Two", limit: 20 });
  const form = bookingForm({ patient: { kind: "known", id: String(patients[0]?.id) } });
  const { id } = await two.get("items.create", { kind: "booking", form });
  await two.get("items.submit", { id, wait: true });
  await becomes(two, id, "waiting-for-patient");
  await inStep(two);
  const { self } = await memberState(two);
  await inStep(one);
  await one.get("clinic.removeDesk", { desk: self, lost: false });
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    expect((await memberState(two)).line).toBe("stopped");
  }, patient);
  line.deal(() => "pass");
  await standsAs(two, "online");
  await two.get("items.submit", { id: made.id, wait: true });
  await becomes(two, made.id, "done");
  await becomes(two, id, "ready");
  // A person who sends it now is not let through either.
  expect((await two.get("items.submit", { id, wait: true })).status).toBe("ready");
  expect(mock.ledger().map(({ kind }) => kind)).toEqual(["patient"]);
});

/** Three desks; the first has begun to create a patient. It and the second have a booking that waits for that. */
async function threeDesks() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const toService = await middleman(mock.baseUrl);
  const lines = [await middleman(hub.address), await middleman(hub.address)] as const;
  const at = { ...mock, baseUrl: toService.address };
  const desk = (): ReturnType<typeof signedInDesk> => signedInDesk(at, hasty);
  const [one, two, three] = [await desk(), await desk(), await desk()];
  const desks = [one, two, three];
  await clinicOf({ ...hub, address: lines[0].address }, [one]);
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  await joins(three, one, { hub: lines[1].address, name: "Desk 3" });
  toService.deal(() => "drop");
  for (const desk of desks) await standsAs(desk, "offline");
  const made = await one.get("items.create", { kind: "patient", form: fullPatient });
  await one.get("items.submit", { id: made.id, wait: false });
  const { patients } = await one.get("patients.search", { text: "", limit: 20 });
  const known = { kind: "known" as const, id: String(patients[0]?.id) };
  const books = async (desk: TestDesk, time: string): Promise<string> => {
    const form = bookingForm({ patient: known, time });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    await desk.get("items.submit", { id, wait: true });
    await inStep(desk);
    return id;
  };
  const first = await books(one, "9am");
  await inStep(two);
  const second = await books(two, "10am");
  await becomes(two, second, "waiting-for-patient");
  await becomes(three, first, "elsewhere");
  return { mock, toService, lines, desks, one, two, three, known, first, second, made };
}

/** Creates the patient at the third desk as well, which takes over a booking for that. Answers the item that does it. */
async function adoptedBy(three: TestDesk, first: string): Promise<string> {
  await three.get("clinic.takeOver", { id: first });
  await inStep(three);
  const own = await three.get("items.list", { kinds: ["patient"], statuses: [], limit: 20, offset: 0 });
  return String(own.items[0]?.id);
}

/** The first discards what the third, which has taken over a booking, corrects and creates: each while it can't say so. */
async function discardedWhileEdited() {
  const scene = await threeDesks();
  const { one, three, desks, lines, first, made } = scene;
  const adopted = await adoptedBy(three, first);
  for (const desk of desks) await inStep(desk);
  for (const line of lines) line.deal(() => "drop");
  const draft = await three.get("items.edit", { id: adopted });
  const form = { ...fullPatient, address: "7 Corrected Way" };
  await three.get("items.saveForm", { id: draft.id, content: { kind: "patient", form } });
  await three.get("items.submit", { id: draft.id, wait: false });
  await one.get("items.discard", { id: made.id });
  return { ...scene, adopted: draft.id };
}

it.each([
  ["the first", [0, 1]],
  ["the third", [1, 0]],
] as const)(
  "who discards a patient while a third desk corrects and creates them takes nothing of that: %s is heard first",
  async (_who, order) => {
    const { mock, toService, lines, desks, one, two, three, known, first, second, adopted } =
      await discardedWhileEdited();
    for (const place of order) {
      lines[place].deal(() => "pass");
      await inStep([one, three][place] ?? one);
      await inStep(two);
    }
    for (const desk of desks) await inStep(desk);
    const patientAt = async (desk: TestDesk) => {
      const { patientId, input } = await desk.get("patients.get", { id: known.id });
      return { isMade: patientId !== null, address: input.address };
    };
    for (const desk of desks)
      expect(await patientAt(desk)).toEqual({ isMade: false, address: "7 Corrected Way" });
    // Nobody is told that the patient was discarded: the third desk still creates them.
    expect((await two.get("items.get", { id: second })).status).toBe("waiting-for-patient");
    toService.deal(() => "pass");
    for (const desk of desks) await standsAs(desk, "online");
    await three.get("items.submit", { id: adopted, wait: true });
    await becomes(three, adopted, "done");
    await becomes(two, second, "done");
    for (const desk of desks) {
      await inStep(desk);
      expect(await patientAt(desk)).toEqual({ isMade: true, address: "7 Corrected Way" });
    }
    // The one that was taken over waits for a person, who has to ask first.
    expect((await three.get("items.get", { id: first })).status).toBe("needs-checking");
    expect(
      mock
        .ledger()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(["appointment", "patient"]);
  },
);

it("a booking that asked for another patient waits for a person once a third desk creates that patient after all", async () => {
  const { mock, toService, desks, one, two, three, first, second, made } = await threeDesks();
  await one.get("items.discard", { id: made.id });
  await inStep(one);
  await becomes(two, second, "needs-editing");
  await becomes(three, first, "elsewhere");
  const adopted = await adoptedBy(three, first);
  await becomes(two, second, "saved-for-later");
  expect((await two.get("items.get", { id: second })).problem).toBeNull();
  toService.deal(() => "pass");
  for (const desk of desks) await standsAs(desk, "online");
  await three.get("items.submit", { id: adopted, wait: true });
  await becomes(three, adopted, "done");
  await inStep(two);
  expect((await two.get("items.submit", { id: second, wait: true })).status).toBe("done");
  expect(
    mock
      .ledger()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(["appointment", "patient"]);
});

it("a desk that left waits for no patient whom another desk creates: nobody tells it of that any more", async () => {
  const { two, made } = await bookedAtTheOther();
  const { patients } = await two.get("patients.search", { text: "Sample", limit: 20 });
  const form = bookingForm({ patient: { kind: "known", id: String(patients[0]?.id) }, time: "4pm" });
  const saved = await two.get("items.create", { kind: "booking", form });
  await two.get("clinic.leave", {});
  // Neither what is booked from now on, nor what was being typed.
  const sent = await two.ask("items.submit", { id: saved.id, wait: true });
  expect(sent).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
  expect(made.id).toBeDefined();
  const { items } = await two.get("items.list", {
    kinds: ["booking"],
    statuses: ["waiting-for-patient"],
    limit: 20,
    offset: 0,
  });
  expect(items).toEqual([]);
});
