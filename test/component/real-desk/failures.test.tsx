import { fireEvent } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
// Loaded on demand by the product: here before the tests, which wait for no loading.
import "../../../renderer/ui/modal-dialog.tsx";
import { fullPatient, hasty } from "../../support/desk-kit.ts";
import { json, startFakeService, type FakeAnswer, type FakeService } from "../../support/fake-service.ts";
import { heldPort } from "../../support/held-port.ts";
import { any, matching } from "../../support/matching.ts";
import {
  atReview,
  dialog,
  field,
  heading,
  knowsPatient,
  main,
  one,
  openDesk,
  openPatientForm,
  page,
  press,
  question,
  shows,
  showsNoMore,
  tokenOf,
  type,
  until,
  withRole,
  type RealDesk,
} from "../real-desk.tsx";

/** What goes wrong between a form and the service. Judged by what the window says and by what the service was sent. */
let desk: RealDesk;
let service: FakeService;
let port: number;
let ann: PatientRecord;

const { label } = words.patients;
const patients = (): readonly unknown[] => service.sent("/api/patient");
const appointments = (): readonly unknown[] => service.sent("/api/appointment");
const isInvalid = async (name: string): Promise<boolean> =>
  (await field(name)).getAttribute("aria-invalid") === "true";
const answerWith = (path: string, given: FakeAnswer): void =>
  service.rule((request) => (request.path === path ? given : null));
/** Presses the button by which the connection is looked at. */
const checkNow = (): Promise<void> => press(new RegExp(words.shell.connection.checkNow), page);

beforeAll(async () => {
  port = await heldPort();
  service = await startFakeService(port);
  await service.close();
  desk = await openDesk(hasty);
});
afterEach(() => service.rule(() => null));
afterAll(async () => {
  await desk.close();
  await service.close();
});

describe("signing in", () => {
  test("says that the service is down, keeps what was typed, and works once it is up", async () => {
    const token = tokenOf("first");
    await type(words.signIn.address, service.baseUrl, page);
    await type(words.signIn.token, token, page);
    fireEvent.submit((await field(words.signIn.token, page)).form ?? document.body);
    await shows("Couldn’t reach the booking service", page);
    expect((await field(words.signIn.address, page)).value).toBe(service.baseUrl);
    expect((await field(words.signIn.token, page)).value).toBe(token);
    service = await startFakeService(port);
    await press(words.signIn.connect, page);
    await until(main);
    ann = await knowsPatient(desk, { externalId: "E-1" });
  });
});

describe("a patient's form", () => {
  test("names a date of birth that does not exist or is to come, and sends nothing", async () => {
    const sent = patients().length;
    await openPatientForm(desk, { ...fullPatient, firstName: "Bea", externalId: "", dob: "2/30/1984" });
    await press(words.patients.create);
    await until(async () => expect(await isInvalid(label.dob)).toBe(true));
    await type(label.dob, "3/5/2099");
    await press(words.patients.create);
    await shows(/future/);
    expect(await isInvalid(label.dob)).toBe(true);
    expect(patients()).toHaveLength(sent);
  });

  test("takes an error away when the field is corrected", async () => {
    await type(label.dob, "3/5/1984");
    await showsNoMore(/future/);
    expect(await isInvalid(label.dob)).toBe(false);
    await type(label.email, "no address");
    await press(words.patients.create);
    await until(async () => expect(await isInvalid(label.email)).toBe(true));
    await type(label.email, "bea@example.com");
    await until(async () => expect(await isInvalid(label.email)).toBe(false));
    const sent = patients().length;
    await press(words.patients.create);
    await shows(matching(words.patients.end.created({ name: "Bea Sample", id: any })));
    expect(patients()).toHaveLength(sent + 1);
  });

  // patients-1: The matches of the last patient are not listed for the next (hmis 22438)
  test(
    "does not list the last patient's matches for the next (hmis 22438)",
    { tags: ["patients-1"] },
    async () => {
      const matches = (): readonly HTMLElement[] => withRole("list", words.patients.similarList);
      const { firstName, lastName, dob } = fullPatient;
      await openPatientForm(desk, { firstName, lastName, dob });
      await until(() => expect(matches()).not.toEqual([]));
      await press(words.patients.close);
      await press(words.patients.newPatient);
      await type(label.firstName, "Bo");
      await type(label.lastName, "Other");
      await type(label.dob, "7/7/1990");
      await shows("July 7, 1990");
      await until(() => expect(matches()).toEqual([]));
    },
  );

  test("says that a 409 names nobody, and offers no patient to use", async () => {
    answerWith("/api/patient", json(409, { message: "External ID is taken" }));
    await openPatientForm(desk, { ...fullPatient, firstName: "Cy", externalId: "E-9" });
    await press(words.patients.create);
    await shows("The booking service didn’t say which.");
    expect(withRole("button", matching(words.patients.acceptPatient({ id: any })))).toEqual([]);
    service.rule(() => null);
    await press(words.patients.changeExternalId);
    await type(label.externalId, "E-10");
    await press(words.patients.create);
    await shows(matching(words.patients.end.created({ name: "Cy Sample", id: any })));
  });

  // patients-7: A 409 offers both ways out, and takes neither automatically
  test("offers both ways out of a 409, and takes neither by itself", { tags: ["patients-7"] }, async () => {
    const id = String(ann.patientId);
    const taken = json(409, { patientId: ann.patientId });
    service.rule(({ path, body }) =>
      path === "/api/patient" && body.includes('"externalId":"E-1"') ? taken : null,
    );
    await openPatientForm(desk, { ...fullPatient, firstName: "Anna", externalId: "E-1" });
    const sent = patients().length;
    await press(words.patients.create);
    await shows(words.patients.exists.known({ externalId: "E-1", id }));
    expect(patients()).toHaveLength(sent + 1);
    await press(words.patients.changeExternalId);
    await type(label.externalId, "E-2");
    await press(words.patients.create);
    await shows(matching(words.patients.end.created({ name: "Anna Sample", id: any })));
    expect(patients().at(-1)).toMatchObject({ externalId: "E-2" });

    await openPatientForm(desk, { ...fullPatient, firstName: "Anne", externalId: "E-1" });
    await press(words.patients.create);
    const accept = words.patients.acceptPatient({ id });
    await press(accept);
    await until(() => expect(withRole("button", accept)).toEqual([]));
    expect(patients()).toHaveLength(sent + 3);
  });

  test("shows no HTML when the service answers with a page, and creates the patient once", async () => {
    const sent = patients().length;
    let answers = 0;
    service.rule(({ path }) => {
      if (path !== "/api/patient") return null;
      answers += 1;
      return answers === 1
        ? { status: 200, type: "text/html", body: "<!doctype html><h1>Welcome</h1>" }
        : json(409, { patientId: 4242 });
    });
    await openPatientForm(desk, { ...fullPatient, firstName: "Di", externalId: "", email: "di@example.com" });
    await press(words.patients.create);
    await shows(words.patients.end.created({ name: "Di Sample", id: "4242" }));
    expect(main().textContent).not.toMatch(/<\w|Welcome/);
    expect(withRole("heading", "Welcome")).toEqual([]);
    const bodies = patients()
      .slice(sent)
      .map((body) => JSON.stringify(body));
    expect(bodies.length).toBeGreaterThan(1);
    expect(new Set(bodies).size).toBe(1);
  });

  test("asks for a new token in place when one is refused, and loses nothing that was typed", async () => {
    service.rule(({ token }) => (token.endsWith(".first") ? json(401, { message: "expired" }) : null));
    const sent = patients().length;
    await openPatientForm(desk, { ...fullPatient, firstName: "Ed", lastName: "Halfway", externalId: "" });
    await type(label.email, "ed@example.com");
    await checkNow();
    await until(one("button", words.shell.token.enter));
    await press(words.patients.create);
    await shows(words.patients.saved.notCreated({ kept: "disk" }));
    const opener = one("button", words.shell.token.enter)();
    opener.focus();
    fireEvent.click(opener);
    await type(words.signIn.token, tokenOf("second"), dialog);
    fireEvent.submit((await field(words.signIn.token, dialog)).form ?? document.body);
    await until(() => expect(withRole("dialog", undefined, page)).toEqual([]));
    // What opened the dialog is gone as well.
    await until(() => expect(document.activeElement?.tagName).not.toBe("BODY"));
    await shows(matching(words.patients.end.created({ name: "Ed Halfway", id: any })));
    expect(withRole("button", words.shell.token.enter, page)).toEqual([]);
    const accepted = service.requests.filter(
      (request) => request.path === "/api/patient" && request.token.endsWith(".second"),
    );
    expect(accepted.map(({ body }): unknown => JSON.parse(body))).toMatchObject([
      { firstName: "Ed", lastName: "Halfway", dob: "1984-03-05", email: "ed@example.com" },
    ]);
    expect(patients().length).toBeGreaterThan(sent);
  });

  test("keeps a half-typed form open while the token is replaced", async () => {
    service.rule(({ token }) => (token.endsWith(".second") ? json(401, { message: "expired" }) : null));
    await desk.go({ screen: "patients" });
    await press(words.patients.newPatient);
    await type(label.firstName, "Flo");
    await type(label.address, "9 Elm Street");
    await checkNow();
    await press(words.shell.token.enter, page);
    await type(words.signIn.token, tokenOf("third"), dialog);
    fireEvent.submit((await field(words.signIn.token, dialog)).form ?? document.body);
    await until(() => expect(withRole("dialog", undefined, page)).toEqual([]));
    expect((await field(label.firstName)).value).toBe("Flo");
    expect((await field(label.address)).value).toBe("9 Elm Street");
  });
});

describe("a webhook", () => {
  test("names what is wrong with an address without a scheme, keeps it, and sends nothing", async () => {
    await desk.go({ screen: "webhooks" });
    await type(words.webhooks.url, "example.com/hooks");
    fireEvent.click(one("checkbox", new RegExp(words.webhooks.tell.approved))());
    await press(words.webhooks.register);
    await until(async () => expect(await isInvalid(words.webhooks.url)).toBe(true));
    const box = await field(words.webhooks.url);
    // The error is the first of the lines that describe the field.
    const [error = ""] = (box.getAttribute("aria-describedby") ?? "").split(" ");
    expect(document.getElementById(error)?.textContent).toContain("https://");
    expect(box.value).toBe("example.com/hooks");
    expect(service.sent("/api/webhooks")).toEqual([]);
    await type(words.webhooks.url, "https://example.com/hooks");
    await until(async () => expect(await isInvalid(words.webhooks.url)).toBe(false));
    await press(words.webhooks.register);
    await press(words.webhooks.once.yes, question);
    await until(() => expect(service.sent("/api/webhooks")).toHaveLength(1));
    await shows("https://example.com/hooks");
  });
});

describe("booking", () => {
  test("saves what cannot be sent, counts it, and sends it once when the service is back", async () => {
    const sent = appointments().length;
    await atReview(desk, ann, { time: "9am" });
    await service.close();
    await press(words.booking.book);
    await shows(words.booking.savedNotBooked({ kept: "disk" }));
    await press(/^Outbox 1 waiting/, page);
    const ready = one("list", words.outbox.group.ready.title);
    await shows("Ann Sample", ready);
    expect(appointments()).toHaveLength(sent);
    service = await startFakeService(port);
    await checkNow();
    await until(() => expect(appointments()).toHaveLength(1));
    await until(() => expect(withRole("list", words.outbox.group.ready.title)).toEqual([]));
    await desk.go({ screen: "bookings" });
    await shows(/9:00 AM/);
    expect(appointments()).toHaveLength(1);
  });

  test.each([
    [
      "a page of HTML",
      { status: 200, type: "text/html", body: "<html><body>OK</body></html>" },
      "200, text/html: “OK”",
    ],
    ["nothing at all", { status: 204, body: "" }, "204, application/json, no text"],
  ])(
    "may or may not be booked, and says what was seen, when the answer is %s",
    async (_name, given, seen) => {
      const sent = appointments().length;
      answerWith("/api/appointment", given);
      await atReview(desk, ann);
      await press(words.booking.book);
      await shows(words.booking.mayOrMayNot);
      await shows(seen);
      expect(main().textContent).not.toMatch(/<\w/);
      expect(main().textContent).not.toContain(words.items.made.booking);
      expect(appointments()).toHaveLength(sent + 1);
    },
  );

  test("says that it may or may not be booked when a gateway answers with a page, and never repeats it", async () => {
    const sent = appointments().length;
    answerWith("/api/appointment", {
      status: 502,
      type: "text/html",
      body: "<html><h1>Bad gateway</h1></html>",
    });
    await atReview(desk, ann, { time: "4pm" });
    await press(words.booking.book);
    await shows(words.booking.mayOrMayNot);
    await shows("502, text/html: “Bad gateway”");
    expect(withRole("heading", "Bad gateway")).toEqual([]);
    expect(main().textContent).not.toMatch(/<\w/);
    service.rule(() => null);
    await checkNow();
    await shows(words.shell.connection.state.online, page);
    expect(appointments()).toHaveLength(sent + 1);
    // Nor at the first touch of a button: whether the service was asked comes first.
    await press(words.outbox.again.booking);
    await shows(words.outbox.againTitle.booking, question);
    await press(words.outbox.notYet, question);
    await until(() => expect(withRole("alertdialog", undefined, page)).toEqual([]));
    expect(appointments()).toHaveLength(sent + 1);
    await press(words.outbox.action["mark-booked"]);
    await shows(words.items.appointment.marked.title, heading);
    await until(() => expect(document.activeElement?.textContent).toBe(words.items.appointment.marked.title));
  });
});
