import { expect, onTestFinished } from "vitest";
import { fillForm } from "../../shared/core/form.ts";
import type { Card } from "../../shared/cards/card.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { BookingItem, Item } from "../../shared/outbox/item.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { patientFields } from "../../shared/patients/patient-form.ts";
import { patientInput, type PatientInput } from "../../shared/service-api/patient.ts";
import { stripHidden } from "../../shared/text/clean-text.ts";
import { bookingOfBody, bookingScreens, patientScreens, type Booking, type Register } from "./as-shown.ts";
import type { TestDesk } from "./desk-kit.ts";
import { json, startFakeService, type FakeAnswer, type FakeRequest } from "./fake-service.ts";

export type AskedDesk = Pick<TestDesk, "ask" | "get">;
type Read = ReturnType<typeof bookingScreens>;

export const visa: Card = { id: "pm_visa", brand: "visa", last4: "4242", expMonth: 12, expYear: 2040 };
const other: Card = { id: "pm_other", brand: "amex", last4: "0005", expMonth: 1, expYear: 2041 };
const services: Settings["services"] = [
  { id: 101, name: "First visit", minutes: 30 },
  { id: 102, name: "Follow-up", minutes: null },
];

/** A service that writes down who has which number, and desks whose requests are judged as they arrive. */
export async function judgedService() {
  const patients = new Map<number, PatientInput>();
  const register: Register = { patients, cards: new Map([visa, other].map((card) => [card.id, card])) };
  const desks = new Map<string, AskedDesk>();
  const read = new Map<RecordId, Read>();
  /** What is answered in place of the usual. */
  const answers: FakeAnswer[] = [];
  const problems: unknown[] = [];
  const arrived: { readonly kind: Item["kind"]; readonly id: RecordId }[] = [];
  const service = await startFakeService();
  onTestFinished(() => service.close());
  service.rule(async (request) => {
    const kind =
      request.path === "/api/appointment" ? "booking" : request.path === "/api/patient" ? "patient" : null;
    if (request.method !== "POST" || kind === null) return null;
    await judge(kind, request).catch((problem: unknown) => void problems.push(problem));
    const answer = answers.shift();
    if (answer !== undefined) return answer;
    if (kind === "booking") return null;
    const patientId = 100 + patients.size;
    patients.set(patientId, patientInput.parse(JSON.parse(request.body)));
    return json(201, { patientId });
  });

  async function judge(kind: "booking" | "patient", { token, key, body: text }: FakeRequest): Promise<void> {
    const desk = desks.get(token) ?? expect.fail("a desk that nobody knows sends");
    const sending = { kinds: [kind], statuses: ["sending" as const], limit: 200, offset: 0 };
    const { items } = await desk.get("items.list", sending);
    const listed = items.find(({ idempotencyKey }) => idempotencyKey === key);
    const { id } = listed ?? expect.fail(`what no screen shows is sent: ${text}`);
    arrived.push({ kind, id });
    const body: unknown = JSON.parse(text);
    for (const value of Object.values(body as object))
      if (typeof value === "string")
        expect(value, "nothing hidden is sent").toBe(stripHidden(value, "lines"));
    const item = await desk.get("items.get", { id });
    const { settings, now } = await shownWith(desk);
    if (item.kind === "booking") {
      const sent = bookingScreens(bookingOfBody(await bookingAt(desk, item), body, register), settings, now);
      expect(bookingScreens(await bookingAt(desk, item), settings, now), "shown while it is sent").toEqual(
        sent,
      );
      if (read.has(id)) expect(read.get(id), "shown when somebody pressed").toEqual(sent);
    } else if (item.kind === "patient") {
      const record =
        item.patientRecordId === null ? null : await desk.get("patients.get", { id: item.patientRecordId });
      const input = patientInput.parse(body);
      const form = fillForm(patientFields, input);
      const sent = { item: { ...item, form }, patient: record && { ...record, input } };
      expect(patientScreens({ item, patient: record }, settings, now)).toEqual(
        patientScreens(sent, settings, now),
      );
    }
  }

  /** Somebody reads it on the screen, and presses. */
  async function press(desk: AskedDesk, id: RecordId): Promise<Item | null> {
    await lookAt(desk, id);
    const answer = await desk.ask("items.submit", { id, wait: true });
    return answer.ok ? answer.value : null;
  }
  /** The same of one that needs checking: it is booked again. */
  async function again(desk: AskedDesk, id: RecordId): Promise<void> {
    await lookAt(desk, id);
    const { claims } = await desk.get("clinic.claims", { ids: [id] });
    const [claim] = claims;
    const shown = claim && {
      attempts: claim.attempts.map((one) => one.id),
      historyIncomplete: claim.blocked === "history-incomplete",
    };
    await desk.ask("items.decide", { id, decision: "again", ...(shown === undefined ? {} : { shown }) });
  }
  async function lookAt(desk: AskedDesk, id: RecordId): Promise<void> {
    const item = await desk.get("items.get", { id });
    if (item.kind !== "booking") return;
    const booking = await bookingAt(desk, item);
    const { settings, now } = await shownWith(desk);
    // A patient who has no number yet has one when the booking goes out.
    if (booking.patient?.patientId !== null) read.set(id, bookingScreens(booking, settings, now));
  }
  return { service, register, desks, answers, problems, arrived, read, press, again };
}
export type Judged = Awaited<ReturnType<typeof judgedService>>;

export async function shownWith(desk: AskedDesk): Promise<{ settings: Settings; now: string }> {
  const settings = await desk.get("settings.get", {});
  return { settings: { ...settings, services }, now: new Date().toISOString() };
}
/** A booking with whom the screens say it is for. */
async function bookingAt(desk: AskedDesk, item: BookingItem): Promise<Booking> {
  const { patient } = item.form;
  if (patient?.kind !== "known") return { item, patient: null };
  const found = await desk.ask("patients.get", { id: patient.id });
  return { item, patient: found.ok ? found.value : null };
}
