import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { PatientForm } from "../../../shared/patients/patient-form.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../../renderer/ui/modal-dialog.tsx";
import { bookingForm, fullPatient, hasty } from "../../support/desk-kit.ts";
import { json, startFakeService, type FakeAnswer, type FakeService } from "../../support/fake-service.ts";
import { any, matching } from "../../support/matching.ts";
import {
  atReview,
  claims,
  connect,
  dialog,
  field,
  heading,
  knowsPatient,
  main,
  messagesShown,
  openDesk,
  page,
  press,
  question,
  one,
  shows,
  tokenOf,
  type,
  openPatientForm,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** What the window says of an item agrees with what the service holds, whoever answers. */
let desk: RealDesk;
let service: FakeService;
let ann: PatientRecord;

const detail = one("region", words.outbox.item);
const wifi: FakeAnswer = {
  status: 200,
  type: "text/html",
  body: "<!doctype html><title>x</title><h1>Welcome to Guest WiFi</h1><p>Sign in to go on.</p>",
};
const answer = (path: string, given: FakeAnswer): void =>
  service.rule((request) => (request.path === path && request.method === "POST" ? given : null));
/** The answer to a booking as it was sent, but for the change. */
const echoing = (change: object): void =>
  service.rule(({ path, body }) => {
    if (path !== "/api/appointment") return null;
    const { paymentMethod: _card, ...sent } = JSON.parse(body);
    return json(201, { id: 900, appointmentTimeZone: "America/New_York", price: 95, ...sent, ...change });
  });
/** The first try to create a patient is cut off after the service has it; the later ones are answered so. */
const cutOnce = (later: (tries: number) => FakeAnswer | null): void => {
  let tries = 0;
  service.rule(({ path }) => {
    if (path !== "/api/patient") return null;
    tries += 1;
    if (tries === 1) throw new Error("The line is cut after the commit");
    return later(tries);
  });
};

beforeAll(async () => {
  service = await startFakeService();
  desk = await openDesk(hasty);
  await connect(desk, service.baseUrl);
  ann = await knowsPatient(desk, { externalId: "E-1", phone: "2175550100" });
});
afterEach(() => service.rule(() => null));
afterAll(async () => {
  await desk.close();
  await service.close();
});

async function newPatient(change: Partial<PatientForm>): Promise<void> {
  await openPatientForm(desk, { ...fullPatient, externalId: "", ...change });
  await press(words.patients.create);
}
async function book(): Promise<void> {
  await atReview(desk, ann);
  await press(words.booking.book);
}
/** What is said of an answer of the service. */
const fromTheService = [words.ui.answered({ status: any }), words.outbox.attempt.answered({ status: any })];

describe("a booking", () => {
  test("answered with Denied is not called booked, on any screen", async () => {
    echoing({ status: "Denied" });
    await book();
    await shows(words.items.appointment.denied.title, heading);
    await shows(words.booking.outcome.denied, main);
    expect(claims("made")).toEqual([]);
    await desk.go({ screen: "bookings" });
    const list = one("list", words.shell.screens.bookings, main);
    await shows("Denied", list);
    await press(/./, list);
    await shows(words.items.appointment.denied.title, one("region", words.bookings.details));
    expect(claims("made")).toEqual([]);
  });

  test("recorded at another address is told on the screen, in the list and on the slip", async () => {
    echoing({ id: 905, status: "Pending", address: "21 Oak St\u202E\nStatus: fine" });
    await book();
    const told = "Address: sent “1 Main St”, the booking service recorded “21 Oak St Status: fine”.";
    await shows(told, one("alert", undefined, main));
    await shows(words.items.appointment.pending.title, heading);
    // Of one that stands it is said: or nothing above would be proved.
    expect(claims("made")).toContain(words.items.appointment.pending.title);
    await press(words.slip.open);
    await shows(told, one("group", words.slip.preview, dialog));
    fireEvent.keyDown(dialog(), { key: "Escape", code: "Escape" });
    await until(() => expect(withRole("dialog", undefined, page)).toEqual([]));
    await desk.go({ screen: "bookings" });
    await press(new RegExp(words.bookings.differs.confirmTitle));
    await shows(told, one("region", words.bookings.details));
  });

  test("that the service does not have after all can be taken back, after a question", async () => {
    echoing({ id: 906, status: "Pending", address: "21 Oak St" });
    await book();
    await press(words.bookings.wrong.open);
    await press(words.bookings.notBooked.open);
    await press(words.bookings.notBooked.leave, question);
    await until(() => expect(withRole("alertdialog", undefined, page)).toEqual([]));
    await press(words.bookings.notBooked.open);
    await press(words.bookings.notBooked.confirm, question);
    await shows(words.shell.screens.outbox, heading);
    await shows(words.outbox.checking.answeredAs({ id: "906" }), detail);
    echoing({ id: 907, status: "Pending" });
    await press(words.outbox.again.booking, detail);
    await press(words.outbox.again.booking, question);
    await shows(words.outbox.end.booking({ status: words.items.appointment.pending.title }), detail);
  });

  test("that a sign-in page answered may or may not be booked, with what was seen and no markup", async () => {
    answer("/api/appointment", wifi);
    await book();
    const seen = "200, text/html: “x Welcome to Guest WiFi Sign in to go on.”";
    await shows(words.booking.mayOrMayNot, heading);
    await shows(seen);
    expect(withRole("heading", /Guest/)).toEqual([]);
    expect(main().textContent).not.toMatch(/<\w/);
    // What answered is not called the service, and there is nothing to print.
    expect(messagesShown([...fromTheService, words.slip.open])).toEqual([]);
    await desk.go({ screen: "outbox" });
    await press(/./, one("list", words.outbox.group["needs-checking"].title));
    const attempts = one("region", words.outbox.attempts);
    await shows(words.outbox.attempt.strange({ status: "200" }), attempts);
    await shows(seen, attempts);
    await press(words.outbox.action.discard, detail);
    await shows(words.outbox.discardText.unclear, question);
    await press(words.outbox.action.discard, question);
    await shows(words.outbox.end.discardedUnclear, detail);
  });

  test("that goes out below the question about it: the question says so, and its yes does nothing", async () => {
    answer("/api/appointment", json(500, { message: "Down" }));
    const form = bookingForm({ patient: { kind: "known", id: ann.id } });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    await desk.get("items.submit", { id, wait: false });
    await desk.go({ screen: "outbox", itemId: id });
    await press(words.outbox.action.discard, detail);
    await shows(words.outbox.discardText.booking, question);
    await desk.get("items.submit", { id, wait: true });
    await shows(words.failures.outbox.changedMeanwhile, question);
    expect(claims("notMade", question)).toEqual([]);
    await press(words.outbox.action.discard, question);
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "needs-checking" });
  });

  test("whose zone nobody here knows is to be confirmed, and one without time is not confirmed", async () => {
    echoing({ id: 916, status: "Pending", appointmentTimeZone: "Mars/Phobos" });
    await book();
    const alert = one("alert", undefined, main);
    await shows(words.bookings.differs.confirmTitle, alert);
    await shows(/“Mars\/Phobos”/, alert);
    echoing({ id: 917, status: "Pending", appointmentDateTime: undefined });
    await book();
    const { notShown, differs } = words.bookings;
    await shows(notShown({ fields: [differs.fields.appointmentDateTime] }), main);
    expect(messagesShown([differs.title, differs.confirmTitle])).toEqual([]);
  });
});

describe("a patient", () => {
  // patients-8: The patient with the external ID stands beside the typed one; "created" is said only of a created one
  test(
    "whose number is taken is shown beside who has it, and is used, not created",
    { tags: ["patients-8"] },
    async () => {
      const id = String(ann.patientId);
      answer("/api/patient", json(409, { patientId: ann.patientId }));
      await newPatient({ firstName: "Anna", address: "9 Elm St", externalId: "E-1" });
      await shows(words.patients.differs, one("row", /^Address/));
      expect(one("row", /^Address/)().textContent).toBe(
        "Addressdifferent1 Main St, Springfield, IL 627019 Elm St, Springfield, IL 62701",
      );
      expect(one("row", /^Gender/)().textContent).toBe("GenderFemaleFemale");
      await press(words.patients.acceptPatient({ id }));
      await shows(words.patients.end.used({ id }));
      await shows(words.items.detailsMayDiffer);
      expect(claims("created")).toEqual([]);
    },
  );

  test("whose number nobody here knows is asked after at the service", async () => {
    answer("/api/patient", json(409, { patientId: 4711 }));
    await newPatient({ firstName: "Bea", externalId: "E-2" });
    await shows(words.patients.unknownNumber({ id: "4711" }));
    await shows(words.failures.nothingCreated);
  });

  test("that an earlier try may have made is offered first, with a warning of a second one", async () => {
    cutOnce(() => json(409, { patientId: 71 }));
    await newPatient({ firstName: "Cora", externalId: "E-3" });
    await shows(words.patients.exists.ours({ id: "71" }));
    await shows(words.patients.exists.oursHelp);
    expect(main().textContent).not.toContain(words.failures.nothingCreated);
    await press(words.patients.acceptPatient({ id: "71" }));
    await shows(words.patients.end.used({ id: "71" }));
  });

  test("edited after an unclear try keeps its external ID, and says why", async () => {
    cutOnce((tries) => (tries === 2 ? json(422, { message: "No such city" }) : null));
    await openPatientForm(desk, { ...fullPatient, firstName: "Dora", externalId: "E-4" });
    await type(words.patients.label.city, "Urbana");
    await press(words.patients.create);
    await shows(words.patients.end.refusedUnclear);
    await shows(words.patients.saved.mayBeCreated({ kept: "disk" }));
    for (const untrue of [words.failures.nothingCreated, words.patients.saved.notCreated({ kept: "disk" })])
      expect(main().textContent).not.toContain(untrue);
    // It is no other patient than the one that is being typed.
    expect(withRole("button", words.patients.choosePerson({ name: "Dora Sample" }))).toEqual([]);
    await type(words.patients.label.city, "Chatham");
    await shows(words.patients.externalIdHeld);
    const held = await field(words.patients.label.externalId);
    expect({ value: held.value, isFixed: held.readOnly }).toEqual({ value: "E-4", isFixed: true });
    await press(words.patients.create);
    await shows(/is patient #|Using existing patient/);
    const bodies = service.sent("/api/patient").slice(-3);
    expect(bodies).toHaveLength(3);
    expect(bodies).toEqual(bodies.map(() => expect.objectContaining({ externalId: "E-4" })));
  });

  test("that only sign-in pages answered needs checking, and is sent again by a person's word", async () => {
    answer("/api/patient", wifi);
    await newPatient({ firstName: "Elsa" });
    await shows(words.patients.end.unclear);
    await press(words.patients.showInOutbox);
    await shows(matching(words.outbox.checking.patient({ externalId: any })), detail);
    expect(withRole("button", words.outbox.action["mark-booked"], detail)).toEqual([]);
    service.rule(() => null);
    await press(new RegExp(words.shell.connection.checkNow), page);
    await press(words.outbox.again.patient, detail);
    await shows(matching(words.outbox.end.patientAs({ id: any })), detail);
  });
});

describe("a token that may read and not write", () => {
  test("is said once, never with another answer, and another token sends what waits", async () => {
    service.rule(({ token, method }) =>
      method === "POST" && !token.endsWith(".write") ? json(401, { message: "read only" }) : null,
    );
    await book();
    await shows(words.items.tokenRefused.title({ made: "booking" }));
    await shows(words.items.tokenRefused.text({ kept: "disk" }));
    const otherAnswers = [
      words.booking.outcome.sending,
      words.booking.outcome.sendingTitle,
      ...fromTheService,
    ];
    expect(messagesShown(otherAnswers)).toEqual([]);
    await press(words.shell.token.enter, page);
    await type(words.signIn.token, tokenOf("write"), dialog);
    fireEvent.submit((await field(words.signIn.token, dialog)).form ?? document.body);
    await shows(words.items.appointment.pending.title, heading);
    expect(service.requests.filter(({ path }) => path === "/api/appointment").length).toBeLessThan(20);
  });
});
