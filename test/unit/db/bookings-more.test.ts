import { describe, expect, test } from "vitest";
import { anyBooking, type BookingFilter } from "../../../shared/bookings/booking-line.ts";
import type { BookingForm } from "../../../shared/bookings/booking-form.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { appointment } from "../../../shared/service-api/appointment.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import { bookingsWanted } from "../../support/booking-lists.ts";
import { blankDatabase } from "../../support/blank-store.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientRecord,
} from "../../support/store-records.ts";

const numbersOf = (rows: readonly { readonly item: { readonly id: string } }[]): number[] =>
  rows.map(({ item }) => Number(item.id.slice(-6)));

/** Taken by the service on that day of March, as it answered. */
const taken = (
  number: number,
  form: Partial<BookingForm> = {},
  answer: Record<string, unknown> = {},
  changes: Partial<BookingItem> = {},
): BookingItem =>
  bookingWith(number, form, {
    status: "done",
    result: {
      appointment: appointment.parse({
        id: number + 900,
        status: "Pending",
        appointmentDateTime: `2026-03-${String(number + 2).padStart(2, "0")}T15:00:00.000Z`,
        ...answer,
      }),
      bookedAt: "2026-03-02T09:00:00.000Z",
      markedByPerson: false,
    },
    ...changes,
  });

async function bench(...all: readonly BookingItem[]) {
  const db = await blankDatabase();
  const store = createSqliteStore(db, "memory");
  store.transaction(({ items, patients }) => {
    patients.insert(patientRecord(70, { patientId: 77 }));
    patients.insert(patientRecord(71, { accountId: otherAccount, patientId: 78 }));
    all.forEach((item) => items.insert(item));
  });
  return {
    db,
    store,
    found: (
      text: string,
      {
        view = "upcoming",
        ...more
      }: Partial<Parameters<typeof bookingsWanted>[2]> & { view?: "upcoming" | "recent" } = {},
    ) =>
      store.read(({ bookings }) =>
        numbersOf(
          bookings.at({ accountId: account, view }, bookings.places(bookingsWanted(view, text, more))).items,
        ),
      ),
  };
}

describe("a search through bookings", () => {
  test("by a phone number finds those of who has it, and of nobody where nobody has", async () => {
    const { found } = await bench(
      taken(1, { patient: known(70) }),
      taken(2, { patient: known(71) }),
      taken(3),
    );
    expect(found("555 123 4567", { patients: [idOf(70)] })).toEqual([1]);
    expect(found("555 123 4567", { patients: [] })).toEqual([]);
    expect(found("555 123 4567")).toEqual([]);
    // Given, and not asked for.
    expect(found("", { patients: [idOf(70)] })).toEqual([1, 2, 3]);
  });

  test("by a number finds the booking's, the patient's and a typed one, of this account", async () => {
    const typed = (text: string): Partial<BookingForm> => ({ patient: { kind: "number", text } });
    const { found } = await bench(
      taken(1, { patient: known(70) }),
      taken(2, typed("# 77")),
      taken(3, typed("177")),
      taken(4, typed("x")),
      taken(5, { patient: known(71) }),
      taken(6, {}, { id: 77 }),
      taken(7, typed("77"), {}, { accountId: otherAccount }),
    );
    expect([found("77"), found("78"), found("904"), found("907")]).toEqual([[1, 2, 6], [], [4], []]);
  });

  test("by a day or a word that is a day too finds what begins on it, from its first moment to its last", async () => {
    const { found } = await bench(
      taken(1, {}, { appointmentDateTime: "2026-03-05T05:00:00.000Z" }),
      taken(2, {}, { appointmentDateTime: "2026-03-06T04:59:59.000Z" }),
      taken(3, {}, { appointmentDateTime: "2026-03-06T05:00:00.000Z" }),
    );
    expect(found("3/5/2026")).toEqual([1, 2]);
  });

  test("by a word of which nothing is left when it is folded finds none by that word alone", async () => {
    const { found } = await bench(taken(1));
    const query = { words: [], days: ["2026-01-01"], number: null, phone: null, orWords: ["\u0301"] };
    expect(found("", { query, stretches: [{ from: "2026-01-01", to: "2026-01-02" }] })).toEqual([]);
  });

  test("by words finds those with all of them, folded as they were kept", async () => {
    const { found } = await bench(taken(1, { service: "Zahn Ärztin" }), taken(2, { service: "Zahn" }));
    expect([found("ZAHN ärztin"), found("zahn"), found("zahn \u0301")]).toEqual([[1], [1, 2], [1, 2]]);
  });
});

describe("a filter", () => {
  const found = async (items: readonly BookingItem[], filter: Partial<BookingFilter>) =>
    (await bench(...items)).found("", { filter: { ...anyBooking, ...filter } });

  test("by billing goes by what the service answered, and by the form where it said nothing", async () => {
    const items = [
      taken(1, { billingType: "Bill to Account" }, { billingType: "Monthly Invoice" }),
      taken(2, { billingType: "Monthly Invoice" }),
      taken(3, { billingType: "Monthly Invoice" }, { billingType: "Bill to Account" }),
    ];
    expect(await found(items, { billing: "Monthly Invoice" })).toEqual([1, 2]);
  });

  test("by service goes by the whole name without blanks around it", async () => {
    const items = [taken(1, { service: " 12 " }), taken(2, { service: "112" }), taken(3, { service: "1" })];
    expect(await found(items, { service: "12" })).toEqual([1]);
  });

  test("by status goes by the service's word however it is written, and never by a booking that is not there yet", async () => {
    const items = [
      taken(1, {}, { status: "PENDING" }),
      taken(2, {}, { status: "Pending review" }),
      taken(3, {}, {}, { status: "needs-checking" }),
      taken(4, {}, {}, { status: "ready" }),
    ];
    expect(await found(items, { status: "Pending" })).toEqual([1]);
    expect(await found(items, { status: "not-booked" })).toEqual([4]);
    expect(await found(items, { status: "needs-checking" })).toEqual([3]);
  });
});

describe("bookings", () => {
  test("come in the order of the places that are asked for, by their last change where they are recent", async () => {
    const { store } = await bench(
      taken(1),
      taken(2),
      taken(3),
      taken(4, {}, {}, { accountId: otherAccount }),
    );
    store.transaction(({ items }) => items.update(taken(1)));
    const at = (view: "upcoming" | "recent", ...numbers: number[]) =>
      store.read(({ bookings }) =>
        numbersOf(
          bookings.at(
            { accountId: account, view },
            numbers.map((number) => ({ at: "", number })),
          ).items,
        ),
      );
    expect([at("upcoming", 3, 1, 2), at("upcoming", 9, 2)]).toEqual([[3, 1, 2], [2]]);
    // Changes: 1, 2, 3 and 4 made them, 5 was the last of the first.
    expect([at("recent", 2, 5, 3), at("recent", 1, 4)]).toEqual([[2, 1, 3], []]);
  });

  test("are all read in the order of their making, some at a time, with those that cannot be read passed over", async () => {
    const { store, db } = await bench(
      taken(5),
      bookingItem(6),
      taken(1),
      taken(7, {}, {}, { accountId: otherAccount }),
      taken(3),
      taken(2),
    );
    db.exec("update items set json = '{' where sequence = 3");
    const after = (number: number, limit: number) =>
      store.read(({ bookings }) => {
        const { items, next } = bookings.inOrder({ accountId: account, after: number, limit });
        return [numbersOf(items), next];
      });
    expect([after(0, 2), after(0, 3), after(3, 2), after(6, 2), after(0, 5)]).toEqual([
      [[5], 3],
      [[5, 3], 5],
      [[3, 2], 6],
      [[], null],
      [[5, 3, 2], null],
    ]);
  });

  test("of a day say which of them are asked for", async () => {
    const { store } = await bench(taken(1, { service: " 4 " }), taken(2, { service: "5" }), bookingItem(3));
    const visits = store.read(({ bookings }) =>
      bookings.visits({
        ...bookingsWanted("upcoming", "", { filter: { ...anyBooking, service: "4" } }),
        from: "2026-03-03T00:00:00.000Z",
        to: "2026-03-09T00:00:00.000Z",
      }),
    );
    expect(visits.map(({ id, service, isAsked }) => [id, service, isAsked])).toEqual([
      [idOf(1), "4", true],
      [idOf(2), "5", false],
    ]);
  });
});
