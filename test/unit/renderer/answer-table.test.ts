import { describe, expect, test } from "vitest";
import { documented, validateResponse } from "../../../main/http/recognise.ts";
import { booking } from "../../../main/features/outbox/kinds/booking.ts";
import type { BookingItem, Item } from "../../../shared/outbox/item.ts";
import { bookingItem as bookingSchema } from "../../../shared/outbox/item.ts";
import { said } from "../../../messages/saying.ts";
import { describeBooking } from "../../../renderer/features/bookings/facts.ts";
import { formatOtherKinds } from "../../../renderer/features/webhooks/words.ts";
import { appointment, bookingItem, filledBooking, knownPatient, webhookItem } from "./builders.ts";

/** What the desk says of each member of each endpoint's answer, in each way in which it may come. */
const sent = {
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "02207",
  patientId: 101,
  serviceId: 12,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  billingType: "Bill to Account",
  notes: "Rings twice",
};
const answered = { ...appointment, zip: "02207", notes: "Rings twice" };
const settings = { services: [], currency: "USD" };
const typed = "2:00 PM Eastern Standard Time";
const typedDay = `Tuesday, December 1, 2026, ${typed}`;

/** Absent from the answer. */
const left = Symbol("left out");

type Said = {
  /** Said loudly, to be confirmed. */
  readonly asks?: readonly string[];
  /** Said quietly. */
  readonly quiet?: readonly string[];
  /** Of the answer's own facts. */
  readonly price?: string;
  readonly status?: string;
  /** It is not taken for the answer to this appointment. */
  readonly doubt?: string;
};
type Row = readonly [field: string, how: string, value: unknown, words: Said];

const notShown = (field: string): Said => ({
  quiet: [`Not confirmed, because the booking service’s response doesn’t show it: ${field}.`],
});
const asks = (...sentences: readonly string[]): Said => ({ asks: sentences });
const unreadable = (label: string, value: string, before: string): Said =>
  asks(`${label}: the booking service’s response can’t be read: “${value}”. Sent “${before}”.`);
const other = (label: string, before: string, value: string): Said =>
  asks(`${label}: sent “${before}”, the booking service recorded “${value}”.`);
const unreadTime = (value: string): Said =>
  asks(`The booking service’s time can’t be read: “${value}”. You typed ${typedDay}.`);
const noOffset = (value: string): Said => ({
  quiet: [
    `The booking service responded with the time “${value}” without a time zone offset, which doesn’t confirm ${typedDay}.`,
  ],
});
const unknownZone = (value: string): Said =>
  asks(`The booking service recorded a time zone that isn’t known here: “${value}”. You typed ${typedDay}.`);
const same: Said = {};

/** A member of the address, or another text that was sent and comes back. */
const text = (field: keyof typeof sent, label: string, another: string, alike: readonly string[]): Row[] => {
  const before = String(sent[field]);
  return [
    [field, "missing", left, notShown(label)],
    [field, "null", null, notShown(label)],
    [field, "other type", { is: 1 }, unreadable(label, '{"is":1}', before)],
    [field, "other type, a flag", true, other(label, before, "true")],
    [field, "other type, a list", ["x"], unreadable(label, '["x"]', before)],
    [field, "empty", "", asks(`${label}: sent “${before}”, the booking service recorded nothing.`)],
    [field, "other value", another, other(label, before, another)],
    ...alike.map((value): Row => [field, "same in another form", value, same]),
  ];
};

const bookingRows: readonly Row[] = [
  ["appointmentDateTime", "missing", left, notShown("Date and time")],
  ["appointmentDateTime", "null", null, notShown("Date and time")],
  ["appointmentDateTime", "empty", "", notShown("Date and time")],
  ["appointmentDateTime", "other type", 1_796_151_600, unreadTime("1796151600")],
  ["appointmentDateTime", "other type, an object", { at: 1 }, unreadTime('{"at":1}')],
  ["appointmentDateTime", "unreadable", "banana", unreadTime("banana")],
  [
    "appointmentDateTime",
    "a day that is none",
    "2026-02-30T14:00:00-05:00",
    unreadTime("2026-02-30T14:00:00-05:00"),
  ],
  ["appointmentDateTime", "a day alone", "2026-12-01", unreadTime("2026-12-01")],
  [
    "appointmentDateTime",
    "without offset, another day",
    "2026-12-02T14:00:00",
    unreadTime("2026-12-02T14:00:00"),
  ],
  [
    "appointmentDateTime",
    "without offset, another time",
    "2026-12-01T16:30:00",
    unreadTime("2026-12-01T16:30:00"),
  ],
  ["appointmentDateTime", "without offset, as typed", "2026-12-01T14:00:00", noOffset("2026-12-01T14:00:00")],
  ["appointmentDateTime", "without offset or seconds", "2026-12-01 14:00", noOffset("2026-12-01 14:00")],
  [
    "appointmentDateTime",
    "without offset, as in UTC",
    "2026-12-01T19:00:00",
    noOffset("2026-12-01T19:00:00"),
  ],
  [
    "appointmentDateTime",
    "other value",
    "2026-12-01T15:00:00-05:00",
    asks(`You typed ${typed}. The booking service recorded 3:00 PM Eastern Standard Time.`),
  ],
  ["appointmentDateTime", "same in another form", "2026-12-01T19:00:00Z", same],
  ["appointmentDateTime", "same in another form", "2026-12-01 14:00:00.250-0500", same],
  ["appointmentTimeZone", "missing", left, notShown("Time zone")],
  ["appointmentTimeZone", "null", null, notShown("Time zone")],
  ["appointmentTimeZone", "empty", " ", notShown("Time zone")],
  ["appointmentTimeZone", "unknown", "Mars/Phobos", unknownZone("Mars/Phobos")],
  ["appointmentTimeZone", "unknown, of an object", "constructor", unknownZone("constructor")],
  ["appointmentTimeZone", "other type", 5, unknownZone("5")],
  [
    "appointmentTimeZone",
    "unreadable",
    { name: "x" },
    asks(`The booking service’s time zone can’t be read: “{"name":"x"}”. You typed ${typedDay}.`),
  ],
  [
    "appointmentTimeZone",
    "other value",
    "America/Chicago",
    asks(
      `You typed ${typed}. The booking service recorded the same moment as 1:00 PM Central Standard Time.`,
    ),
  ],
  ["appointmentTimeZone", "same in another form", "US/Eastern", same],
  ["appointmentTimeZone", "same in another form", "Eastern Standard Time", same],
  ["appointmentTimeZone", "same in another form", "Eastern Time", same],
  ["appointmentTimeZone", "same in another form", "ET", same],
  ["appointmentTimeZone", "same in another form", "-05:00", same],
  ...text("address", "Address", "21 Oak St", [" 1  MAIN st"]),
  ...text("city", "City", "Troy", ["ALBANY"]),
  ...text("state", "State", "NJ", ["New York", "ny"]),
  ...text("zip", "ZIP code", "12208", ["2207"]),
  ["zip", "same in another form", 2207, same],
  ["zip", "other type and value", 12208, other("ZIP code", "02207", "12208")],
  ...text("billingType", "Billing type", "Monthly Invoice", ["bill to account"]),
  ["billingType", "unknown", "Voucher", other("Billing type", "Bill to Account", "Voucher")],
  ...text("notes", "Notes", "Rings once", ["rings twice\n"]),
  ["price", "missing", left, { price: "Unknown" }],
  ["price", "null", null, { price: "Unknown" }],
  ["price", "empty", "", { price: "Unknown" }],
  ["price", "unreadable", "free", { price: "Can’t be read: “free”" }],
  ["price", "other type", { usd: 85 }, { price: 'Can’t be read: “{"usd":85}”' }],
  ["price", "other value", 90, { price: "$90.00" }],
  ["price", "same in another form", "85.00", { price: "$85.00" }],
  ["status", "missing", left, { status: "Unknown" }],
  ["status", "null", null, { status: "Unknown" }],
  ["status", "empty", " ", { status: "Unknown" }],
  ["status", "unknown", "Awaiting Triage", { status: "Awaiting Triage" }],
  ["status", "other type", { a: 1 }, { status: 'Can’t be read: “{"a":1}”' }],
  ["status", "other value", "Denied", { status: "Denied" }],
  ["status", "same in another form", "pending", { status: "Pending" }],
  // The interface shows neither of the two in this answer.
  ["patientId", "missing", left, same],
  ["patientId", "null", null, same],
  ["patientId", "other type", true, same],
  ["patientId", "other value", 7, { doubt: "a different patient" }],
  ["patientId", "same in another form", "0101", same],
  ["serviceId", "missing", left, same],
  ["serviceId", "null", null, same],
  ["serviceId", "other value", 13, { doubt: "a different visit type" }],
  ["serviceId", "same in another form", "12", same],
  ["id", "missing", left, { doubt: "id" }],
  ["id", "null", null, { doubt: "id" }],
  ["id", "other type", "900", { doubt: "id" }],
  ["id", "other value", 0, { doubt: "id" }],
];

const webhook = { url: "https://ehr.example/hooks", events: ["appointment.approved.v1"] };
const otherKinds = (registered: string): Said =>
  asks(
    `You asked for appointment.approved.v1. The booking service registered ${registered}. Ask the booking service which is correct.`,
  );
const webhookRows: readonly Row[] = [
  ["id", "missing", left, { doubt: "the response has no valid id" }],
  ["id", "null", null, { doubt: "the response has no valid id" }],
  ["id", "other type", "5", { doubt: "the response has no valid id" }],
  ["url", "missing", left, { doubt: "the response has no valid url" }],
  ["url", "null", null, { doubt: "the response has no valid url" }],
  ["url", "other type", 5, { doubt: "the response has no valid url" }],
  ["url", "other value", "https://ehr.example/other", { doubt: "the response names a different address" }],
  ["url", "same in another form", "HTTPS://EHR.example:443/hooks/", same],
  ["events", "missing", left, { doubt: "the response has no valid events" }],
  ["events", "null", null, { doubt: "the response has no valid events" }],
  ["events", "other type", "appointment.approved.v1", { doubt: "the response has no valid events" }],
  ["events", "empty", [], otherKinds("nothing")],
  ["events", "other value", ["appointment.denied.v1"], otherKinds("appointment.denied.v1")],
  ["events", "unknown", ["visit.moved.v9"], otherKinds("visit.moved.v9")],
  ["events", "same in another form", [" Appointment.Approved.v1"], same],
];

const patient = { externalId: "A1", dob: "1984-03-05" };
const noNumber = { doubt: "the response has no valid patientId" };
const anotherPatient = { doubt: "the response describes a different patient" };
const patientRows: readonly Row[] = [
  ["patientId", "missing", left, noNumber],
  ["patientId", "null", null, noNumber],
  ["patientId", "other type", "7", noNumber],
  ["patientId", "other value", 0, noNumber],
  // The interface shows neither of the two in this answer.
  ["externalId", "missing", left, same],
  ["externalId", "null", null, same],
  ["externalId", "other type", 5, same],
  ["externalId", "other value", "B2", anotherPatient],
  ["externalId", "same in another form", " A1 ", same],
  ["dob", "missing", left, same],
  ["dob", "other value", "1990-01-01", anotherPatient],
];

const changed = (whole: object, field: string, value: unknown): object =>
  Object.fromEntries(Object.entries({ ...whole, [field]: value }).filter(([, each]) => each !== left));

/** The item as it stands on the disk after that answer; null where it is not taken for the service's. */
function kept(answer: object): BookingItem | string {
  const read = validateResponse(documented.bookAppointment, answer, sent);
  if ("doubt" in read) return said(read.doubt);
  const saved: Item[] = [];
  const item = bookingItem({ status: "done", payload: JSON.stringify(sent), form: filledBooking });
  const outcome = { kind: "success", value: read.value, status: 201, phase: "answered" } as const;
  booking.complete(item, outcome, {
    now: () => "2026-11-20T15:00:00Z",
    save: (each: Item) => {
      saved.push(each);
      return each;
    },
  } as never);
  return bookingSchema.parse(JSON.parse(JSON.stringify(saved[0])));
}

// visit-16: Unknown, unreadable and missing times of a response each have their own words
describe("the answer to a booking", { tags: ["visit-16"] }, () => {
  test.each(bookingRows)("%s, %s: %j", (field, _how, value, words) => {
    const item = kept(changed(answered, field, value));
    if (typeof item === "string") {
      expect(item).toContain(words.doubt ?? "no doubt");
      return;
    }
    expect(words.doubt).toBeUndefined();
    const facts = describeBooking({ item, patient: knownPatient(), settings });
    expect({
      asks: facts.alerts,
      quiet: facts.unconfirmed,
      price: facts.price,
      status: facts.status,
    }).toEqual({
      asks: words.asks ?? [],
      quiet: words.quiet ?? [],
      price: words.price ?? "$85.00",
      status: words.status ?? "Pending",
    });
    // Lists, which do not have what was sent, say so too.
    expect(item.result?.differs === true).toBe(facts.alerts.length > 0);
    // The visit stays at the time that was sent, where the answer has none.
    expect(facts.when).toContain(value === "2026-12-01T15:00:00-05:00" ? "3:00 PM" : "2:00 PM");
  });
});

describe("the answer to a patient", () => {
  test.each(patientRows)("%s, %s: %j", (field, _how, value, { doubt }) => {
    const read = validateResponse(documented.createPatient, changed({ patientId: 7 }, field, value), patient);
    expect("doubt" in read ? said(read.doubt) : undefined).toBe(doubt);
  });
});

describe("the answer to a webhook", () => {
  test.each(webhookRows)("%s, %s: %j", (field, _how, value, { doubt, asks: asked = [] }) => {
    const read = validateResponse(
      documented.registerWebhook,
      changed({ id: 5, ...webhook }, field, value),
      webhook,
    );
    expect("doubt" in read ? said(read.doubt) : undefined).toBe(doubt);
    const result = "value" in read ? read.value : null;
    expect(formatOtherKinds(webhookItem({ status: "done", form: webhook, result }))).toBe(asked[0] ?? null);
  });
});
