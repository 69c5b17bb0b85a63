import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemorySecretStore } from "../../main/platform/secret-store.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  asBooking,
  bookingForm,
  fullPatient,
  hasty,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { heldPort } from "../support/held-port.ts";
import { told, worded } from "../support/told.ts";
import { verbatim } from "../../messages/saying.ts";

let mock: MockService;
let desk: TestDesk;
let port = 0;
const secret = "kept over the service's restarts";
const serviceFile = (): string => join(desk.directory, "service.sqlite3");

beforeEach(async () => {
  desk = await startDesk(hasty);
  port = await heldPort();
  mock = await startMockService({ secret, port, databaseFile: serviceFile() });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

const serviceBack = async (): Promise<void> => {
  mock = await startMockService({ secret, port, databaseFile: serviceFile() });
};
const statusOf = async (id: string): Promise<string> => (await desk.get("items.get", { id })).status;

describe("without a connection", () => {
  it("chains a patient made offline and the patient's bookings, each made once when the service is back", async () => {
    await mock.close();
    const patient = await sendPatient(desk, requiredPatient);
    expect(patient.status).toBe("ready");
    const record = patient.patientRecordId ?? "";
    const bookings = [];
    for (const time of ["9am", "10am", "11am"]) {
      const { id } = await desk.get("items.create", {
        kind: "booking",
        form: bookingForm({ patient: { kind: "known", id: record }, time }),
      });
      bookings.push(asBooking(await desk.get("items.submit", { id, wait: true })));
    }
    expect(bookings.map((item) => item.status)).toEqual(Array(3).fill("waiting-for-patient"));
    await serviceBack();
    for (const { id } of bookings) await expect.poll(() => statusOf(id)).toBe("done");
    expect(mock.ledger().map((entry) => entry.kind)).toEqual([
      "patient",
      "appointment",
      "appointment",
      "appointment",
    ]);
    const times = mock
      .ledger()
      .slice(1)
      .map((entry) => JSON.stringify(entry.body).match(/T(\d\d)/)?.[1]);
    expect(times).toEqual(["09", "10", "11"]);
  });

  // booking-5: Save for later is never sent automatically
  it(
    "sends what was booked offline by itself, and never what was saved for later, on line or off",
    { tags: ["booking-5"] },
    async () => {
      const patient = await sendPatient(desk, fullPatient);
      const form = bookingForm({ patient: { kind: "known", id: patient.patientRecordId ?? "" } });
      const submit = async (time: string, wait: boolean) => {
        const { id } = await desk.get("items.create", { kind: "booking", form: { ...form, time } });
        return desk.get("items.submit", { id, wait });
      };
      const later = [await submit("2pm", false)];
      await mock.close();
      await desk.get("connection.check", {});
      later.push(await submit("3pm", false));
      expect(later.map(({ status }) => status)).toEqual(["saved-for-later", "saved-for-later"]);
      const booked = await submit("4pm", true);
      expect(booked.status).toBe("ready");
      await serviceBack();
      await expect.poll(() => statusOf(booked.id)).toBe("done");
      for (const { id } of later) {
        expect(await statusOf(id)).toBe("saved-for-later");
        expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
      }
      expect(mock.ledger()).toHaveLength(4);
    },
  );

  it("keeps a Bill to Patient booking as needs-card, and sends it once a card is there", async () => {
    const patient = await sendPatient(desk, fullPatient);
    await mock.close();
    await desk.get("connection.check", {});
    const form = bookingForm({
      patient: { kind: "known", id: patient.patientRecordId ?? "" },
      billingType: "Bill to Patient",
    });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    expect(await desk.get("items.submit", { id, wait: false })).toMatchObject({ status: "needs-card" });
    await serviceBack();
    await desk.get("connection.check", {});
    expect(await statusOf(id)).toBe("needs-card");
    await desk.get("items.edit", { id });
    await desk.get("items.saveForm", {
      id,
      content: { kind: "booking", form: { ...form, paymentMethod: "pm_later" } },
    });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "done" });
  });

  it("sends what the service refused again when a person says so, and not before", async () => {
    const patient = await sendPatient(desk, fullPatient);
    const form = bookingForm({
      patient: { kind: "known", id: patient.patientRecordId ?? "" },
      service: "999",
    });
    const { id } = await desk.get("items.create", { kind: "booking", form });
    expect(await desk.get("items.submit", { id, wait: true })).toMatchObject({ status: "needs-editing" });
    const again = await desk.get("items.submit", { id, wait: true });
    expect(again.attempts).toHaveLength(2);
    expect(again.status).toBe("needs-editing");
  });
});

describe("what is never kept or never lost", () => {
  it.each(["4242 4242 4242 4242", "call back, card 4242424242424242 exp 12/29"])(
    "refuses to save notes with the card number in %j",
    async (notes) => {
      const refused = await desk.ask("items.create", { kind: "booking", form: bookingForm({ notes }) });
      expect(worded(refused)).toMatchObject({
        ok: false,
        failure: { code: "card-number", fields: { notes: expect.any(String) } },
      });
      const { id } = await desk.get("items.create", {
        kind: "booking",
        form: bookingForm({ notes: "fine" }),
      });
      const typed = await desk.ask("items.saveForm", {
        id,
        content: { kind: "booking", form: bookingForm({ notes }) },
      });
      expect(typed).toMatchObject({ ok: false, failure: { code: "card-number" } });
      expect(await desk.get("items.get", { id })).toMatchObject({ form: { notes: "fine" } });
    },
  );

  it.each([
    ["booking", { date: "4242 4242 4242 4242" }],
    ["booking", { time: "4242424242424242" }],
    ["booking", { focus: "4242424242424242" }],
    ["patient", { dob: "4242-4242-4242-4242" }],
    ["patient", { gender: "4242424242424242" }],
  ] as const)("refuses the draft of a %s with a card number as %j", async (kind, typed) => {
    const refused =
      kind === "booking"
        ? await desk.ask("items.create", { kind, form: bookingForm(typed) })
        : await desk.ask("items.create", { kind, form: { ...fullPatient, ...typed } });
    expect(refused).toMatchObject({ ok: false, failure: { code: "card-number" } });
  });

  it.each([
    { services: [{ id: 1, name: "4242 4242 4242 4242", minutes: null }] },
    { services: [{ id: 378282246310005, name: "x", minutes: null }] },
    { card: { publishableKey: "4242424242424242", setupIntentUrl: "" } },
    { card: { publishableKey: "", setupIntentUrl: "https://example.com/4242424242424242" } },
  ])("refuses the settings %j", async (change) => {
    const settings = await desk.get("settings.get", {});
    const refused = await desk.ask("settings.save", { ...settings, ...change });
    expect(refused).toMatchObject({ ok: false, failure: { code: "invalid-input" } });
  });

  it("takes a note of a megabyte, and gives it back", async () => {
    const notes = "a long story. ".repeat(70_000);
    const { id } = await desk.get("items.create", { kind: "booking", form: bookingForm({ notes }) });
    expect(await desk.get("items.get", { id })).toMatchObject({ form: { notes } });
  });

  it("shows damaged records as a problem, sets them aside only when told, and then starts anew", async () => {
    await desk.stop();
    const file = join(desk.directory, "front-desk.db");
    writeFileSync(file, "not a database at all");
    desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
    expect((await desk.get("app.info", {})).storeProblem).toMatchObject({
      failure: { code: "store" },
      files: [file],
      maySetAside: true,
    });
    expect((await desk.get("app.setRecordsAside", {})).files[0]).toContain("aside-");
    await desk.stop();
    desk = await startDesk({ directory: desk.directory, secrets: desk.secrets });
    expect((await desk.get("app.info", {})).storeProblem).toBeNull();
    expect(await desk.ask("app.setRecordsAside", {})).toMatchObject({ ok: false });
  });

  it("does not reset records whose key is gone from the keychain", async () => {
    await desk.stop();
    desk = await startDesk({ directory: desk.directory, secrets: createMemorySecretStore() });
    expect(told((await desk.get("app.info", {})).storeProblem?.failure)).toContain("key");
  });

  it("works in memory and says so, when there is no keychain and nothing was kept", async () => {
    const directory = join(desk.directory, "elsewhere");
    mkdirSync(directory);
    const failure = {
      ok: false,
      problem: "unavailable",
      failure: { code: "keychain", why: verbatim("none"), fields: {}, next: "retry", details: {} },
    } as const;
    const none = {
      get: () => Promise.resolve(failure),
      set: () => Promise.resolve(failure),
      delete: () => Promise.resolve(failure),
    };
    const other = await startDesk({ directory, secrets: none });
    expect(await other.get("app.info", {})).toMatchObject({ recordsKept: "memory", storeProblem: null });
    expect(
      await other.get("session.connect", {
        serviceAddress: mock.baseUrl,
        token: mock.token,
        sameAccount: null,
      }),
    ).toMatchObject({ tokenKept: "memory" });
    await other.stop();
  });
});
