import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { getFirstEpoch } from "../../shared/clinic/log/claim-epoch.ts";
import { mostOfADesk } from "../../shared/clinic/log/outcomes.ts";
import { createMemberAdded, createCredential } from "../../main/features/clinic/acts.ts";
import { deriveDeskKeys, createDeskKeys } from "../../main/features/clinic/desk-keys.ts";
import type { Said } from "../../main/features/clinic/push.ts";
import { deriveSharedId, writeContent } from "../../main/features/clinic/shared-content.ts";
import type { BookingItem } from "../../shared/outbox/item.ts";
import { bookingForm, fullPatient, sendPatient, sendBooking } from "../support/desk-kit.ts";
import { clinicOf, inStep, memberState, service, signedInDesk } from "./support/clinic-desks.ts";
import { keychain } from "./support/keychain.ts";
import { stealDesk } from "./support/stolen-desk.ts";
import { testDatabase, testHub } from "./support/started.ts";

/* Whoever has the keys of one desk: what they say under a good signature changes nothing of what others send. */

async function scene() {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const stolen = keychain();
  const [one, two] = [await signedInDesk(mock), await signedInDesk(mock, { secrets: stolen.store })];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two]);
  await inStep(one);
  await inStep(two);
  const { patients } = await one.get("patients.search", { text: "Sample", limit: 5 });
  const known = { kind: "known" as const, id: String(patients[0]?.id) };
  const bookings = (): readonly unknown[] => mock.ledger().filter(({ kind }) => kind === "appointment");
  return { mock, one, two, stolen, known, bookings };
}
const contentOf = (item: BookingItem): { kind: string; record: Record<string, unknown> } =>
  JSON.parse(Buffer.from(writeContent({ kind: "item", item })).toString("utf8"));

it("a content under another record's name replaces no booking that somebody else holds, and sends none", async () => {
  const { one, two, stolen, known, bookings } = await scene();
  await one.get("outbox.pause", { paused: true });
  const form = bookingForm({ patient: known, notes: "as it was" });
  const { id } = await one.get("items.create", { kind: "booking", form });
  await one.get("items.submit", { id, wait: false });
  await inStep(one);
  await inStep(two);
  const theirs = (await two.get("items.get", { id })) as BookingItem;
  expect(theirs.status).toBe("elsewhere");
  const thief = await stealDesk(two, stolen);
  const { kind, record } = contentOf(theirs);
  const changed = { ...theirs.form, notes: "changed" };
  for (const status of ["ready", "done"]) {
    const forged = { kind, record: { ...record, status, form: changed } };
    expect(await thief.push([thief.record(randomUUID(), forged)])).toBe(200);
  }
  await inStep(one);
  expect(await one.get("items.get", { id })).toMatchObject({
    status: "saved-for-later",
    form: { notes: "as it was" },
  });
  await one.get("outbox.pause", { paused: false });
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("done");
  expect(bookings()).toMatchObject([{ body: { notes: "as it was" } }]);
});

it.each(["ready", "waiting-for-patient", "saved-for-later", "sending", "needs-card", "draft"] as const)(
  "a booking that nobody holds is not taken as %s: nothing goes out that nobody here made",
  async (status) => {
    const { one, two, stolen, known, bookings } = await scene();
    const { id } = await two.get("items.create", { kind: "booking", form: bookingForm({ patient: known }) });
    const theirs = (await two.get("items.get", { id })) as BookingItem;
    const thief = await stealDesk(two, stolen);
    const { kind, record } = contentOf(theirs);
    const name = deriveSharedId(thief.clinic, id);
    expect(await thief.push([thief.record(name, { kind, record: { ...record, status } })])).toBe(200);
    await inStep(one);
    expect((await one.ask("items.get", { id })).ok).toBe(false);
    expect(bookings()).toEqual([]);
    // What is set aside is counted.
    expect((await memberState(one)).aside).not.toEqual({});
  },
);

it("a booking that is made is not set back to be sent", async () => {
  const { one, two, stolen, known, bookings } = await scene();
  const booked = await sendBooking(one, bookingForm({ patient: known, notes: "as it was" }));
  expect(booked.status).toBe("done");
  await inStep(one);
  await inStep(two);
  const theirs = (await two.get("items.get", { id: booked.id })) as BookingItem;
  const thief = await stealDesk(two, stolen);
  const { kind, record } = contentOf(theirs);
  const forged = { kind, record: { ...record, status: "ready", form: { ...theirs.form, notes: "changed" } } };
  for (const version of [2, 3])
    await thief.push([thief.record(deriveSharedId(thief.clinic, booked.id), forged, version)]);
  await inStep(one);
  expect(await one.get("items.get", { id: booked.id })).toMatchObject({
    status: "done",
    form: { notes: "as it was" },
  });
  expect(bookings()).toHaveLength(1);
});

it.each([{ attempts: false }, { attempts: true }])(
  "what is handed over goes out as it is shown, whatever body stands beside it (with attempts: $attempts)",
  async ({ attempts }) => {
    const { one, two, stolen, known, bookings } = await scene();
    await two.get("outbox.pause", { paused: true });
    const form = bookingForm({ patient: known, notes: "as it is shown" });
    const { id } = await two.get("items.create", { kind: "booking", form });
    await two.get("items.submit", { id, wait: false });
    await inStep(two);
    await inStep(one);
    const theirs = (await two.get("items.get", { id })) as BookingItem;
    const { desks } = await memberState(two);
    const to = String(desks.find(({ name }) => name === "Desk 1")?.id);
    const thief = await stealDesk(two, stolen);
    const item = deriveSharedId(thief.clinic, id);
    const body = {
      patientId: 1,
      serviceId: 101,
      appointmentDateTime: "2031-12-24T13:00:00-05:00",
      notes: "somebody else's",
    };
    const tried = {
      startedAt: "2031-01-01T10:00:00.000Z",
      endedAt: "2031-01-01T10:00:01.000Z",
      phase: "none",
      status: null,
      outcome: null,
    };
    const { kind, record } = contentOf(theirs);
    const forged = {
      kind,
      record: { ...record, payload: JSON.stringify(body), attempts: attempts ? [tried] : [] },
    };
    expect(
      await thief.push([
        thief.record(item, forged, 2),
        { entry: { type: "hand-over", item, epoch: 1, to, notSent: [] } },
      ]),
    ).toBe(200);
    await inStep(one);
    const here = (await one.get("items.get", { id })) as BookingItem;
    expect(here).toMatchObject({ payload: null, form: { notes: "as it is shown" } });
    await one.get("items.submit", { id, wait: true });
    expect(bookings()).toMatchObject([{ body: { notes: "as it is shown" } }]);
  },
);

it("hundreds of attempts that a desk says may have arrived keep nobody from booking what another one holds", async () => {
  const { one, two, stolen, known, bookings } = await scene();
  await one.get("outbox.pause", { paused: true });
  const { id } = await one.get("items.create", { kind: "booking", form: bookingForm({ patient: known }) });
  await one.get("items.submit", { id, wait: false });
  await inStep(one);
  await inStep(two);
  const thief = await stealDesk(two, stolen);
  const item = deriveSharedId(thief.clinic, id);
  const tried = (): Said => ({
    entry: { type: "without-hub", item, attempt: randomUUID(), attempts: [] },
  });
  expect(await thief.push(Array.from({ length: 500 }, tried))).toBe(200);
  await inStep(one);
  expect((await one.get("items.get", { id })).status).toBe("needs-checking");
  await one.get("outbox.pause", { paused: false });
  const [claim] = (await one.get("clinic.claims", { ids: [id] })).claims;
  const shown = { attempts: claim?.attempts.map((attempt) => attempt.id) ?? [], historyIncomplete: false };
  expect(shown.attempts).toHaveLength(mostOfADesk);
  expect((await one.get("items.decide", { id, decision: "again", shown })).status).toBe("done");
  expect(bookings()).toHaveLength(1);
});

it("nobody takes the clinic from the others: an admin stays one until it is removed, and so does the sheet", async () => {
  const { one, two, stolen } = await scene();
  const thief = await stealDesk(two, stolen);
  const others = thief.members.filter(({ desk }) => desk !== thief.desk);
  expect(others.length).toBeGreaterThan(0);
  for (const { desk, publicKey, recipient, credential } of others)
    await thief.push([
      { entry: { type: "member-added", desk, admin: false, publicKey, recipient, credential } },
    ]);
  await inStep(one);
  expect((await memberState(one)).desks.filter(({ isAdmin }) => isAdmin)).toHaveLength(2);
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: false });
  const { desks } = await inStep(one);
  expect(desks.find(({ id }) => id === thief.desk)).toMatchObject({ isRemoved: true });
});

it("a desk that lets in one ghost every few milliseconds is removed with all of them", async () => {
  const { one, two, stolen } = await scene();
  const thief = await stealDesk(two, stolen);
  const ghost = () =>
    createMemberAdded({ ...thief.card, desk: randomUUID(), credential: createCredential().digest });
  const race = async (): Promise<number> => {
    for (;;) if ((await thief.push([ghost()])) === 403) return 403;
  };
  const over = race();
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: true });
  expect(await over).toBe(403);
  const { desks } = await inStep(one);
  expect(desks.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)).toEqual(["Desk 1"]);
});

it.each([
  ["no checksum fits", `age1${"q".repeat(58)}`],
  ["every secret is nothing", "age1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq5cu47z"],
])("a member to whom nothing can be sealed keeps nobody out and nobody in: %s", async (_what, recipient) => {
  const { one, two, stolen } = await scene();
  const thief = await stealDesk(two, stolen);
  const { publicKey } = (await deriveDeskKeys(await createDeskKeys())).card;
  const ghost = { desk: randomUUID(), admin: true, publicKey, recipient, credential: "0".repeat(64) };
  expect(await thief.push([{ entry: { type: "member-added", ...ghost } }])).toBe(200);
  await inStep(one);
  await one.get("clinic.removeDesk", { desk: thief.desk, lost: false });
  await one.get("clinic.removeDesk", { desk: ghost.desk, lost: false });
  const { desks } = await inStep(one);
  expect(desks.filter(({ isRemoved }) => !isRemoved)).toHaveLength(1);
});

it.each([
  ["gives another desk another name", { kind: "desk", name: "Stolen laptop" }, false],
  ["makes a sheet of another desk, which goes out of the list of desks", { kind: "sheet" }, false],
  ["makes a sheet of another desk by adding it once more", { kind: "sheet" }, true],
] as const)("nobody %s", async (_what, content, isAddedAgain) => {
  const { one, two, stolen } = await scene();
  const { desks: before } = await memberState(one);
  const thief = await stealDesk(two, stolen);
  const self = before.find(({ isSelf }) => isSelf)?.id ?? "";
  const card = thief.members.find(({ desk }) => desk === self) ?? expect.fail("It is no member");
  const { desk, admin, publicKey, recipient, credential } = card;
  const added = { type: "member-added", desk, admin, publicKey, recipient, credential } as const;
  for (const version of [2, 3]) {
    const word = thief.record(self, content, version);
    const status = await thief.push(isAddedAgain ? [{ entry: added }, word] : [word]);
    if (status === 200) break;
  }
  await inStep(one);
  const now = await memberState(one);
  expect(now.desks.map(({ id, name }) => [id, name])).toEqual(before.map(({ id, name }) => [id, name]));
  expect([now.hasSheet, now.hasUnprintedSheet]).toEqual([false, false]);
});

it.each([
  { decision: "booked" as const, booked: 1 },
  { decision: "again" as const, booked: 2 },
])(
  "a booking that was made before the clinic, and is handed over as one that waits, waits for a person ($decision)",
  async (decided) => {
    const mock = await service();
    const hub = await testHub(await testDatabase());
    const stolen = keychain();
    const one = await signedInDesk(mock);
    const [two, three] = [await signedInDesk(mock, { secrets: stolen.store }), await signedInDesk(mock)];
    await sendPatient(one, fullPatient);
    const { patients } = await one.get("patients.search", { text: "Sample", limit: 5 });
    const patient = { kind: "known" as const, id: String(patients[0]?.id) };
    const booked = await sendBooking(one, bookingForm({ patient }));
    await clinicOf(hub, [one, two, three]);
    for (const desk of [one, two, three]) await inStep(desk);
    const theirs = (await two.get("items.get", { id: booked.id })) as BookingItem;
    expect((await three.get("items.get", { id: booked.id })).status).toBe("done");
    const to = String((await memberState(two)).desks.find(({ name }) => name === "Desk 3")?.id);
    const thief = await stealDesk(two, stolen);
    const item = deriveSharedId(thief.clinic, booked.id);
    const { kind, record } = contentOf(theirs);
    const waiting = { kind, record: { ...record, status: "ready", result: null, attempts: [] } };
    const { generation } = thief;
    expect(
      await thief.push([
        { entry: { type: "share", item, generation, needsChecking: false, attempts: [] } },
        thief.record(item, waiting, 2),
        { entry: { type: "hand-over", item, epoch: getFirstEpoch(generation), to, notSent: [] } },
      ]),
    ).toBe(200);
    await inStep(three);
    expect((await three.get("items.get", { id: booked.id })).status).toBe("needs-checking");
    const bookings = (): readonly unknown[] => mock.ledger().filter((entry) => entry.kind === "appointment");
    expect(bookings()).toHaveLength(1);
    // A person at that desk decides, as about any other.
    const [claim] = (await three.get("clinic.claims", { ids: [booked.id] })).claims;
    const shown = { attempts: claim?.attempts.map(({ id }) => id) ?? [], historyIncomplete: false };
    const after = await three.get("items.decide", { id: booked.id, decision: decided.decision, shown });
    expect(after.status).toBe("done");
    expect(bookings()).toHaveLength(decided.booked);
  },
);
