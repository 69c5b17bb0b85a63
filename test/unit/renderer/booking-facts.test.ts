import { describe, expect, test } from "vitest";
import {
  getSentInstant,
  describeBooking,
  formatFacts,
  formatMoney,
  formatPatientWithNumber,
  formatServiceWithNumber,
} from "../../../renderer/features/bookings/facts.ts";
import { appointment, bookingItem, filledBooking, knownPatient } from "./builders.ts";
import { words } from "../../../messages/words.ts";

const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };
const sent = {
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  patientId: 101,
  serviceId: 12,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  billingType: "Bill to Account",
};
const payload = JSON.stringify(sent);
const settings = { services: [{ id: 12, name: "Eye test", minutes: 30 }], currency: "USD" };
const booked = bookingItem({ status: "done", result, payload });
const answered = (change: object) =>
  describeBooking({
    item: bookingItem({
      status: "done",
      payload,
      result: { ...result, appointment: { ...appointment, ...change } },
    }),
    patient: knownPatient(),
    settings,
  });

describe("the facts of a booking", () => {
  const facts = describeBooking({ item: booked, patient: knownPatient(), settings });

  // booking-1: The confirmation has patient, day, time and zone (OpenEMR 7820)
  test("the confirmation has patient, day, time and zone (OpenEMR 7820)", { tags: ["booking-1"] }, () => {
    expect(facts.patient).toBe("Ann Smith · patient #101");
    expect(facts.dob).toBe("March 5, 1984");
    expect(facts.when).toBe("Tuesday, December 1, 2026, 2:00 PM Eastern Standard Time");
    expect(facts).toMatchObject({
      service: "Eye test (12)",
      price: "$85.00",
      status: "Pending",
      number: "#900",
    });
  });

  test("nothing is said about the time when the service recorded what was typed", () => {
    expect(facts.alerts).toEqual([]);
  });

  test("a recorded hour that is not the typed one is said loudly", () => {
    const moved = answered({ appointmentDateTime: "2026-12-01T15:00:00-05:00" });
    expect(moved.alerts).toEqual([
      "You typed 2:00 PM Eastern Standard Time. The booking service recorded 3:00 PM Eastern Standard Time.",
    ]);
    expect(formatFacts(moved)).toContain(words.bookings.text.attention({ alert: moved.alerts[0] ?? "" }));
  });

  test("an answer that could not be read shows what was sent and invents no number", () => {
    const unread = bookingItem({ status: "done", payload, result: { ...result, appointment: null } });
    const known = describeBooking({ item: unread, patient: knownPatient(), settings });
    expect(known.when).toContain("2:00 PM");
    expect(known.number).toMatch(/Unknown/);
    expect(known.address).toContain("1 Main St");
  });

  test.each([null, "", "{", "[]", '{"appointmentDateTime":7}'])(
    "payload %j has no instant and does not throw",
    (payload) => {
      expect(getSentInstant(bookingItem({ payload }))).toBeNull();
    },
  );

  test("the copied text names patient and zone, which a bare time does not", () => {
    const text = formatFacts(facts);
    expect(text).toContain(words.bookings.text.patient({ patient: "Ann Smith" }));
    expect(text).toContain("Eastern Standard Time");
  });

  test("a service that left the catalogue keeps its number, a patient elsewhere its own", () => {
    expect(formatServiceWithNumber("77", settings.services)).toBe("Visit type 77");
    expect(formatPatientWithNumber(null, "123")).toBe("Patient #123");
    expect(formatPatientWithNumber(knownPatient(1, null), null)).toBe("Ann Smith");
  });

  test("a currency code the computer does not accept does not break the screen", () => {
    expect(formatMoney(85, "US")).toBe("US 85");
  });
});

describe("what the service recorded otherwise than it was sent", () => {
  test.each([
    [{ address: "21 Oak St" }, "Address: sent “1 Main St”, the booking service recorded “21 Oak St”."],
    [{ city: "Troy" }, "City: sent “Albany”, the booking service recorded “Troy”."],
    [{ state: "NJ" }, "State: sent “NY”, the booking service recorded “NJ”."],
    [{ zip: "12208" }, "ZIP code: sent “12207”, the booking service recorded “12208”."],
    [
      { billingType: "Bill to Patient" },
      "Billing type: sent “Bill to Account”, the booking service recorded “Bill to Patient”.",
    ],
    [{ notes: "Urgent" }, "Notes: sent nothing, the booking service recorded “Urgent”."],
    [{ patientId: 7 }, "Patient: sent “101”, the booking service recorded “7”."],
    [{ serviceId: 13 }, "Visit type: sent “12”, the booking service recorded “13”."],
  ])("%j is named with both values, and copied", (change, sentence) => {
    const facts = answered(change);
    expect(facts.alerts).toEqual([sentence]);
    expect(formatFacts(facts).split("\n")[0]).toBe(`Attention: ${sentence}`);
  });

  test("blanks, letter case and another offset of the same moment are no difference", () => {
    expect(answered({ address: " 1  MAIN st", appointmentDateTime: "2026-12-01T19:00:00Z" }).alerts).toEqual(
      [],
    );
  });

  test("a part of the address that the answer leaves out is the one that was sent", () => {
    expect(answered({ city: null }).address).toBe("1 Main St, Albany, NY 12207");
  });
});

describe("what the service sends cannot forge what the desk says", () => {
  const hostile = answered({
    status: "Denied\nStatus: Completed",
    address: "1 Main St\u202E\r\nPrice: $0.00",
    billingType: "Bill to Account\u2028Booking: #1",
    notes: "x".repeat(1_048_576),
  });

  test("a line break makes no line of its own in the copied text", () => {
    const labels = formatFacts(hostile)
      .split("\n")
      .map((line) => line.split(":")[0]);
    expect(labels.filter((label) => label !== "Attention")).toEqual([
      "Patient",
      "Date of birth",
      "When",
      words.bookings.facts.where,
      words.bookings.facts.service,
      words.bookings.facts.price,
      words.bookings.facts.billing,
      words.bookings.facts.status,
      "Appointment",
    ]);
  });

  test("nothing hidden and nothing endless is shown", () => {
    for (const value of formatFacts(hostile).split("\n")) {
      expect(value).not.toMatch(/[\u202A-\u202E\u2028\r]/);
      expect(value.length).toBeLessThanOrEqual(4_000);
    }
    expect(hostile.status).toBe("Denied Status: Completed");
  });

  test("a name, a number and a service that were typed are one line too", () => {
    const form = {
      ...filledBooking,
      patient: { kind: "number" as const, text: "7\nStatus: Booked" },
      service: "9\u202E\n1",
    };
    const facts = describeBooking({ item: bookingItem({ form }), patient: null, settings });
    expect([facts.patient, facts.service]).toEqual(["Patient #7 Status: Booked", "Visit type 9 1"]);
    const { input } = knownPatient();
    const ann = { ...knownPatient(), input: { ...input, firstName: "An\u202En\n" } };
    expect(formatPatientWithNumber(ann, null)).toBe("Ann Smith · patient #101");
  });
});
