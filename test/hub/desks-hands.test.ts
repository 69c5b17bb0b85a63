import { expect, it, vi } from "vitest";
import { anyEntry } from "../../shared/activity-log/audit.ts";
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
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { middleman } from "./support/middleman.ts";
import { copyOf, testDatabase, testHub } from "./support/started.ts";

/** Who decided about that item, as the desk's activity log says. */
async function whoDecided(desk: TestDesk, id: string): Promise<readonly string[]> {
  const { rows } = await desk.get("audit.list", { filter: anyEntry, from: 0, limit: 50, anchor: null });
  return rows
    .filter(({ act, record }) => act === "decided" && record === id)
    .map(({ byProgram }) => (byProgram ? "the program" : "a person"));
}

it("a booking is handed over as it is, and goes out from there", async () => {
  const { one, two, booked, ...of } = await scene();
  const id = await waiting({ ...of }, one);
  const { self } = await memberState(two);
  expect((await one.get("clinic.handOver", { id, to: self })).status).toBe("elsewhere");
  await becomes(two, id, "saved-for-later");
  expect(await one.ask("items.submit", { id, wait: true })).toMatchObject({
    ok: false,
    failure: { code: "busy" },
  });
  expect((await two.get("items.submit", { id, wait: true })).status).toBe("done");
  await becomes(one, id, "done");
  expect(booked()).toBe(1);
});

it("one that the service refused is edited: its draft takes its place at every desk", async () => {
  const { one, two, booked, known, ...of } = await scene();
  const place = { sameAddress: false, address: "1 A", city: "B", state: "NY", zip: "10001" };
  const form = bookingForm({ patient: { kind: "number", text: "999" }, ...place });
  const { id } = await one.get("items.create", { kind: "booking", form });
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("needs-editing");
  await inStep(one);
  await becomes(two, id, "elsewhere");
  const draft = await one.get("items.edit", { id });
  expect(draft).toMatchObject({ editOf: id, status: "draft" });
  await becomes(two, id, "discarded");
  const right = bookingForm({ patient: { kind: "known", id: known } });
  await one.get("items.saveForm", { id: draft.id, content: { kind: "booking", form: right } });
  expect((await one.get("items.submit", { id: draft.id, wait: true })).status).toBe("done");
  await becomes(two, draft.id, "done");
  expect([booked(), of.desks.length]).toEqual([1, 2]);
});

it("without the hub a person may book it, once, and the others hear of it", async () => {
  const { one, two, hub, database, booked, ...of } = await scene();
  const id = await waiting({ ...of }, one);
  const { port } = new URL(hub.address);
  await hub.close();
  await vi.waitFor(async () => {
    await one.get("clinic.look", {});
    expect((await memberState(one)).line).toBe("away");
  }, patient);
  // What waits does not go out by itself, nor by a press.
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("ready");
  expect(booked()).toBe(0);
  expect((await one.get("clinic.bookWithoutHub", { id })).status).toBe("done");
  await testHub(database, { port: Number(port) });
  await inStep(one);
  await becomes(two, id, "done");
  expect(booked()).toBe(1);
});

it("without the hub and the service nothing is allowed for later: another desk books it, and it goes out once", async () => {
  const { one, two, hub, mock, database, booked, ...of } = await scene();
  const id = await waiting({ ...of }, one);
  const { port } = new URL(hub.address);
  await hub.close();
  await mock.hangUp();
  await vi.waitFor(async () => {
    await one.get("clinic.look", {});
    expect((await memberState(one)).line).toBe("away");
    await one.get("connection.check", {});
    expect((await one.get("session.get", {})).connection.state).toBe("offline");
  }, patient);
  const pressed = await one.ask("clinic.bookWithoutHub", { id });
  expect((await one.get("items.get", { id })).status).not.toBe("ready");
  await testHub(database, { port: Number(port) });
  await mock.listen();
  await inStep(two);
  await two.get("clinic.takeOver", { id });
  await inStep(one);
  await becomes(one, id, "elsewhere");
  // The others were told of that try, and that nothing came of it.
  const { claims } = await two.get("clinic.claims", { ids: [id] });
  expect(claims).toMatchObject([{ isHeldHere: true, attempts: [] }]);
  const shown = { attempts: [], historyIncomplete: false };
  // The answer of a hub that has just begun may be lost on a busy computer: a person then sees how it stands, and presses again.
  await vi.waitFor(async () => {
    if ((await two.get("items.get", { id })).status === "needs-checking")
      await two.get("items.decide", { id, decision: "again", shown });
    await two.get("items.submit", { id, wait: true });
  }, patient);
  await becomes(two, id, "done");
  await becomes(one, id, "done");
  await one.get("connection.check", {});
  expect([booked(), pressed.ok]).toEqual([1, false]);
});

it("after the hub's database was put back, what it lost is said again, and a person is told that more may be missing", async () => {
  const { one, two, hub, database, booked, ...of } = await scene();
  const { port } = new URL(hub.address);
  const early = await waiting({ ...of }, one);
  await hub.close();
  const copy = await copyOf(database);
  const again = await testHub(database, { port: Number(port) });
  await inStep(one);
  const late = await waiting({ ...of }, two, { time: "3pm" });
  await again.close();
  await testHub(copy, { port: Number(port) });
  await inStep(one);
  await inStep(two);
  await becomes(two, late, "needs-checking");
  await becomes(one, late, "elsewhere");
  await becomes(one, early, "needs-checking");
  const { claims } = await two.get("clinic.claims", { ids: [late] });
  expect(claims).toMatchObject([{ blocked: "history-incomplete", isHeldHere: true }]);
  const told = { attempts: [], historyIncomplete: true };
  const untold = { ...told, historyIncomplete: false };
  expect(await two.ask("items.decide", { id: late, decision: "again", shown: untold })).toMatchObject({
    ok: false,
  });
  expect((await two.get("items.decide", { id: late, decision: "again", shown: told })).status).toBe("done");
  expect(await whoDecided(two, late)).toContain("a person");
  expect(await whoDecided(one, late)).not.toContain("a person");
  await becomes(one, late, "done");
  expect(booked()).toBe(1);
});

it("what the hub's database lost with its desk is taken over from whoever still knows it", async () => {
  const { one, two, hub, database, booked, ...of } = await scene();
  const { port } = new URL(hub.address);
  await hub.close();
  const copy = await copyOf(database);
  const again = await testHub(database, { port: Number(port) });
  await inStep(one);
  const id = await waiting({ ...of }, one);
  await one.stop();
  await again.close();
  await testHub(copy, { port: Number(port) });
  await inStep(two);
  const before = await two.get("clinic.claims", { ids: [id] });
  expect(before.claims).toMatchObject([
    { holderName: "Desk 1", isHeldHere: false, blocked: "history-incomplete" },
  ]);
  expect((await two.get("clinic.takeOver", { id })).status).toBe("needs-checking");
  const { claims } = await two.get("clinic.claims", { ids: [id] });
  expect(claims).toMatchObject([{ isHeldHere: true, blocked: "history-incomplete", awaited: ["Desk 1"] }]);
  const shown = { attempts: [], historyIncomplete: true };
  expect((await two.get("items.decide", { id, decision: "again", shown })).status).toBe("done");
  expect(booked()).toBe(1);
});

it.each([false, true])(
  "a booking whose patient a lost desk never made is taken over and goes out (the hub's answer to that is lost: %s)",
  async (isLost) => {
    const mock = await service();
    const hub = await testHub(await testDatabase());
    const between = await middleman(hub.address);
    const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
    await clinicOf(hub, [one]);
    await joins(two, one, { hub: between.address, name: "Desk 2" });
    await mock.hangUp();
    const stands = (desk: TestDesk, state: "offline" | "online") =>
      vi.waitFor(async () => {
        await desk.get("connection.check", {});
        expect((await desk.get("session.get", {})).connection.state).toBe(state);
      }, patient);
    await stands(one, "offline");
    const made = await one.get("items.create", { kind: "patient", form: fullPatient });
    await one.get("items.submit", { id: made.id, wait: false });
    const { patients } = await one.get("patients.search", { text: "Sample", limit: 20 });
    const form = bookingForm({ patient: { kind: "known", id: String(patients[0]?.id) } });
    const { id } = await one.get("items.create", { kind: "booking", form });
    await one.get("items.submit", { id, wait: false });
    await inStep(one);
    await becomes(two, id, "elsewhere");
    await one.stop();
    if (isLost)
      between.deal(({ method, path }) =>
        method === "POST" && path.endsWith("/log") ? "lose-answer" : "pass",
      );
    expect((await two.ask("clinic.takeOver", { id })).ok).toBe(!isLost);
    between.deal(() => "pass");
    await becomes(two, id, "needs-checking");
    await mock.listen();
    await stands(two, "online");
    const shown = { attempts: [], historyIncomplete: false };
    await two.get("items.decide", { id, decision: "again", shown });
    await inStep(two);
    await two.get("items.submit", { id, wait: true });
    await becomes(two, id, "done");
    expect(
      mock
        .ledger()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(["appointment", "patient"]);
  },
);

it("a desk that is removed says no more, and what it held is taken over", async () => {
  const { one, two, booked, ...of } = await scene();
  const id = await waiting({ ...of }, two);
  const { self } = await memberState(two);
  await one.get("clinic.removeDesk", { desk: self, lost: false });
  await vi.waitFor(async () => {
    await two.get("clinic.look", {});
    expect((await memberState(two)).line).toBe("stopped");
  }, patient);
  expect((await two.get("items.submit", { id, wait: true })).status).toBe("ready");
  // Who quits or locks there is not told that it goes out.
  expect(two.desk.standing().tally).toMatchObject({ unshared: 1, waiting: 0 });
  expect((await one.get("clinic.takeOver", { id })).status).toBe("needs-checking");
  expect(booked()).toBe(0);
});

it("with all desks lost, the sheet lets a new one in, which reads everything", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await one.get("clinic.create", { hub: hub.address, token: String(hub.creationToken), name: "Desk 1" });
  await one.get("clinic.makeSheet", {});
  const { sheet } = await one.get("clinic.makeSheet", {});
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  await one.get("clinic.removeDesk", { desk: (await memberState(two)).self, lost: true });
  const { id } = await one.get("items.create", {
    kind: "booking",
    form: bookingForm({ notes: "left by Desk 1" }),
  });
  await inStep(one);
  expect(id).toBeDefined();
  await one.stop();
  const three = await signedInDesk(mock, hasty);
  await three.get("clinic.recover", {
    sheet: `${sheet.hub}\n${sheet.clinic}\n${sheet.identity}`,
    name: "Desk 3",
  });
  const { desks, hasSheet } = await inStep(three);
  expect(desks.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(["Desk 1", "Desk 3"]);
  // Nobody has said that it is printed; who recovers with it has it.
  expect(hasSheet).toBe(true);
});
