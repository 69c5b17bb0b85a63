import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BookingForm } from "../../shared/bookings/booking-form.ts";
import { type SeriesForm, emptySeries } from "../../shared/bookings/series-form.ts";
import { startMockService, type MockService } from "../../mock/service.ts";
import {
  bookingForm,
  hasty,
  removeFolder,
  requiredPatient,
  sendPatient,
  startDesk,
  type TestDesk,
} from "../support/desk-kit.ts";
import { json, startFakeService } from "../support/fake-service.ts";
import { itemsOf, startDeskProcess } from "../faults/kit/desk-process.ts";
import { heldPort } from "../support/held-port.ts";

/** Every two weeks, six times, over March 9, 2031, on which the clocks go forward. */
const series: SeriesForm = { ...emptySeries, every: "every 2 weeks x6" };
const repeated = (patient: string, change: Partial<BookingForm> = {}): BookingForm =>
  bookingForm({ date: "2031-02-11", series, patient: { kind: "known", id: patient }, ...change });
const sixTimes = [
  "2031-02-11T14:00:00-05:00",
  "2031-02-25T14:00:00-05:00",
  "2031-03-11T14:00:00-04:00",
  "2031-03-25T14:00:00-04:00",
  "2031-04-08T14:00:00-04:00",
  "2031-04-22T14:00:00-04:00",
];

let mock: MockService;
let desk: TestDesk;
const secret = "kept over the service's restarts";
let port = 0;
const file = (): string => join(desk.directory, "service.sqlite3");

const timesIn = (ledger: MockService["ledger"]): readonly unknown[] =>
  ledger()
    .filter(({ kind }) => kind === "appointment")
    .map(({ body }) => (body as { appointmentDateTime: string }).appointmentDateTime);
async function idsOf(id: string): Promise<readonly string[]> {
  return (await desk.get("items.series", { id })).items.map((item) => item.id);
}
const statusesOf = async (id: string): Promise<readonly string[]> =>
  (await desk.get("items.series", { id })).items.map(({ status }) => status);

beforeEach(async () => {
  desk = await startDesk(hasty);
  port = await heldPort();
  mock = await startMockService({ secret, port, databaseFile: file() });
  await desk.get("session.connect", { serviceAddress: mock.baseUrl, token: mock.token, sameAccount: null });
});
afterEach(async () => {
  await desk.stop();
  await mock.close();
  removeFolder(desk.directory);
});

describe("a series", () => {
  // booking-12: A series books every visit at its own local hour, with the offset of its day
  it(
    "is six bookings in the service's ledger, each once, in order, each with its offset across the change of the clocks",
    { tags: ["booking-12"] },
    async () => {
      const { patientRecordId } = await sendPatient(desk, requiredPatient);
      const { id } = await desk.get("items.create", {
        kind: "booking",
        form: repeated(patientRecordId ?? ""),
      });
      const answers = await Promise.all([
        desk.get("items.bookSeries", { id }),
        desk.get("items.bookSeries", { id }),
      ]);
      expect(answers[1].series).toEqual(answers[0].series);
      await expect.poll(() => statusesOf(id)).toEqual(Array(6).fill("done"));
      expect(timesIn(mock.ledger)).toEqual(sixTimes);
      const keys = mock.ledger().map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(7);
      const listed = await desk.get("bookings.onDates", {
        dates: ["2031-02-11", "2031-03-11", "2031-03-12"],
        timeZone: "America/New_York",
      });
      expect(listed.rows.map(({ instant }) => instant)).toEqual([
        "2031-02-11T19:00:00.000Z",
        "2031-03-11T18:00:00.000Z",
      ]);
    },
  );

  it("waits offline for a patient who is new, and goes out after them when the service is back", async () => {
    await mock.close();
    const { patientRecordId } = await sendPatient(desk, requiredPatient);
    const { id } = await desk.get("items.create", { kind: "booking", form: repeated(patientRecordId ?? "") });
    await desk.get("items.bookSeries", { id });
    expect(await statusesOf(id)).toEqual(Array(6).fill("waiting-for-patient"));
    await desk.stop();
    desk = await startDesk({ ...hasty, directory: desk.directory, secrets: desk.secrets });
    mock = await startMockService({ secret, port, databaseFile: file() });
    await expect.poll(() => statusesOf(id)).toEqual(Array(6).fill("done"));
    expect(mock.ledger().map(({ kind }) => kind)).toEqual(["patient", ...Array(6).fill("appointment")]);
    expect(timesIn(mock.ledger)).toEqual(sixTimes);
  });

  // booking-16: Each visit has its own result: a refused one stops no other
  it(
    "each has its own outcome: what is refused or unclear stops no other, and is not said to be booked",
    { tags: ["booking-16"] },
    async () => {
      const { patientRecordId } = await sendPatient(desk, requiredPatient);
      const fake = await startFakeService();
      try {
        fake.rule(({ path, body }) => {
          if (path !== "/api/appointment") return null;
          if (body.includes("2031-02-25")) return json(422, { message: "Not that day" });
          return body.includes("2031-03-25") ? { status: 200, body: "<html>", type: "text/html" } : null;
        });
        await desk.get("session.connect", {
          serviceAddress: fake.baseUrl,
          token: mock.token,
          sameAccount: true,
        });
        const form = repeated(patientRecordId ?? "", { patient: { kind: "number", text: "7" } });
        const address = {
          sameAddress: false,
          address: "1 Main St",
          city: "Springfield",
          state: "IL",
          zip: "62701",
        };
        const { id } = await desk.get("items.create", { kind: "booking", form: { ...form, ...address } });
        await desk.get("items.bookSeries", { id });
        await expect
          .poll(() => statusesOf(id))
          .toEqual(["done", "needs-editing", "done", "needs-checking", "done", "done"]);
        expect(fake.sent("/api/appointment")).toHaveLength(6);
        await desk.get("items.discard", { id: (await idsOf(id))[1] ?? "" });
        expect((await statusesOf(id)).filter((status) => status === "done")).toHaveLength(4);
      } finally {
        await fake.close();
      }
    },
  );

  it("survives as typed in a draft and on hold, and is read again after a restart", async () => {
    const { patientRecordId } = await sendPatient(desk, requiredPatient);
    const form = repeated(patientRecordId ?? "");
    const { id } = await desk.get("items.create", { kind: "booking", form });
    await desk.get("items.hold", { id });
    await desk.stop();
    desk = await startDesk({ ...hasty, directory: desk.directory, secrets: desk.secrets });
    expect(await desk.get("items.get", { id })).toMatchObject({ status: "on-hold", form: { series } });
    expect(timesIn(mock.ledger)).toEqual([]);
    await desk.get("items.edit", { id });
    await desk.get("items.bookSeries", { id });
    await expect.poll(() => timesIn(mock.ledger)).toHaveLength(6);
  });
});

// booking-14: After a kill while a series is made, each visit is sent once
it(
  "the process is killed while a series is made: all of them are there, or none is, and each goes out once",
  { tags: ["booking-14"] },
  async () => {
    for (const wait of [0, 1, 2, 4, 8]) {
      const folder = mkdtempSync(join(tmpdir(), "front-desk-series-"));
      const place = { directory: join(folder, "profile"), secretsFile: join(folder, "keychain.json") };
      const token = await mock.issueToken({ subject: `killed after ${String(wait)} ms` });
      const before = timesIn(mock.ledger).length;
      let child = await startDeskProcess(place);
      try {
        await child.get("session.connect", { serviceAddress: mock.baseUrl, token, sameAccount: null });
        const address = {
          sameAddress: false,
          address: "1 Main St",
          city: "Springfield",
          state: "IL",
          zip: "62701",
        };
        const patient = await child.get("items.create", { kind: "patient", form: requiredPatient });
        const sent = await child.get("items.submit", { id: patient.id, wait: true });
        const record = sent.kind === "patient" ? (sent.patientRecordId ?? "") : "";
        const form = { ...repeated(record), ...address };
        const { id } = await child.get("items.create", { kind: "booking", form });
        const answer = child.ask("items.bookSeries", { id }).then(
          () => "acknowledged",
          () => "killed",
        );
        await delay(wait);
        await child.kill();
        const was = await answer;
        child = await startDeskProcess(place);
        const items = (await itemsOf(child)).filter(({ kind }) => kind === "booking");
        expect([1, 6]).toContain(items.length);
        if (was === "acknowledged") expect(items).toHaveLength(6);
        if (items.length === 1) {
          expect(items[0]).toMatchObject({ id, status: "draft", form: { series } });
          await child.get("items.bookSeries", { id });
        }
        // What was under way as it was killed is for a person: it may have been booked.
        const settled = new Set(["done", "needs-checking"]);
        await expect
          .poll(async () => (await itemsOf(child)).every(({ status }) => settled.has(status)))
          .toBe(true);
        const made = timesIn(mock.ledger).slice(before);
        const done = (await itemsOf(child)).filter(
          (item) => item.kind === "booking" && item.status === "done",
        );
        expect(new Set(made).size).toBe(made.length);
        expect(made.length).toBeGreaterThanOrEqual(done.length);
      } finally {
        await child.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    }
  },
);
