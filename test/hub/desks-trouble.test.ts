import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import {
  clinicOf,
  inStep,
  joins,
  memberState,
  patient,
  service,
  signedInDesk,
  type MemberState,
} from "./support/clinic-desks.ts";
import { becomes, scene, waiting } from "./support/clinic-scene.ts";
import { keychain } from "./support/keychain.ts";
import { middleman } from "./support/middleman.ts";
import { setClock } from "./support/set-clock.ts";
import { testDatabase, testHub } from "./support/started.ts";

const year = 365 * 24 * 3_600_000;

/** The same records at another computer, or at this one after a restart. */
async function startedAgain(of: Pick<TestDesk, "directory" | "secrets">): Promise<TestDesk> {
  const desk = await startDesk(of);
  onTestFinished(() => desk.stop());
  return desk;
}
const stands = (desk: TestDesk, line: MemberState["line"], why: string | undefined): Promise<void> =>
  vi.waitFor(async () => {
    await desk.get("clinic.look", {});
    const state = await memberState(desk);
    expect([state.line, state.reason?.id]).toEqual([line, why]);
  }, patient);

it("a profile that is copied to a second computer: one of the two stops and says why, and nothing goes out twice", async () => {
  const { one, known, booked, mock, hub } = await scene();
  const chain = keychain();
  const two = await signedInDesk(mock, { secrets: chain.store });
  await joins(two, one, { hub: hub.address, name: "Desk 3" });
  const id = await waiting({ desks: [one, two], known }, two);
  await two.stop();
  const directory = mkdtempSync(join(tmpdir(), "front-desk-copy-"));
  onTestFinished(() => removeFolder(directory));
  cpSync(two.directory, directory, { recursive: true });
  const { store: secrets } = await chain.copy();
  const [first, copy] = [await startedAgain(two), await startedAgain({ directory, secrets })];
  await inStep(first);
  const made = await sendBooking(first, bookingForm({ patient: { kind: "known", id: known }, time: "4pm" }));
  await inStep(first);
  await becomes(one, made.id, "done");
  await stands(copy, "stopped", "failures.clinic.stopped.copy");
  // Neither by itself nor by a press: the copy has no say any more.
  expect((await copy.get("items.submit", { id, wait: true })).status).toBe("ready");
  const alone = await sendBooking(copy, bookingForm({ patient: { kind: "known", id: known }, time: "5pm" }));
  expect(alone.status).toBe("done");
  expect((await first.get("items.submit", { id, wait: true })).status).toBe("done");
  await becomes(one, id, "done");
  expect(booked()).toBe(3);
  // It leaves and joins anew, as another desk.
  await copy.get("clinic.leave", {});
  expect((await copy.get("items.get", { id })).status).toBe("needs-checking");
});

it("a booking with notes of 300 kB is nobody else's to see, and is still sent, changed and counted as what it is", async () => {
  const { one, two, known, booked, desks, mock, hub } = await scene();
  const pushes = (): number =>
    hub.lines.filter((line) => line.includes('"POST"') && line.includes("/log")).length;
  const notes = "Long notes. ".repeat(25_600);
  const form = bookingForm({ patient: { kind: "known", id: known }, notes });
  await mock.hangUp();
  const { id } = await one.get("items.create", { kind: "booking", form });
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("ready");
  expect((await inStep(one)).aside.large).toBe(1);
  expect((await inStep(two)).aside.large).toBe(1);
  expect(await two.ask("items.get", { id })).toMatchObject({ ok: false, failure: { code: "not-found" } });
  const { self } = await memberState(two);
  expect(await one.ask("clinic.handOver", { id, to: self })).toMatchObject({
    failure: { why: { id: "failures.clinic.tooLarge" } },
  });
  // It says all that there is to say once, and is in step with the others.
  const said = pushes();
  await one.get("clinic.look", {});
  await one.get("clinic.look", {});
  expect([said > 3, pushes()]).toEqual([true, said]);
  await mock.listen();
  await one.get("connection.check", {});
  await becomes(one, id, "done");
  expect(booked()).toBe(1);
  // One that waits for its turn as the others do.
  const later = await one.get("items.create", { kind: "booking", form: { ...form, time: "4pm" } });
  await one.get("items.submit", { id: later.id, wait: false });
  await inStep(one);
  expect((await one.get("items.submit", { id: later.id, wait: true })).status).toBe("done");
  // The service takes it not as it is: its draft takes its place here, and elsewhere nobody has either.
  const place = { sameAddress: false, address: "1 A", city: "B", state: "NY", zip: "10001" };
  const wrong = { ...form, patient: { kind: "number" as const, text: "999" }, ...place };
  const refused = await one.get("items.create", { kind: "booking", form: wrong });
  expect((await one.get("items.submit", { id: refused.id, wait: true })).status).toBe("needs-editing");
  await inStep(one);
  const draft = await one.get("items.edit", { id: refused.id });
  expect(draft).toMatchObject({ editOf: refused.id, status: "draft" });
  expect((await one.get("items.get", { id: refused.id })).status).toBe("discarded");
  await one.get("items.saveForm", {
    id: draft.id,
    content: { kind: "booking", form: { ...form, time: "5pm" } },
  });
  expect((await one.get("items.submit", { id: draft.id, wait: true })).status).toBe("done");
  await inStep(one);
  await inStep(two);
  expect([booked(), desks.length]).toEqual([3, 2]);
});

it.each([
  ["short", 1],
  ["long", 25_600],
])("a booking with %s notes is edited once, though the hub's answer to that is lost", async (_, repeats) => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  const between = await middleman(hub.address);
  const one = await signedInDesk(mock);
  await clinicOf({ ...hub, address: between.address }, [one]);
  const notes = "Long notes. ".repeat(repeats);
  const place = { sameAddress: false, address: "1 A", city: "B", state: "NY", zip: "10001" };
  const form = bookingForm({ patient: { kind: "number", text: "999" }, ...place, notes });
  const { id } = await one.get("items.create", { kind: "booking", form });
  expect((await one.get("items.submit", { id, wait: true })).status).toBe("needs-editing");
  await inStep(one);
  between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? "lose-answer" : "pass"));
  expect((await one.ask("items.edit", { id })).ok).toBe(false);
  between.deal(() => "pass");
  await inStep(one);
  const { items } = await one.get("items.list", { kinds: ["booking"], statuses: [], limit: 50, offset: 0 });
  expect(items.map(({ status }) => status).toSorted()).toEqual(["discarded", "draft"]);
  const draft = await one.get("items.get", {
    id: String(items.find(({ status }) => status === "draft")?.id),
  });
  expect([draft.editOf, JSON.stringify(draft).includes(notes)]).toEqual([id, true]);
});

it.each([-20, 30])(
  "a desk whose clock is %d years wrong joins, shares and sends as any other",
  async (years) => {
    const mock = await service();
    const hub = await testHub(await testDatabase());
    const one = await signedInDesk(mock);
    const two = await signedInDesk(mock, { clock: setClock(years * year) });
    await sendPatient(one, fullPatient);
    await clinicOf(hub, [one]);
    await joins(two, one, { hub: hub.address, name: "Desk 2" });
    const found = await vi.waitFor(async () => {
      const { patients } = await two.get("patients.search", { text: "Sample", limit: 5 });
      expect(patients).toHaveLength(1);
      return String(patients[0]?.id);
    }, patient);
    const day = new Date(Date.now() + Math.max(0, years) * year + 90 * 86_400_000).toISOString().slice(0, 10);
    const form = bookingForm({ patient: { kind: "known", id: found }, date: day });
    const { id } = await two.get("items.create", { kind: "booking", form });
    await two.get("items.submit", { id, wait: false });
    await inStep(two);
    await becomes(one, id, "elsewhere");
    await one.get("clinic.takeOver", { id });
    await becomes(two, id, "elsewhere");
    const shown = { attempts: [], historyIncomplete: false };
    await one.get("items.decide", { id, decision: "again", shown });
    await becomes(one, id, "done");
    await becomes(two, id, "done");
    expect(mock.ledger().filter(({ kind }) => kind === "appointment")).toHaveLength(1);
  },
);

it("a desk that is ended in the middle of a push says it again as it was, and nothing is there twice", async () => {
  const { one, hub, known, booked, mock } = await scene();
  const between = await middleman(hub.address);
  const two = await signedInDesk(mock);
  await joins(two, one, { hub: between.address, name: "Desk 3" });
  for (const deed of ["lose-answer", "drop"] as const) {
    const time = deed === "drop" ? "3pm" : "4pm";
    between.deal(({ method, path }) => (method === "POST" && path.endsWith("/log") ? deed : "pass"));
    const form = bookingForm({ patient: { kind: "known", id: known }, time });
    const desk = restarted.at(-1) ?? two;
    const { id } = await desk.get("items.create", { kind: "booking", form });
    await desk.get("items.submit", { id, wait: false });
    await stands(desk, "away", "failures.clinic.away");
    await desk.stop();
    between.deal(() => "pass");
    const again = await startedAgain(two);
    restarted.push(again);
    await inStep(again);
    await becomes(one, id, "elsewhere");
    expect((await again.get("items.submit", { id, wait: true })).status).toBe("done");
    await becomes(one, id, "done");
  }
  expect(booked()).toBe(2);
});
const restarted: TestDesk[] = [];

it("of two accounts on one computer each has its own clinic, or none, and sees nothing of the other's", async () => {
  const { one, two, known, mock } = await scene();
  const connect = async (subject: string): Promise<void> => {
    const token = await mock.issueToken({ subject });
    await two.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
  };
  const before = await memberState(two);
  await connect("another");
  expect(await two.get("clinic.get", {})).toMatchObject({ membership: "none" });
  expect((await two.get("patients.search", { text: "Sample", limit: 5 })).patients).toEqual([]);
  // What comes meanwhile comes to nobody here.
  const id = await waiting({ desks: [one], known }, one);
  expect(await two.ask("items.get", { id })).toMatchObject({ ok: false });
  expect((await two.get("clinic.claims", { ids: [id] })).claims).toEqual([]);
  for (const route of ["clinic.takeOver", "clinic.bookWithoutHub"] as const)
    expect(await two.ask(route, { id })).toMatchObject({ ok: false, failure: { code: "not-found" } });
  // A clinic of its own, of another hub.
  const hub = await testHub(await testDatabase());
  await clinicOf(hub, [two]);
  expect((await inStep(two)).self).not.toBe(before.self);
  // Whoever has the same patient already is not shown it twice.
  await two.get("session.signOut", {});
  await two.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
  expect((await inStep(two)).self).toBe(before.self);
  await becomes(two, id, "elsewhere");
});

it("what two accounts of one computer would both have is set aside for the second, and counted as that", async () => {
  const mock = await service();
  const hub = await testHub(await testDatabase());
  // Of tokens that name nobody a clinic sees one account, and a person here said that there are two.
  const token = await mock.issueToken({ subject: "", extraClaims: { sub: 7 } });
  const nameless = { ...mock, token };
  const [one, two] = [await signedInDesk(nameless), await signedInDesk(nameless)];
  await sendPatient(one, fullPatient);
  await clinicOf(hub, [one, two]);
  await inStep(two);
  await two.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: false });
  await joins(two, one, { hub: hub.address, name: "Desk 3" });
  expect((await inStep(two)).aside).toMatchObject({ otherAccount: 1, large: 0, unread: 0 });
  expect((await two.get("patients.search", { text: "Sample", limit: 5 })).patients).toEqual([]);
  expect((await one.get("patients.search", { text: "Sample", limit: 5 })).patients).toHaveLength(1);
});
