import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../shared/core/failure.ts";
import { itemStatuses, type BookingItem, type PatientItem } from "../../shared/outbox/item.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { anyEntry } from "../../shared/activity-log/audit.ts";
import type { RouteInput, RouteName } from "../../shared/routes.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import { recentBookings } from "../support/booking-lists.ts";
import {
  asBooking,
  bookingForm,
  fullPatient,
  removeFolder,
  requiredPatient,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { jwtOf, json, startFakeService, type FakeAnswer } from "../support/fake-service.ts";
import { routeInputs } from "../support/route-inputs.ts";

/** Records of the first account, as it left them. */
type Left = {
  readonly record: string;
  readonly patientId: number;
  readonly instant: string;
  readonly booked: BookingItem;
  readonly draft: BookingItem;
  readonly refused: PatientItem;
};

let mock: MockService;
let desk: TestDesk;
let left: Left;
const mine = { services: [{ id: 101, name: "Only of the first account", minutes: 30 }] };

const signIn = async (subject: string): Promise<void> => {
  const token = await mock.issueToken({ subject });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
};

/** Settings with which a card can be collected: what keeps somebody out is that the booking is not theirs. */
async function setUpCards(publishableKey: string, change: Partial<Settings> = {}): Promise<void> {
  const settings = await desk.get("settings.get", {});
  const card = { publishableKey, setupIntentUrl: `${mock.baseUrl}/api/setup-intent` };
  await desk.get("settings.save", { ...settings, ...change, card });
}

beforeAll(async () => {
  mock = await startMockService({ decideAfterMs: 3_600_000 });
  desk = await startDesk({ openCardWindow: () => ({ focus: () => undefined, close: () => undefined }) });
  await signIn("first");
  await setUpCards("pk_test_first", mine);
  const { patientRecordId, result } = await sendPatient(desk, fullPatient);
  const patient = { kind: "known" as const, id: patientRecordId ?? "" };
  const booked = await sendBooking(desk, bookingForm({ patient }));
  const needsCard = bookingForm({ patient, billingType: "Bill to Patient", time: "4pm" });
  const draft = asBooking(await desk.get("items.create", { kind: "booking", form: needsCard }));
  const refused = await sendPatient(desk, { ...fullPatient, lastName: "Double" });
  expect([booked.status, draft.status, refused.status]).toEqual(["done", "draft", "needs-editing"]);
  const url = "https://example.com/of-the-first";
  const { id } = await desk.get("items.create", { kind: "webhook", form: { url, events: ["a.b.v1"] } });
  await desk.get("items.submit", { id, wait: true });
  await desk.get("webhooks.list", {});
  const instant = booked.result?.appointment?.appointmentDateTime ?? "";
  left = { record: patient.id, patientId: result?.patientId ?? 0, instant, booked, draft, refused };
});
afterAll(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

/** How somebody asks for what is not theirs; null for a route that has no records of an account. */
type Asked<N extends RouteName> = () => RouteInput<N>;
const asks: { readonly [N in RouteName]: Asked<N> | null } = {
  "app.info": null,
  "app.about": null,
  "lock.get": null,
  "lock.now": null,
  "lock.unlock": null,
  "lock.prompt": null,
  "lock.recover": null,
  "lock.setPin": null,
  "lock.setAfter": null,
  "lock.openAdmin": null,
  "updates.get": null,
  "updates.check": null,
  "updates.download": null,
  "updates.restart": null,
  "policy.get": null,
  "policy.take": null,
  "proxy.get": null,
  "proxy.answer": null,
  "proxy.forget": null,
  "app.copy": null,
  "app.drawn": null,
  "app.nextLink": null,
  "app.print": null,
  "app.setRecordsAside": null,
  "app.flushed": null,
  "app.noticeRead": null,
  "app.openFile": null,
  "app.saveFile": null,
  "slip.savePdf": null,
  "slip.saveCalendar": null,
  "import.get": null,
  "import.choose": null,
  "import.drop": null,
  "import.read": null,
  "import.rows": null,
  "import.fix": null,
  "import.saveBad": null,
  "import.begin": null,
  "import.close": null,
  "import.pause": null,
  "import.stop": null,
  "export.save": null,
  "session.get": null,
  "session.inspectToken": null,
  "session.connect": null,
  "session.practise": null,
  "session.signOut": null,
  "connection.check": null,
  "outbox.pause": null,
  "cards.testSource": null,
  "practice.deliveries": null,
  "practice.line": null,
  "practice.answer": null,
  "guide.change": null,
  "backup.get": null,
  "backup.suggest": null,
  "backup.chooseFolder": null,
  "backup.set": null,
  "backup.setPassphrase": null,
  "backup.forgetPassphrase": null,
  "backup.run": null,
  "backup.stop": null,
  "backup.chooseFile": null,
  "backup.look": null,
  "backup.closeFile": null,
  "backup.restore": null,
  "clinic.get": null,
  "clinic.create": null,
  "clinic.join": null,
  "clinic.stopJoining": null,
  "clinic.invite": null,
  "clinic.answer": null,
  "clinic.withdraw": null,
  "clinic.renameDesk": null,
  "clinic.removeDesk": null,
  "clinic.leave": null,
  "clinic.makeSheet": null,
  "clinic.keepSheet": null,
  "clinic.recover": null,
  "clinic.look": null,
  "clinic.claims": () => ({ ids: [left.draft.id] }),
  "clinic.takeOver": () => ({ id: left.draft.id }),
  "clinic.handOver": () => ({ id: left.draft.id, to: left.record }),
  "clinic.bookWithoutHub": () => ({ id: left.draft.id }),
  "doctor.get": null,
  "doctor.run": null,
  "doctor.stop": null,
  "doctor.report": null,
  "notices.get": null,
  "notices.register": null,
  "notices.test": null,
  "notices.retire": null,
  "notices.list": () => ({ before: null, only: "all", limit: 20 }),
  "notices.show": null,
  "notices.point": null,
  "notices.readAgain": null,
  "notices.ofBooking": () => ({ id: left.booked.id }),
  "notices.seen": () => ({ id: left.booked.id }),
  "notices.denied": null,
  "audit.state": null,
  "audit.people": null,
  "audit.check": null,
  "audit.warningRead": null,
  "audit.export": null,
  "diagnostics.save": null,
  "diagnostics.show": null,
  "audit.list": () => ({ from: 0, limit: 50, anchor: null, filter: anyEntry }),
  "guide.get": () => ({}),
  "items.create": null,
  "settings.save": null,
  "staff.choose": null,
  "staff.get": () => ({}),
  "settings.get": () => ({}),
  "items.saveForm": () => ({ id: left.draft.id, content: { kind: "booking", form: bookingForm({}) } }),
  "items.get": () => ({ id: left.draft.id }),
  "items.list": () => ({ kinds: [], statuses: [], limit: 200, offset: 0 }),
  "items.part": () => ({ statuses: [...itemStatuses], from: 0, limit: 50, anchor: null }),
  "items.counts": () => ({}),
  "items.hold": () => ({ id: left.draft.id }),
  "items.noAnswer": () => ({ id: left.draft.id }),
  "items.submit": () => ({ id: left.refused.id, wait: true }),
  "items.takeBack": () => ({ id: left.draft.id }),
  "question.hold": null,
  "question.answer": null,
  "question.release": null,
  "items.moments": () => ({}),
  "items.edit": () => ({ id: left.refused.id }),
  "items.correct": () => ({ id: left.booked.id }),
  "items.bookSeries": () => ({ id: left.draft.id }),
  "items.series": () => ({ id: left.booked.id }),
  "items.discard": () => ({ id: left.draft.id }),
  "items.decide": () => ({ id: left.booked.id, decision: "not-booked" }),
  "items.sayCanceled": () => ({ id: left.booked.id, number: 1 }),
  "patients.search": () => ({ text: "", limit: 20 }),
  "patients.byNumber": () => ({ patientId: left.patientId }),
  "patients.byExternalId": () => ({ externalId: fullPatient.externalId }),
  "patients.placeOfZip": () => ({ zip: fullPatient.zip.slice(0, 5) }),
  "patients.get": () => ({ id: left.record }),
  "patients.person": () => ({ id: left.record }),
  "patients.samePerson": () => ({ kept: left.record, other: left.record }),
  "patients.notSamePerson": () => ({ id: left.record }),
  "patients.saveNotes": () => ({ id: left.record, text: "Not theirs" }),
  "patients.cards": () => ({ id: left.record }),
  "patients.similar": () => ({ ...fullPatient, dob: "1984-03-05", phone: "(217) 555-0100" }),
  "patients.useExisting": () => ({
    itemId: left.refused.id,
    patientId: left.refused.problem?.details.existingPatientId ?? 0,
  }),
  "bookings.list": () => recentBookings,
  "bookings.onDates": () => ({ dates: [left.instant.slice(0, 10)], timeZone: "UTC" }),
  "bookings.ofPatient": () => ({ patient: left.record, limit: 10 }),
  "bookings.counts": () => ({ from: left.instant.slice(0, 10), days: 7, timeZone: "UTC" }),
  "bookings.days": () => ({ from: left.instant.slice(0, 10), days: 7, timeZone: "UTC" }),
  "retention.list": () => ({ limit: 20 }),
  "retention.erase": () => ({ ids: [left.record], isChosen: true }),
  "keeping.get": () => ({}),
  "keeping.amounts": () => ({}),
  "keeping.preview": () => ({ what: "bookings", years: 1 }),
  "keeping.set": () => ({ what: "bookings", years: 1, before: "2999-01-01" }),
  "webhooks.list": () => ({}),
  "webhooks.look": null,
  "cards.ways": () => ({ itemId: left.draft.id }),
  "cards.collect": () => ({ itemId: left.draft.id }),
  "cards.useEarlier": () => ({ itemId: left.draft.id, cardId: "pm_1" }),
  "cards.practise": () => ({ itemId: left.draft.id, card: "visa" }),
};
const names = Object.keys(asks) as RouteName[];
const ofRecords = names.filter((name) => asks[name] !== null);

/** What must not be seen: any name, number or address of what the first account left. */
const traces = (): string[] => [
  fullPatient.lastName,
  "Double",
  left.record,
  left.booked.id,
  left.draft.id,
  left.refused.id,
  mine.services[0]?.name ?? "",
  "pk_test_first",
  "of-the-first",
];

const askFor = (name: RouteName): Promise<Result<unknown>> =>
  desk.ask(name, asks[name]?.() ?? routeInputs[name]);

/** Everything of the first account, as it sees it itself. */
async function everything(): Promise<string> {
  const { items } = await desk.get("items.list", { kinds: [], statuses: [], limit: 200, offset: 0 });
  const { patients } = await desk.get("patients.search", { text: "", limit: 20 });
  return JSON.stringify([items, patients, await desk.get("settings.get", {})]);
}

it.each([
  "items.get",
  "patients.get",
  "patients.person",
  "patients.byNumber",
  "patients.byExternalId",
  "bookings.list",
  "bookings.days",
  "bookings.onDates",
  "bookings.counts",
  "bookings.ofPatient",
  "items.list",
  "items.part",
  "cards.ways",
  "audit.list",
] as const)(
  "%s shows the first account its own: the table below asks for something that is there",
  async (name) => {
    const answer = await askFor(name);
    expect(answer.ok).toBe(true);
    // How many there are, and no more.
    if (answer.ok && name === "bookings.counts") expect(answer.value).not.toEqual({ days: [] });
    else if (name !== "cards.ways")
      expect(traces().some((trace) => JSON.stringify(answer).includes(trace))).toBe(true);
  },
);

describe.each([
  ["another account", () => signIn("second").then(() => setUpCards("pk_test_second"))],
  ["nobody signed in", () => desk.get("session.signOut", {})],
] as const)("%s", (_who, come) => {
  let before = "";
  let made = 0;
  beforeAll(async () => {
    await signIn("first");
    before = await everything();
    made = mock.ledger().length;
    await come();
  });

  it.each(ofRecords)("is told nothing of the first account's records by %s", async (name) => {
    const answer = await askFor(name);
    const told = JSON.stringify(answer);
    for (const trace of traces()) expect(told).not.toContain(trace);
    // A route that takes a name of a record refuses it; a list is empty, and a count is of who asks; there is no third.
    const isList =
      /search|similar|recent|guide|list|moments|part|ofDay|days|onDates|ofPatient|counts|settings|staff|byNumber|byExternalId|placeOfZip|claims|keeping/.test(
        name,
      );
    if (!isList) expect(answer).toMatchObject({ ok: false });
  });

  it("cannot book for the first account's patient, whose number is another account's", async () => {
    const patient = { kind: "known" as const, id: left.record };
    const created = await desk.ask("items.create", { kind: "booking", form: bookingForm({ patient }) });
    if (!created.ok) return expect(created.failure.code).toBe("signed-out");
    const { id } = created.value;
    await desk.ask("items.submit", { id, wait: true });
    // Not even asked for: the number would be a stranger's there.
    expect((await desk.get("items.get", { id })).attempts).toEqual([]);
    return expect(mock.ledger()).toHaveLength(made);
  });

  it("has changed nothing of it, and sent nothing", async () => {
    await signIn("first");
    expect(await everything()).toBe(before);
    expect(mock.ledger()).toHaveLength(made);
  });
});

it("keeps accounts of one name at two services apart", async () => {
  const other = await startMockService();
  try {
    const token = await other.issueToken({ subject: "first" });
    await desk.get("session.connect", { serviceAddress: other.baseUrl, token, sameAccount: null });
    expect((await desk.get("patients.search", { text: "", limit: 20 })).patients).toEqual([]);
    await sendPatient(desk, requiredPatient);
    expect(other.ledger()).toHaveLength(1);
  } finally {
    await other.close();
    await signIn("first");
  }
});

it("hears a refusal of the token before this one as nothing of this one, and sends again with this one", async () => {
  const fake = await startFakeService();
  const held = Promise.withResolvers<FakeAnswer>();
  const tokens = ["old", "new"].map((mark) => jwtOf({ iss: "clinic", sub: "first" }, mark));
  try {
    const connect = (token = "") =>
      desk.get("session.connect", { serviceAddress: fake.baseUrl, token, sameAccount: null });
    await connect(tokens[0]);
    fake.rule(({ method, token }) => (method === "POST" && token === tokens[0] ? held.promise : null));
    const { id } = await desk.get("items.create", { kind: "patient", form: requiredPatient });
    const sent = desk.get("items.submit", { id, wait: true });
    await expect.poll(() => fake.sent("/api/patient").length).toBe(1);
    await connect(tokens[1]);
    held.resolve(json(401, { message: "This token is no longer good." }));
    await sent;
    expect((await desk.get("session.get", {})).session.status).toBe("signed-in");
    await expect.poll(async () => (await desk.get("items.get", { id })).status).toBe("done");
    expect(fake.requests.filter(({ method }) => method === "POST").map(({ token }) => token)).toEqual(tokens);
  } finally {
    await signIn("first");
    await fake.close();
  }
});
