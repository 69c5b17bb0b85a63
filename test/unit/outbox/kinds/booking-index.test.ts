import { describe, expect, it, test } from "vitest";
import type { BookingForm } from "../../../../shared/bookings/booking-form.ts";
import { itemStatuses, type BookingItem } from "../../../../shared/outbox/item.ts";
import { appointment } from "../../../../shared/service-api/appointment.ts";
import { indexBooking, listDayWords } from "../../../../main/features/outbox/kinds/booking-index.ts";
import type { IndexContext } from "../../../../main/features/outbox/kinds/kind.ts";
import { bookingWith, idOf, known, patientRecord } from "../../../support/store-records.ts";

const context: IndexContext = {
  patient: (id) => (id === idOf(1) ? patientRecord(1, { patientId: 77 }) : null),
  settings: {
    dateOrder: "month-first",
    services: [
      { id: 101, name: "First visit", minutes: 60 },
      { id: 102, name: "Check-up", minutes: 30 },
    ],
  },
};
const dayFirst: IndexContext = { ...context, settings: { ...context.settings, dateOrder: "day-first" } };

const booked = (form: Partial<BookingForm>, changes: Partial<BookingItem> = {}): BookingItem =>
  bookingWith(1, form, { status: "ready", ...changes });
const answered = (answer: object): Partial<BookingItem> => ({
  status: "done",
  result: { appointment: appointment.parse({ id: 31, ...answer }), bookedAt: "", markedByPerson: false },
});
const instantOf = (item: BookingItem, of = context) => indexBooking(item, of).appointmentInstant;
const wordsOf = (item: BookingItem, of = context): string => indexBooking(item, of).searchText;

describe("a day", () => {
  test.each([
    ["month-first", "2/1/2026 2/1/26 02/01/2026"],
    ["day-first", "1/2/2026 1/2/26 01/02/2026"],
  ] as const)("is found %s with and without noughts and century, and by its name", (order, figures) => {
    expect(listDayWords("2026-02-01", order)).toBe(
      `2026-02-01 ${figures} Sunday, February 1, 2026 Feb 1, 2026`,
    );
  });

  it("of the first years of a century keeps their nought", () => {
    expect(listDayWords("2107-12-25", "month-first")).toContain("12/25/2107 12/25/07 12/25/2107");
  });
});

describe("the moment of a visit", () => {
  it("is the typed one in the zone of the booking, written in UTC", () => {
    expect(instantOf(booked({ date: "2026-04-01", time: "2pm" }))).toBe("2026-04-01T18:00:00.000Z");
  });

  it("is read as on the day of the last change, in the order of dates of this desk", () => {
    const item = booked({ date: "tomorrow", time: "2pm" });
    expect(instantOf(item)).toBe("2026-03-03T19:00:00.000Z");
    const figures = booked({ date: "5/4/2026", time: "2pm" });
    expect([instantOf(figures), instantOf(figures, dayFirst)]).toEqual([
      "2026-05-04T18:00:00.000Z",
      "2026-04-05T18:00:00.000Z",
    ]);
  });

  it("is the one that the service answered, whatever was typed", () => {
    const answer = { appointmentDateTime: "2026-04-02T09:30:00-05:00" };
    expect(instantOf(booked({ date: "2026-04-01", time: "2pm" }, answered(answer)))).toBe(
      "2026-04-02T14:30:00.000Z",
    );
  });

  test.each([
    ["without its day", booked({ time: "2pm" })],
    ["without its time", booked({ date: "2026-04-01" })],
    ["in the hour that is left out in spring", booked({ date: "2026-03-08", time: "2:30 am" })],
    ["answered with what is no moment", booked({}, answered({ appointmentDateTime: "soon" }))],
  ])("is not known of one %s", (_which, item) => {
    expect(instantOf(item)).toBeNull();
  });
});

describe("the words by which a booking is found", () => {
  it("are of no day where none is known", () => {
    expect(wordsOf(booked({ patient: known(1), date: "x" }))).not.toMatch(/\d{4}|day/);
  });

  it("are whom it is for, their number, the service, and the day as the list shows it", () => {
    const item = booked({ patient: known(1), service: " 102 ", date: "2026-04-01", time: "11pm" });
    const day = listDayWords("2026-04-01", "month-first");
    expect(wordsOf(item)).toBe(`Ann Smith 77 Check-up  102  ${day}`);
    expect(wordsOf(item, dayFirst)).toContain(listDayWords("2026-04-01", "day-first"));
    expect(indexBooking(item, context).patientRecordId).toBe(idOf(1));
  });

  it("are its number and what the service made of it, once that answered", () => {
    const item = booked({ service: "101" }, answered({ status: "Pending", billingType: "Bill to Patient" }));
    expect(wordsOf(item)).toBe("First visit 101 31 Pending Bill to Patient");
  });

  it("are none of a patient or a service that is not known here", () => {
    const item = booked({ patient: known(2), service: "999" });
    expect(wordsOf(item)).toBe("999");
    expect(indexBooking(item, context).patientRecordId).toBe(idOf(2));
    expect(indexBooking(booked({ patient: null }), context).patientRecordId).toBeNull();
  });

  it("are not kept of what is still typed or was thrown away: nobody looks for it", () => {
    const silent = itemStatuses.filter((status) => wordsOf(booked({ service: "101" }, { status })) === "");
    expect(silent).toEqual(["draft", "on-hold", "discarded"]);
  });
});
