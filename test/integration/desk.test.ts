import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startMockService, type MockService } from "../../mock/service.ts";
import { recentBookings } from "../support/booking-lists.ts";
import {
  bookingForm,
  fullPatient,
  removeFolder,
  requiredPatient,
  sendBooking,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { heldPort } from "../support/held-port.ts";
import { worded } from "../support/told.ts";

let mock: MockService;
let desk: TestDesk;

beforeEach(async () => {
  mock = await startMockService({ decideAfterMs: 20, port: await heldPort() });
  desk = await startDesk();
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const signIn = (token = mock.token, serviceAddress = mock.baseUrl) =>
  desk.ask("session.connect", { serviceAddress, token, sameAccount: null });

async function patientRecord(form = requiredPatient): Promise<string> {
  const { patientRecordId } = await sendPatient(desk, form);
  if (patientRecordId === null) throw new Error("the patient is not known");
  return patientRecordId;
}

describe("signing in", () => {
  it("keeps a token the service accepts, and tells the page everything but the token", async () => {
    const result = await signIn();
    expect(result).toMatchObject({
      ok: true,
      value: { status: "signed-in", tokenKept: "keychain", practice: false },
    });
    expect(desk.crossed.join()).not.toContain(mock.token);
    expect((await desk.get("session.get", {})).connection.state).toBe("online");
  });

  it("refuses a wrong token at its field and stays signed out", async () => {
    const result = await signIn("not.a.jwt");
    expect(worded(result)).toMatchObject({
      ok: false,
      failure: { code: "token-refused", fields: { token: expect.any(String) } },
    });
    expect((await desk.get("session.get", {})).session.status).toBe("signed-out");
  });

  it.each([
    ["example.com", "without a scheme"],
    ["ftp://example.com", "of another scheme"],
    ["http://example.com", "in the clear"],
    ["https://user:pass@example.com", "with a password"],
  ])("refuses the address %s, %s", async (address) => {
    const result = await signIn(mock.token, address);
    expect(worded(result)).toMatchObject({
      ok: false,
      failure: { fields: { serviceAddress: expect.any(String) } },
    });
  });

  it.each(["", "  ", "two words", "new\nline", "emoji😀"])(
    "refuses %j as a token before anything is sent",
    async (token) => {
      expect(worded(await signIn(token))).toMatchObject({
        ok: false,
        failure: { code: "invalid-input", fields: { token: expect.any(String) } },
      });
    },
  );

  it("says that a service that is down was not reached", async () => {
    await mock.close();
    expect(await signIn()).toMatchObject({ ok: false, failure: { code: "not-reached", next: "retry" } });
  });

  it("is still signed in after a restart, and forgets the token on signing out", async () => {
    await signIn();
    await desk.stop();
    desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
    expect((await desk.get("session.get", {})).session.status).toBe("signed-in");
    await desk.get("session.signOut", {});
    await desk.stop();
    desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
    expect((await desk.get("session.get", {})).session.status).toBe("signed-out");
  });
});

describe("patients", () => {
  beforeEach(() => signIn());

  it("sends all eleven fields", async () => {
    const item = await sendPatient(desk, fullPatient);
    expect(item).toMatchObject({ status: "done", result: { patientId: expect.any(Number) } });
    expect(mock.ledger()[0]?.body).toEqual({
      ...fullPatient,
      dob: "1984-03-05",
      phone: "(217) 555-0100",
    });
  });

  it("sends no empty phone, and an external ID of its own when none was typed", async () => {
    const item = await sendPatient(desk, requiredPatient);
    const body = mock.ledger()[0]?.body;
    expect(body).not.toHaveProperty("phone");
    expect(body).toMatchObject({ externalId: item.generatedExternalId });
  });

  it("names every missing required field and keeps what was typed", async () => {
    const { id } = await desk.get("items.create", {
      kind: "patient",
      form: { ...requiredPatient, lastName: " ", email: "x", dob: "2/30/1990" },
    });
    const result = await desk.ask("items.submit", { id, wait: true });
    expect(result).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
    expect(Object.keys(result.ok ? {} : result.failure.fields).toSorted()).toEqual([
      "dob",
      "email",
      "lastName",
    ]);
    expect(await desk.get("items.get", { id })).toMatchObject({
      status: "draft",
      form: { firstName: "Ann", email: "x" },
    });
    expect(mock.ledger()).toHaveLength(0);
  });

  it("lets a person use the existing patient of a 409", async () => {
    const first = await sendPatient(desk, fullPatient);
    const second = await sendPatient(desk, { ...fullPatient, firstName: "Anna" });
    expect(second).toMatchObject({
      status: "needs-editing",
      problem: { code: "patient-exists", details: { existingPatientId: first.result?.patientId } },
    });
    const record = await desk.get("patients.useExisting", {
      itemId: second.id,
      patientId: first.result?.patientId ?? 0,
    });
    expect(record.patientId).toBe(first.result?.patientId);
    expect(mock.ledger()).toHaveLength(1);
  });

  it("lets a person change the external ID of a 409, in a linked draft", async () => {
    await sendPatient(desk, fullPatient);
    const refused = await sendPatient(desk, fullPatient);
    const draft = await desk.get("items.edit", { id: refused.id });
    expect(draft).toMatchObject({ status: "needs-editing", editOf: refused.id, attempts: [], payload: null });
    await desk.get("items.saveForm", {
      id: draft.id,
      content: { kind: "patient", form: { ...fullPatient, externalId: "EXT-2" } },
    });
    expect(await desk.get("items.submit", { id: draft.id, wait: true })).toMatchObject({ status: "done" });
    expect(mock.ledger().map((entry) => entry.externalId)).toEqual(["EXT-1", "EXT-2"]);
  });

  it("sends once, however often the button is hit", async () => {
    const { id } = await desk.get("items.create", { kind: "patient", form: requiredPatient });
    const results = await Promise.all(
      Array.from({ length: 20 }, () => desk.ask("items.submit", { id, wait: true })),
    );
    expect(results.every((result) => result.ok && result.value.status === "done")).toBe(true);
    expect(mock.ledger()).toHaveLength(1);
  });

  it("finds patients by name, date of birth, phone, email and external ID", async () => {
    await sendPatient(desk, fullPatient);
    for (const text of ["samp ann", "3/5/1984", "555-0100", "ann@ex", "EXT-1"]) {
      expect((await desk.get("patients.search", { text, limit: 20 })).patients, text).toHaveLength(1);
    }
    expect((await desk.get("patients.search", { text: "Zoe", limit: 20 })).patients).toHaveLength(0);
    // A card that a scanner typed there, or a page that was pasted, is nobody's name, and says so.
    expect(await desk.ask("patients.search", { text: "x".repeat(200), limit: 20 })).toMatchObject({
      ok: true,
    });
    expect(await desk.ask("patients.search", { text: "x".repeat(201), limit: 20 })).toMatchObject({
      ok: false,
      failure: { code: "invalid-input", why: { id: "failures.desk.soughtTooLong" } },
    });
    // In the order of dates that this desk has, and one letter wrong.
    for (const text of ["30584", "#1", "Sample, Ann 3/5/84"])
      expect((await desk.get("patients.search", { text, limit: 20 })).patients, text).toHaveLength(1);
    // The names of an account are read bit by bit.
    await expect
      .poll(async () => {
        const { patients, near } = await desk.get("patients.search", { text: "Smaple", limit: 20 });
        return [patients.length, near.length];
      })
      .toEqual([0, 1]);
  });
});

describe("bookings", () => {
  beforeEach(() => signIn());

  it.each([
    ["Bill to Patient", { paymentMethod: "pm_card_1" }],
    ["Bill to Account", {}],
    ["Monthly Invoice", {}],
  ] as const)("books with %s", async (billingType, extra) => {
    const id = await patientRecord();
    const item = await sendBooking(
      desk,
      bookingForm({ patient: { kind: "known", id }, billingType, ...extra }),
    );
    expect(item).toMatchObject({
      status: "done",
      result: { appointment: { billingType, appointmentTimeZone: "America/New_York", status: "Pending" } },
    });
    expect(mock.ledger()[1]?.body).toMatchObject({
      billingType,
      appointmentDateTime: "2031-03-04T14:00:00-05:00",
      address: "1 Main St",
      ...extra,
    });
  });

  it("never sends a payment method with another billing type, though one was typed", async () => {
    const id = await patientRecord();
    await sendBooking(desk, bookingForm({ patient: { kind: "known", id }, paymentMethod: "pm_left_over" }));
    expect(mock.ledger()[1]?.body).not.toHaveProperty("paymentMethod");
  });

  it("asks for a card before Bill to Patient is sent", async () => {
    const id = await patientRecord();
    const { id: draft } = await desk.get("items.create", {
      kind: "booking",
      form: bookingForm({ patient: { kind: "known", id }, billingType: "Bill to Patient" }),
    });
    expect(worded(await desk.ask("items.submit", { id: draft, wait: true }))).toMatchObject({
      ok: false,
      failure: { fields: { paymentMethod: expect.any(String) } },
    });
    expect(mock.ledger()).toHaveLength(1);
  });

  it("puts the service's refusal of a patient number at the patient", async () => {
    const item = await sendBooking(
      desk,
      bookingForm({
        patient: { kind: "number", text: "999" },
        sameAddress: false,
        address: "1 A",
        city: "B",
        state: "NY",
        zip: "10001",
      }),
    );
    expect(worded(item)).toMatchObject({
      status: "needs-editing",
      problem: { code: "fields-refused", fields: { patientId: expect.any(String) } },
    });
  });

  it("lists what was booked, and finds it by the patient's name", async () => {
    const id = await patientRecord();
    await sendBooking(desk, bookingForm({ patient: { kind: "known", id } }));
    const page = await desk.get("bookings.list", { ...recentBookings, text: "sample" });
    expect(page.rows).toMatchObject([{ patient: { lastName: "Sample" } }]);
    expect((await desk.get("bookings.list", { ...recentBookings, text: "nobody" })).rows).toEqual([]);
  });

  it("keeps a booking that could not be sent, and sends it once when the service is back", async () => {
    const id = await patientRecord();
    const port = Number(new URL(mock.baseUrl).port);
    await mock.close();
    const waiting = await sendBooking(
      desk,
      bookingForm({
        patient: { kind: "number", text: "1" },
        sameAddress: false,
        address: "1 A",
        city: "B",
        state: "NY",
        zip: "10001",
      }),
    );
    expect(waiting.status).toBe("ready");
    expect(waiting.attempts.every((attempt) => attempt.phase === "connecting")).toBe(true);
    expect(id).toBeTruthy();
    mock = await startMockService({ port, secret: "another", sampleData: true });
    await expect.poll(async () => (await desk.get("session.get", {})).session.status).toBe("token-refused");
    expect((await desk.get("items.get", { id: waiting.id })).status).toBe("ready");
    expect(await signIn()).toMatchObject({ ok: true });
    await expect.poll(async () => (await desk.get("items.get", { id: waiting.id })).status).toBe("done");
    expect(mock.ledger()).toHaveLength(1);
  });
});

describe("webhooks", () => {
  beforeEach(() => signIn());

  it("registers and lists", async () => {
    const { id } = await desk.get("items.create", {
      kind: "webhook",
      form: { url: "https://example.com/hooks", events: ["appointment.approved.v1", "lab.ready.v2"] },
    });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({
      status: "done",
      result: { url: "https://example.com/hooks" },
    });
    expect(await desk.get("webhooks.list", {})).toMatchObject({
      failure: null,
      webhooks: [{ events: ["appointment.approved.v1", "lab.ready.v2"] }],
    });
  });

  // This service is on the same computer, and is told of whatever that reaches.
  it("takes the address of a hub on this computer", async () => {
    const { id } = await desk.get("items.create", {
      kind: "webhook",
      form: { url: "http://127.0.0.1:7710/in/x", events: ["appointment.approved.v1"] },
    });
    expect((await desk.get("items.submit", { id, wait: true })).status).toBe("done");
  });

  it.each(["example.com/hooks", "ftp://example.com", "https://a:b@example.com", "https://example.com/#x"])(
    "refuses the address %s",
    async (url) => {
      const { id } = await desk.get("items.create", {
        kind: "webhook",
        form: { url, events: ["appointment.approved.v1"] },
      });
      expect(worded(await desk.ask("items.submit", { id, wait: true }))).toMatchObject({
        ok: false,
        failure: { fields: { url: expect.any(String) } },
      });
    },
  );

  // webhooks-3: Offline, the last list is shown with its time
  it("shows the last list, with its time, when the service is down", { tags: ["webhooks-3"] }, async () => {
    const { id } = await desk.get("items.create", {
      kind: "webhook",
      form: { url: "https://example.com/hooks", events: ["appointment.denied.v1"] },
    });
    await desk.get("items.submit", { id, wait: true });
    await desk.get("webhooks.list", {});
    await mock.close();
    const listing = await desk.get("webhooks.list", {});
    expect(listing).toMatchObject({ failure: { code: "not-reached" }, asOf: expect.any(String) });
    expect(listing.webhooks).toHaveLength(1);
  });
});

describe("accounts", () => {
  it("shows an account its own records alone, and keeps those of the others", async () => {
    await signIn();
    await sendPatient(desk, fullPatient);
    const other = await mock.issueToken({ subject: "other-clinic" });
    await signIn(other);
    expect((await desk.get("patients.search", { text: "", limit: 20 })).patients).toHaveLength(0);
    await signIn();
    expect((await desk.get("patients.search", { text: "", limit: 20 })).patients).toHaveLength(1);
  });
});

describe("practice", () => {
  it("has patients and services, books, and receives the decision", async () => {
    await desk.get("session.practise", {});
    const { patients } = await desk.get("patients.search", { text: "", limit: 20 });
    const { services } = await desk.get("settings.get", {});
    expect(patients.length).toBeGreaterThan(2);
    const { inboxUrl } = await desk.get("practice.deliveries", {});
    const { id } = await desk.get("items.create", {
      kind: "webhook",
      form: { url: inboxUrl ?? "", events: ["appointment.approved.v1"] },
    });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
    const item = await sendBooking(
      desk,
      bookingForm({
        patient: { kind: "known", id: patients[0]?.id ?? "" },
        service: String(services[0]?.id),
      }),
    );
    expect(item.status).toBe("done");
    await expect
      .poll(async () => (await desk.get("practice.deliveries", {})).deliveries)
      .toMatchObject([{ kind: "appointment.approved.v1", status: 204 }]);
  });

  it("is there again after a restart, with what was typed in it", async () => {
    await desk.get("session.practise", {});
    await sendPatient(desk, fullPatient);
    await desk.stop();
    desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
    expect((await desk.get("session.get", {})).session).toMatchObject({
      status: "signed-in",
      practice: true,
    });
    expect((await desk.get("patients.search", { text: "Sample", limit: 20 })).patients).toHaveLength(1);
  });
});

describe("bad input over IPC", () => {
  beforeEach(() => signIn());
  const anyId = "00000000-0000-4000-8000-000000000000";

  it.each([
    ["an unknown route", "items.drop", {}],
    ["a name that is no text", 7, {}],
    ["a name of the prototype", "__proto__", {}],
    [
      "an unknown billing type",
      "items.create",
      { kind: "booking", form: { ...bookingForm({}), billingType: "Cash" } },
    ],
    ["an extra field", "items.get", { id: anyId, extra: 1 }],
    ["no input", "items.list", undefined],
    ["a negative limit", "items.list", { kinds: [], statuses: [], limit: -1, offset: 0 }],
    [
      "a form of the wrong type",
      "items.create",
      { kind: "patient", form: { ...requiredPatient, dob: 19840305 } },
    ],
    [
      "a name of a megabyte",
      "items.create",
      { kind: "patient", form: { ...requiredPatient, firstName: "x".repeat(1_000_000) } },
    ],
  ])("refuses %s with a failure, not a throw", async (_what, name, input) => {
    expect(await desk.desk.route(name, input)).toMatchObject({
      ok: false,
      failure: { code: "invalid-input" },
    });
  });

  it("refuses items that are not there", async () => {
    expect(await desk.ask("items.submit", { id: anyId, wait: true })).toMatchObject({
      ok: false,
      failure: { code: "not-found" },
    });
  });
});
