import { expect, it, vi } from "vitest";
import type { Clock } from "../../main/platform/ports.ts";
import { bookingForm, sendBooking, sendPatient, fullPatient } from "../support/desk-kit.ts";
import { bookingNumbered } from "../faults/kit/bench.ts";
import { fastClock } from "../faults/kit/fast-clock.ts";
import {
  brisk,
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
} from "./support/clinic-desks.ts";
import { testDatabase, testHub } from "./support/started.ts";

it("desks share patients and bookings", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two]);
  await inStep(one);
  const state = await inStep(two);
  expect(state.desks.map(({ name }) => name)).toEqual(["Desk 1", "Desk 2"]);
  const found = await two.get("patients.search", { text: "Sample", limit: 20 });
  expect(found.patients.map(({ input }) => input.firstName)).toEqual(["Ann"]);
  const known = found.patients[0];
  const booked = await sendBooking(two, bookingForm({ patient: { kind: "known", id: String(known?.id) } }));
  expect(booked.status).toBe("done");
  await vi.waitFor(async () => {
    const there = await one.get("items.get", { id: booked.id });
    expect(there.status).toBe("done");
  }, patient);
  expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(1);
});

it("a desk that joined is seen at the others, without anybody asking for it", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  // Its next look of its own accord is a minute away.
  const [one, two] = [await signedInDesk(mock, { clock: fastClock(0.5) }), await signedInDesk(mock)];
  await clinicOf(hub, [one, two]);
  await vi.waitFor(async () => {
    const { desks } = await memberState(one);
    expect(desks.map(({ name, lastSeenAt }) => [name, lastSeenAt !== null])).toEqual([
      ["Desk 1", true],
      ["Desk 2", true],
    ]);
  }, patient);
});

it("what waits at a desk that is gone is taken over, and needs checking", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two]);
  const known = (await one.get("patients.search", { text: "Sample", limit: 20 })).patients[0];
  const form = bookingForm({ patient: { kind: "known", id: String(known?.id) } });
  const { id } = await one.get("items.create", { kind: "booking", form });
  await one.get("items.submit", { id, wait: false });
  await inStep(one);
  await vi.waitFor(
    async () => expect((await two.get("items.get", { id })).status).toBe("elsewhere"),
    patient,
  );
  await one.stop();
  const { claims } = await two.get("clinic.claims", { ids: [id] });
  expect(claims).toMatchObject([{ holderName: "Desk 1", isHeldHere: false, blocked: null, attempts: [] }]);
  const taken = await two.get("clinic.takeOver", { id });
  expect(taken.status).toBe("needs-checking");
  const sent = await two.get("items.decide", {
    id,
    decision: "again",
    shown: { attempts: [], historyIncomplete: false },
  });
  expect(sent.status).toBe("done");
  expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(1);
});

it("what waits goes out through the hub once, however many desks are open", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two]);
  const known = (await one.get("patients.search", { text: "Sample", limit: 20 })).patients[0];
  const form = bookingForm({ patient: { kind: "known", id: String(known?.id) } });
  await mock.hangUp();
  const { id } = await one.get("items.create", { kind: "booking", form });
  const waiting = await one.get("items.submit", { id, wait: true });
  expect(waiting.status).toBe("ready");
  await vi.waitFor(
    async () => expect((await two.get("items.get", { id })).status).toBe("elsewhere"),
    patient,
  );
  await mock.listen();
  await one.get("connection.check", {});
  await vi.waitFor(async () => {
    expect((await one.get("items.submit", { id, wait: true })).status).toBe("done");
  }, patient);
  await vi.waitFor(async () => expect((await two.get("items.get", { id })).status).toBe("done"), patient);
  expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(1);
});

it("a desk that joins reads a log whose last pages are full", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock)];
  await clinicOf(hub, [one]);
  // More than a page of the log holds, in fewer pushes than a desk looks through at once.
  const notes = "a".repeat(180_000);
  const ids: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const { id } = await one.get("items.create", bookingNumbered(at, { notes: `${at} ${notes}` }));
    await one.get("items.submit", { id, wait: false });
    ids.push(id);
  }
  await inStep(one);
  await joins(two, one, { hub: hub.address, name: "Desk 2" });
  for (const id of ids) expect((await two.get("items.get", { id })).status).toBe("elsewhere");
});

it("what is saved at a desk where nothing else happens is at the others at once, and not at the next look", async () => {
  const mock = await service();
  // Nor does the hub remind anybody.
  const hub = await testHub(await testDatabase(), { lookEveryMs: 3_600_000 });
  // Once both are there no timer runs out any more: neither looks of its own accord.
  let isStanding = false;
  const clock: Clock = {
    ...brisk,
    after: (milliseconds, run) => brisk.after(milliseconds, () => void (isStanding || run())),
  };
  const [one, two] = [await signedInDesk(mock, { clock }), await signedInDesk(mock, { clock })];
  await clinicOf(hub, [one, two]);
  for (const desk of [one, two]) await inStep(desk);
  isStanding = true;
  await sendPatient(one, fullPatient);
  const found = async (): Promise<number> =>
    (await two.get("patients.search", { text: "Sample", limit: 20 })).patients.length;
  await vi.waitFor(async () => expect(await found()).toBe(1), patient);
  const { id } = await one.get("items.create", bookingNumbered(1));
  await one.get("items.submit", { id, wait: false });
  const status = async (): Promise<string> => (await two.get("items.get", { id })).status;
  await vi.waitFor(async () => expect(await status()).toBe("elsewhere"), patient);
});
