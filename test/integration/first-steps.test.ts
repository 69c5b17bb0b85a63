import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";

describe("who was here last", () => {
  let mock: MockService;
  let desk: TestDesk;
  beforeAll(async () => {
    mock = await startMockService({ decideAfterMs: 600_000 });
    desk = await startDesk();
    await desk.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
  });
  afterAll(async () => {
    await desk.stop();
    removeFolder(desk.directory);
    await mock.close();
  });
  const recent = async (limit = 5): Promise<readonly string[]> => {
    const { patients, last } = await desk.get("patients.search", { text: "", limit });
    return patients.map(({ id, input }) => `${input.firstName} ${last[id]?.how ?? ""}`);
  };

  it("is the patient booked for or added last, each once, and not more than are asked for", async () => {
    expect(await recent()).toEqual([]);
    const ann = await sendPatient(desk, { ...fullPatient, firstName: "Ann", externalId: "A" });
    await sendPatient(desk, { ...fullPatient, firstName: "Bo", externalId: "B" });
    expect(await recent()).toEqual(["Bo added", "Ann added"]);
    const patient = { kind: "known", id: ann.patientRecordId ?? "" } as const;
    await sendBooking(desk, bookingForm({ patient, time: "2pm" }));
    await sendBooking(desk, bookingForm({ patient, time: "3pm" }));
    expect(await recent()).toEqual(["Ann booked", "Bo added"]);
    expect(await recent(1)).toEqual(["Ann booked"]);
  });

  it("keeps what was tried and that the list was put away, also with another one at the desk meanwhile", async () => {
    expect(await desk.get("guide.get", {})).toEqual({ isOpen: true, done: [] });
    await desk.get("guide.change", { isOpen: null, done: "offline" });
    await desk.get("guide.change", { isOpen: false, done: "offline" });
    await desk.get("session.practise", {});
    expect(await desk.get("guide.get", {})).toEqual({ isOpen: true, done: [] });
    await desk.get("session.signOut", {});
    await desk.get("session.connect", {
      serviceAddress: mock.baseUrl,
      token: mock.token,
      sameAccount: null,
    });
    expect(await desk.get("guide.get", {})).toEqual({ isOpen: false, done: ["offline"] });
  });

  it("keeps them for the next start too, in practice as at the service", async () => {
    const { directory, secrets } = desk;
    const isOpenAfterStart = async (): Promise<boolean> => {
      await desk.stop();
      desk = await startDesk({ directory, secrets });
      return (await desk.get("guide.get", {})).isOpen;
    };
    expect(await isOpenAfterStart()).toBe(false);
    await desk.get("session.practise", {});
    expect(await isOpenAfterStart()).toBe(true);
    await desk.get("guide.change", { isOpen: false, done: null });
    expect(await isOpenAfterStart()).toBe(false);
  });
});

describe("the practice service that stops answering", () => {
  it("is offline at once: what is booked meanwhile waits, no byte of it sent, and goes out when it answers again", async () => {
    const desk = await startDesk();
    await desk.get("session.practise", {});
    expect(await desk.get("practice.answer", { answers: false })).toEqual({ answers: false });
    const offline = await desk.get("session.get", {});
    expect(offline.connection.state).toBe("offline");
    const { patients } = await desk.get("patients.search", { text: "", limit: 1 });
    const form = bookingForm({ patient: { kind: "known", id: patients[0]?.id ?? "" } });
    const item = await sendBooking(desk, form);
    expect([item.status, item.attempts.map(({ phase }) => phase)]).toEqual(["ready", []]);
    expect(await desk.get("practice.answer", { answers: true })).toEqual({ answers: true });
    await expect.poll(async () => (await desk.get("items.get", { id: item.id })).status).toBe("done");
    await desk.get("practice.answer", { answers: false });
    await desk.get("session.practise", {});
    expect(await desk.get("practice.line", {})).toEqual({ answers: true });
    await desk.stop();
    removeFolder(desk.directory);
  });
});
