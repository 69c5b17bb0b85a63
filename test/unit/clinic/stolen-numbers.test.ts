import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import { buildMembersChange } from "../../../main/features/clinic/acts.ts";
import { keptShared } from "../../../main/features/clinic/kept-claims.ts";
import { deriveSharedId } from "../../../main/features/clinic/shared-content.ts";
import { credentialOf, memoryClinic, memoryDesk, recordOf } from "../../support/clinic-in-memory.ts";
import { account, bookingWith, idOf } from "../../support/store-records.ts";

/* Whoever has one desk's keys, and lets in others, tells of more numbers of a booking than are kept. */

const waits = bookingWith(41, { date: "2026-03-04" }, { status: "ready" });
const numbered = (id: number) => ({
  id,
  appointmentDateTime: null,
  billingType: null,
  appointmentTimeZone: null,
  price: null,
  status: "Pending",
  notes: null,
  address: null,
  city: null,
  state: null,
  zip: null,
});
const said = (...entries: readonly Entry[]) => entries.map((entry) => ({ entry }));

it("the number that the service gave is known again once those are removed who told of all that are kept", async () => {
  const { hub, desks } = await memoryClinic(3);
  const [one, two, thief] = desks;
  if (one === undefined || two === undefined || thief === undefined) throw new Error("three desks");
  const item = deriveSharedId(one.kept().clinic, waits.id);
  const share: Entry = { type: "share", item, generation: 0, attempts: [], needsChecking: false };
  one.store.transaction(({ items }) => items.insert(waits));
  expect(one.say([...recordOf(one, item, { kind: "item", item: waits }), ...said(share)])).toBeNull();
  for (const desk of desks) await desk.read();
  const guest = await memoryDesk(9, { hub, clinic: () => one.kept().clinic });
  const added = { ...guest.keys.card, desk: guest.id, credential: credentialOf(guest.id) };
  expect(thief.say(await buildMembersChange(thief.kept(), { added }))).toBeNull();
  for (const desk of desks) await desk.read();
  // As if twenty desks that the thief let in had each told of one.
  for (const { store } of [one, two])
    store.transaction(({ clinic }) => {
      const claim = clinic.claims.get(account, item) ?? expect.fail();
      const shared = keptShared.parse(JSON.parse(claim.shared ?? ""));
      const answers = Array.from({ length: 20 }, (_none, nth) => ({
        desk: guest.id,
        appointment: numbered(100 + nth),
      }));
      clinic.claims.put(account, { ...claim, shared: JSON.stringify({ ...shared, answers }) });
    });
  const result = { appointment: numbered(7), bookedAt: "2026-11-23T12:00:00.000Z", markedByPerson: false };
  const done = { ...waits, status: "done" as const, result };
  one.store.transaction(({ items }) => items.update(done));
  const booked: Entry = { type: "outcome", item, attempt: randomUUID(), outcome: "booked" };
  expect(one.say([...recordOf(one, item, { kind: "item", item: done }, 2), ...said(booked)])).toBeNull();
  one.store.transaction(({ clinic }) => clinic.changes.done(done.id));
  for (const desk of [one, two]) await desk.read();
  const canceled = { kind: "answer", booking: waits.id, appointment: null, canceled: [7] } as const;
  await thief.read();
  expect(thief.say(recordOf(thief, idOf(99), canceled))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  const change = { removed: [{ desk: thief.id, lost: true }], stay: [one.id, two.id] };
  expect(two.say(await buildMembersChange(two.kept(), change))).toBeNull();
  for (const desk of [one, two]) await desk.read();
  for (const { store } of [one, two]) {
    const shown = store.read(({ items }) => items.find(waits.id));
    expect(shown).toMatchObject({ status: "done", result: { appointment: { id: 7 } } });
    expect(shown?.kind === "booking" && shown.result?.canceled).toBeUndefined();
  }
});
