import { describe, expect, it } from "vitest";
import type { Item } from "../../../../shared/outbox/item.ts";
import { emptySeries } from "../../../../shared/bookings/series-form.ts";
import { createFirstSettings } from "../../../../main/features/session/first-settings.ts";
import {
  toIncomplete,
  type Prepared,
  type PrepareContext,
} from "../../../../main/features/outbox/kinds/kind.ts";
import { getKind } from "../../../../main/features/outbox/kinds/kinds.ts";
import { say } from "../../../../messages/saying.ts";
import { typedBooking, typedPatient, typedWebhook } from "../../../support/outbox-kit.ts";
import {
  bookingItem,
  idOf,
  patientItem,
  patientRecord,
  webhookItem,
} from "../../../support/store-records.ts";
import { worded } from "../../../support/told.ts";

const context: PrepareContext = {
  now: new Date("2026-03-02T09:00:00.000Z"),
  settings: createFirstSettings("America/New_York"),
  serviceHere: false,
  patient: null,
};
const prepare = (item: Item, reading: PrepareContext): Prepared => getKind(item).prepare(item, reading);

const withDates = (item: Item, reading: PrepareContext): Item => getKind(item).withDates(item, reading);
function bodyOf(item: Item, change: Partial<PrepareContext> = {}): Record<string, unknown> {
  const prepared = prepare(item, { ...context, ...change });
  if (prepared.kind !== "ready") throw new Error(`it is ${prepared.kind}`);
  const body: unknown = JSON.parse(prepared.payload);
  return typeof body === "object" ? { ...body } : {};
}
const known = patientRecord(9, { patientId: null, itemId: idOf(8) });

describe("a patient's body", () => {
  it("carries the generated external ID when none was typed", () => {
    const body = bodyOf(patientItem(1, { form: typedPatient }));
    expect(body).toMatchObject({ dob: "1984-03-05", externalId: "FD-1" });
    expect(body).not.toHaveProperty("phone");
  });
  it("carries the typed external ID instead", () => {
    const form = { ...typedPatient, externalId: " EXT-7 " };
    expect(bodyOf(patientItem(1, { form }))["externalId"]).toBe("EXT-7");
  });
  it("keeps the external ID of an earlier try, and asks to have it back where another was typed", () => {
    const item = patientItem(1, { form: typedPatient, heldExternalId: "EXT-7" });
    expect(bodyOf(item)["externalId"]).toBe("EXT-7");
    expect(bodyOf({ ...item, form: { ...typedPatient, externalId: "EXT-7" } })["externalId"]).toBe("EXT-7");
    expect(prepare({ ...item, form: { ...typedPatient, externalId: "EXT-8" } }, context)).toEqual(
      toIncomplete({ externalId: say("fields.heldExternalId", { externalId: "EXT-7" }) }),
    );
  });
  it("reads a date in the order that the desk set", () => {
    const settings = { ...context.settings, dateOrder: "day-first" as const };
    expect(bodyOf(patientItem(1, { form: typedPatient }), { settings })["dob"]).toBe("1984-05-03");
  });
  it("is not made while a field is missing; the field is named", () => {
    const prepared = prepare(patientItem(1, { form: { ...typedPatient, city: " " } }), context);
    expect(prepared).toMatchObject({
      kind: "incomplete",
      failure: { code: "invalid-input", why: say("failures.outbox.someFields") },
    });
    expect(prepared.kind === "incomplete" ? Object.keys(prepared.failure.fields) : []).toEqual(["city"]);
  });
});

describe("a booking's body", () => {
  it("is made for a typed number", () => {
    expect(bodyOf(bookingItem(1, { form: typedBooking() }))).toMatchObject({
      patientId: 77,
      serviceId: 101,
      appointmentDateTime: "2026-04-01T14:00:00-04:00",
      billingType: "Monthly Invoice",
    });
  });
  it("waits for a known patient who has no number yet, and takes the number once there is one", () => {
    const item = bookingItem(1, { form: typedBooking({ patient: { kind: "known", id: known.id } }) });
    expect(prepare(item, { ...context, patient: known })).toEqual({ kind: "waiting-for-patient" });
    expect(bodyOf(item, { patient: { ...known, patientId: 31 } })["patientId"]).toBe(31);
  });
  it("does not wait for ever for a patient whom nothing will send: it asks for another", () => {
    const item = bookingItem(1, { form: typedBooking({ patient: { kind: "known", id: known.id } }) });
    expect(prepare(item, { ...context, patient: { ...known, itemId: null } })).toEqual(
      toIncomplete({ patient: say("fields.patient.discarded") }),
    );
  });
  it("waits for a patient whom another desk of the clinic is creating", () => {
    const item = bookingItem(1, { form: typedBooking({ patient: { kind: "known", id: known.id } }) });
    const patient = { ...known, itemId: null, madeElsewhere: [idOf(9)] };
    expect(prepare(item, { ...context, patient })).toEqual({ kind: "waiting-for-patient" });
  });
  it("waits for a card and is sent to nobody before", () => {
    const form = typedBooking({ billingType: "Bill to Patient" });
    expect(prepare(bookingItem(1, { form }), context)).toEqual({ kind: "needs-card" });
    const paid = typedBooking({ billingType: "Bill to Patient", paymentMethod: "pm_1" });
    expect(bodyOf(bookingItem(1, { form: paid }))["paymentMethod"]).toBe("pm_1");
  });
  it("does not wait for a patient whose record is gone: it asks for another", () => {
    const item = bookingItem(1, { form: typedBooking({ patient: { kind: "known", id: known.id } }) });
    expect(prepare(item, { ...context, patient: null })).toEqual(
      toIncomplete({ patient: say("fields.patient.gone") }),
    );
  });
  it("is not made of a form that stands for several, which would go out as one", () => {
    const series = { ...emptySeries, every: "2", times: "4" };
    expect(prepare(bookingItem(1, { form: typedBooking({ series }) }), context)).toEqual(
      toIncomplete({ date: say("series.isSeries") }),
    );
  });
  // booking-61: A visit in the past is described as past
  it.each([
    ["a day", { date: "2026-03-01" }, "date", "This date is in the past."],
    ["a time of today", { date: "2026-03-02", time: "3am" }, "time", "This time is in the past."],
  ])(
    "is not made for %s that has passed, and says that it has",
    { tags: ["booking-61"] },
    (_which, change, field, told) => {
      const prepared = prepare(bookingItem(1, { form: typedBooking(change) }), context);
      expect(worded(prepared)).toMatchObject({
        kind: "incomplete",
        failure: {
          why: "The time of this appointment has passed. Nothing was sent.",
          fields: { [field]: told },
        },
      });
    },
  );
  it("says so before that other fields need attention too", () => {
    const form = typedBooking({ date: "2026-03-01", service: "" });
    expect(worded(prepare(bookingItem(1, { form }), context))).toMatchObject({
      failure: {
        why: "The time of this appointment has passed. Nothing was sent. Some fields need attention. What you typed is still here.",
      },
    });
  });
});

describe("a webhook's body", () => {
  it("holds the address and the kinds, trimmed and once each", () => {
    const form = { url: ` ${typedWebhook.url} `, events: [" a.b.v1", "a.b.v1", ""] };
    expect(bodyOf(webhookItem(1, { form }))).toEqual({ url: typedWebhook.url, events: ["a.b.v1"] });
  });
  it("may name an address on this computer in practice alone", () => {
    const form = { ...typedWebhook, url: "http://127.0.0.1:8080/inbox" };
    expect(prepare(webhookItem(1, { form }), context).kind).toBe("incomplete");
    expect(prepare(webhookItem(1, { form }), { ...context, serviceHere: true }).kind).toBe("ready");
  });
});

describe("what was typed, as it was read", () => {
  it("keeps the day that tomorrow was when it was typed", () => {
    const item = bookingItem(1, { form: typedBooking({ date: "tomorrow", time: "3" }) });
    expect(withDates(item, context).form).toMatchObject({ date: "2026-03-03", time: "15:00" });
  });
  it("keeps a date of birth in its plain form", () => {
    const item = patientItem(1, { form: typedPatient });
    expect(withDates(item, context).form).toMatchObject({ dob: "1984-03-05" });
  });
  it("leaves what it cannot read as it stands", () => {
    const patient = patientItem(1, { form: { ...typedPatient, dob: "soon" } });
    expect(withDates(patient, context)).toEqual(patient);
    const booking = bookingItem(2, { form: typedBooking({ date: "someday", time: "later" }) });
    expect(withDates(booking, context).form).toMatchObject({ date: "someday", time: "later" });
    const webhook = webhookItem(3, { form: typedWebhook });
    expect(withDates(webhook, context)).toBe(webhook);
  });
});
