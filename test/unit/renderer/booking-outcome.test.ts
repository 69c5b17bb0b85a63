import { describe, expect, test } from "vitest";
import { fail } from "../../../contract/failure.ts";
import { itemStatuses } from "../../../contract/records/item.ts";
import { isExpiredCard } from "../../../contract/forms/card-expiry.ts";
import { cardName } from "../../../renderer/features/booking/cards.ts";
import {
  bookingOutcome,
  outcomeWords,
  savedForLaterText,
} from "../../../renderer/features/booking/outcome.ts";
import {
  bookingFacts,
  factsAsText,
  money,
  patientName,
  sentInstant,
  serviceName,
} from "../../../renderer/features/bookings/facts.ts";
import { bookingItem, knownPatient } from "./builders.ts";

const appointment = {
  id: 900,
  appointmentDateTime: "2026-12-01T14:00:00-05:00",
  appointmentTimeZone: "America/New_York",
  price: 85,
  status: "Pending",
  notes: null,
  address: "1 Main St",
  city: "Albany",
  state: "NY",
  zip: "12207",
  billingType: "Bill to Account",
};
const result = { appointment, bookedAt: "2026-11-20T15:00:00Z", markedByPerson: false };
const payload = JSON.stringify({ appointmentDateTime: "2026-12-01T14:00:00-05:00" });
const settings = { services: [{ id: 12, name: "Eye test", minutes: 30 }], currency: "USD" };
const booked = bookingItem({ status: "done", result, payload });

describe("the words for what became of a booking", () => {
  test.each(itemStatuses.filter((status) => status !== "done"))(
    "%s never says Booked, which only the service's answer allows",
    (status) => {
      const { title } = outcomeWords(bookingOutcome(bookingItem({ status })));
      expect(title).not.toMatch(/^booked/i);
    },
  );

  test.each(["ready", "waiting-for-patient", "needs-card"] as const)(
    "%s says that it is saved and not booked yet",
    (status) => {
      const { title } = outcomeWords(bookingOutcome(bookingItem({ status })));
      expect(title).toBe("Saved on this computer – not booked yet.");
    },
  );

  test("Save for later never says that an unfinished booking is complete", () => {
    expect(savedForLaterText({ status: "draft", parked: true })).toContain("not complete");
    expect(savedForLaterText({ status: "ready", parked: true })).toContain("Send now");
    expect(savedForLaterText({ status: "needs-card", parked: true })).toContain("card");
  });

  test.each(["ready", "waiting-for-patient"] as const)(
    "Save for later without a connection never says that a booking in %s waits for Send now",
    (status) => {
      expect(savedForLaterText({ status, parked: false })).toContain("sent by itself");
      expect(savedForLaterText({ status, parked: false })).not.toContain("Send now");
    },
  );

  test("an unclear outcome says to ask first, and offers both decisions", () => {
    const problem = fail("unclear", "The line broke.");
    const words = outcomeWords(bookingOutcome(bookingItem({ status: "needs-checking", problem })));
    expect(words.text).toBe(
      "The connection broke after the booking was sent. It may or may not have been made. Ask the service, then choose.",
    );
    expect(words.actions).toEqual(expect.arrayContaining(["mark-booked", "book-again"]));
  });

  test("no other outcome offers to book again, so that a booking is not made twice", () => {
    for (const status of itemStatuses.filter((each) => each !== "needs-checking")) {
      const words = outcomeWords(bookingOutcome(bookingItem({ status, result })));
      expect(words.actions).not.toContain("book-again");
    }
  });

  test("a booking whose answer could not be read is booked, with what is not known said", () => {
    const unread = { ...result, appointment: null };
    const words = outcomeWords(bookingOutcome(bookingItem({ status: "done", result: unread })));
    expect(words.title).toBe("Booked");
    expect(words.text).toMatch(/could not be read/);
  });

  test("a booking marked by a person says so", () => {
    const marked = { appointment: null, bookedAt: result.bookedAt, markedByPerson: true };
    const words = outcomeWords(bookingOutcome(bookingItem({ status: "done", result: marked })));
    expect(words.text).toMatch(/by a person/);
  });
});

describe("the facts of a booking", () => {
  const facts = bookingFacts({ item: booked, patient: knownPatient(), settings });

  test("the confirmation has patient, day, time and zone (OpenEMR 7820)", () => {
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
    expect(facts.alert).toBeNull();
  });

  test("a recorded hour that is not the typed one is said loudly", () => {
    const moved = { ...appointment, appointmentDateTime: "2026-12-01T15:00:00-05:00" };
    const item = bookingItem({ status: "done", payload, result: { ...result, appointment: moved } });
    const { alert } = bookingFacts({ item, patient: null, settings });
    expect(alert).toBe(
      "You typed 2:00 PM Eastern Standard Time; the service recorded 3:00 PM Eastern Standard Time.",
    );
    expect(factsAsText(bookingFacts({ item, patient: null, settings }))).toContain("Attention: You typed");
  });

  test("an answer that could not be read shows what was sent and invents no number", () => {
    const unread = bookingItem({ status: "done", payload, result: { ...result, appointment: null } });
    const known = bookingFacts({ item: unread, patient: knownPatient(), settings });
    expect(known.when).toContain("2:00 PM");
    expect(known.number).toMatch(/Not known/);
    expect(known.address).toContain("1 Main St");
  });

  test.each([null, "", "{", "[]", '{"appointmentDateTime":7}'])(
    "payload %j has no instant and does not throw",
    (payload) => {
      expect(sentInstant(bookingItem({ payload }))).toBeNull();
    },
  );

  test("the copied text names patient and zone, which a bare time does not", () => {
    const text = factsAsText(facts);
    expect(text).toContain("Patient: Ann Smith");
    expect(text).toContain("Eastern Standard Time");
  });

  test("a service that left the catalogue keeps its number, a patient elsewhere its own", () => {
    expect(serviceName("77", settings.services)).toBe("Service 77");
    expect(patientName(null, "123")).toBe("Patient #123");
    expect(patientName(knownPatient(1, null), null)).toBe("Ann Smith");
  });

  test("a currency code the computer does not accept does not break the screen", () => {
    expect(money(85, "US")).toBe("US 85");
  });
});

describe("cards", () => {
  const visa = { id: "pm_1", brand: "Visa", last4: "4242", expMonth: 11, expYear: 2026 };
  const unknown = { id: "pm_1AbC9f3c", brand: null, last4: null, expMonth: null, expYear: null };

  test("a card is good in its last month and expired the day after", () => {
    expect(isExpiredCard(visa, "2026-11-30")).toBe(false);
    expect(isExpiredCard(visa, "2026-12-01")).toBe(true);
    expect(isExpiredCard({ ...visa, expMonth: 12, expYear: 2025 }, "2026-01-01")).toBe(true);
  });

  test("a card of which nothing is known is never called expired", () => {
    expect(isExpiredCard(unknown, "2099-01-01")).toBe(false);
  });

  test("a card is named by brand, last four and expiry, or by the end of its identifier", () => {
    expect(cardName(visa)).toBe("Visa •••• 4242, expires 11/2026");
    expect(cardName(unknown)).toBe("Card …9f3c");
    expect(cardName({ ...unknown, brand: "Visa", last4: "4242" })).toBe("Visa •••• 4242");
  });
});
