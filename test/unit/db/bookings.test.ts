import { describe, expect, test } from "vitest";
import { anyBooking, type BookingFilter, type BookingView } from "../../../shared/bookings/booking-line.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { createFirstSettings } from "../../../main/features/session/first-settings.ts";
import { connectInMemory } from "../../../main/db/connection.ts";
import { blankStore } from "../../support/blank-store.ts";
import { migrateDatabase, migrations } from "../../../main/db/migrations.ts";
import { createSqliteStore } from "../../../main/db/sqlite-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { bookingsWanted } from "../../support/booking-lists.ts";
import {
  account,
  bookingItem,
  bookingWith,
  idOf,
  known,
  otherAccount,
  patientItem,
  patientRecord,
} from "../../support/store-records.ts";

type Change = Partial<BookingItem>;

/** A booking of a day and time in New York that the service has, under a number of its own. */
const booked = (number: number, date: string, time: string, change: Change = {}): BookingItem =>
  bookingWith(
    number,
    { patient: known(70), date, time, service: "4", billingType: "Bill to Account" },
    {
      status: "done",
      result: {
        appointment: {
          id: number + 900,
          appointmentDateTime: null,
          appointmentTimeZone: null,
          price: null,
          status: "Pending",
          notes: null,
          address: null,
          city: null,
          state: null,
          zip: null,
          billingType: null,
        },
        bookedAt: "2026-03-02T09:00:00.000Z",
        markedByPerson: false,
      },
      ...change,
    },
  );
const notBooked = (number: number, date: string, time: string, status: BookingItem["status"]): BookingItem =>
  booked(number, date, time, { status, result: null });

async function storeWith(...items: readonly BookingItem[]): Promise<Store> {
  const store = await blankStore();
  store.transaction((repositories) => {
    repositories.settings.set(account, {
      ...createFirstSettings("America/New_York"),
      services: [{ id: 4, name: "First visit", minutes: 30 }],
    });
    repositories.patients.insert(patientRecord(70, { patientId: 1_234 }));
    repositories.patients.insert(
      patientRecord(71, { patientId: 907, input: { firstName: "José", lastName: "Sun-Hernández" } }),
    );
    items.forEach((item) => repositories.items.insert(item));
  });
  return store;
}

/** The numbers of the bookings that are found, in their order. */
const found = (store: Store, ...wanted: Parameters<typeof bookingsWanted>): number[] =>
  store.read(({ bookings }) => {
    const places = bookings.places(bookingsWanted(...wanted));
    const { items } = bookings.at({ accountId: account, view: wanted[0] }, places);
    return items.map(({ item }) => Number(item.id.slice(-4)));
  });

describe("the agenda", () => {
  test("has today and later in the order of the visits, and the past with the last one first", async () => {
    const store = await storeWith(
      booked(1, "2026-03-05", "9am"),
      booked(2, "2026-03-02", "12:30am"),
      booked(3, "2026-03-01", "11:30pm"),
      booked(4, "2026-03-05", "8am"),
      booked(5, "2026-02-01", "8am"),
    );
    expect(found(store, "upcoming")).toEqual([2, 4, 1]);
    expect(found(store, "past")).toEqual([3, 5]);
    expect(found(store, "recent")).toEqual([5, 4, 3, 2, 1]);
  });

  test("has what is still in the outbox, and no forms, discarded ones or other accounts' bookings", async () => {
    const inOutbox = ["needs-checking", "needs-card", "needs-editing", "ready", "sending"] as const;
    const store = await storeWith(
      ...inOutbox.map((status, at) => notBooked(at + 1, "2026-03-05", "9am", status)),
      notBooked(10, "2026-03-05", "9am", "saved-for-later"),
      notBooked(11, "2026-03-05", "9am", "waiting-for-patient"),
      ...(["draft", "on-hold", "discarded"] as const).map((status, at) =>
        notBooked(at + 20, "2026-03-05", "9am", status),
      ),
      booked(30, "2026-03-05", "9am", { accountId: otherAccount }),
    );
    store.transaction(({ items }) => items.insert(patientItem(40, { status: "ready" })));
    expect(found(store, "upcoming")).toEqual([1, 2, 3, 4, 5, 10, 11]);
    expect(found(store, "recent")).toEqual([]);
  });

  test("goes on where a page ended, also among visits at one moment", async () => {
    const store = await storeWith(...[1, 2, 3, 4, 5].map((number) => booked(number, "2026-03-05", "9am")));
    const pages = (view: BookingView): number[][] =>
      store.read(({ bookings }) => {
        const all: number[][] = [];
        let after = bookingsWanted(view).after;
        for (;;) {
          const places = bookings.places(bookingsWanted(view, "", { after, limit: 2 }));
          const last = places.at(-1);
          if (last === undefined) return all;
          all.push(
            bookings
              .at({ accountId: account, view }, places)
              .items.map(({ item }) => Number(item.id.slice(-4))),
          );
          after = last;
        }
      });
    expect(pages("upcoming")).toEqual([[1, 2], [3, 4], [5]]);
    expect(pages("recent")).toEqual([[5, 4], [3, 2], [1]]);
  });

  test("passes over records that were spoilt or are newer, counts them, and is read all the same", async () => {
    const db = await connectInMemory();
    migrateDatabase(db, migrations);
    const store = createSqliteStore(db, "memory");
    store.transaction(({ items }) => {
      for (const number of [1, 2, 3, 4]) items.insert(booked(number, "2026-03-05", "9am"));
    });
    db.exec(`update items set json = '{' where sequence = 2`);
    db.exec(`update items set json = json_set(json, '$.v', 1000) where sequence = 3`);
    db.exec(`update items set status = 'ready' where sequence = 4`);
    for (const wanted of [bookingsWanted("upcoming"), bookingsWanted("upcoming", "901")])
      store.read(({ bookings }) => bookings.places(wanted));
    const page = store.read(({ bookings }) =>
      bookings.at({ accountId: account, view: "upcoming" }, bookings.places(bookingsWanted("upcoming"))),
    );
    expect(page).toMatchObject({
      items: [{ item: { id: idOf(1) } }],
      damaged: [idOf(2), idOf(4)],
      newer: [idOf(3)],
    });
  });
});

describe("a search", () => {
  const items = [
    booked(1, "2026-03-05", "9am"),
    booked(2, "2026-03-06", "9am", {
      form: { ...booked(2, "2026-03-06", "9am").form, patient: known(71), service: "12" },
    }),
    booked(3, "2026-03-05", "11pm"),
    bookingWith(
      4,
      { patient: { kind: "number", text: "#55" }, date: "2026-03-07", time: "9am" },
      { status: "ready" },
    ),
  ];

  test("finds names in both orders and without accents, and services", async () => {
    const store = await storeWith(...items);
    for (const text of ["Smith, Ann", "ann smith", "smi an"])
      expect(found(store, "upcoming", text)).toEqual([1, 3]);
    expect(found(store, "upcoming", "hernandez jose")).toEqual([2]);
    expect(found(store, "upcoming", "first visit")).toEqual([1, 3]);
    expect(found(store, "upcoming", "%")).toEqual([]);
    expect(found(store, "upcoming", "'; drop table items; --")).toEqual([]);
    expect(found(store, "recent", "jose")).toEqual([2]);
  });

  test("takes a number as that number alone: of the booking, or of the patient", async () => {
    const store = await storeWith(...items);
    expect(found(store, "upcoming", "#901")).toEqual([1]);
    expect(found(store, "upcoming", "901")).toEqual([1]);
    // No day, time, service or longer number is meant by it.
    for (const text of ["1", "9", "#12", "90"]) expect(found(store, "upcoming", text)).toEqual([]);
    expect(found(store, "upcoming", "1234")).toEqual([1, 3]);
    expect(found(store, "upcoming", "55")).toEqual([4]);
    expect(found(store, "upcoming", "ann 901")).toEqual([1]);
    expect(found(store, "upcoming", "jose 901")).toEqual([]);
  });

  test("takes a day as the clinic's, and a name of a day as a name too", async () => {
    const store = await storeWith(...items);
    for (const text of ["3/5", "mar 5", "2026-03-05", "5 mar 2026", "03052026"])
      expect(found(store, "upcoming", text)).toEqual([1, 3]);
    expect(found(store, "upcoming", "3/6 ann")).toEqual([]);
    expect(found(store, "upcoming", "mar 6 jose")).toEqual([2]);
    expect(found(store, "upcoming", "sun")).toEqual([2]);
  });

  test("of the past reads a day without a year as the last one", async () => {
    const store = await storeWith(booked(1, "2026-02-20", "9am"), booked(2, "2025-02-20", "9am"));
    expect(found(store, "past", "feb 20")).toEqual([1]);
  });
});

describe("a filter", () => {
  const set = (change: Partial<BookingFilter>) => ({ filter: { ...anyBooking, ...change } });

  test("keeps to a status of the service, what is not booked yet, or what needs checking", async () => {
    const store = await storeWith(
      booked(1, "2026-03-05", "9am"),
      notBooked(2, "2026-03-05", "9am", "needs-card"),
      notBooked(3, "2026-03-05", "9am", "needs-checking"),
    );
    expect(found(store, "upcoming", "", set({ status: "Pending" }))).toEqual([1]);
    expect(found(store, "upcoming", "", set({ status: "Denied" }))).toEqual([]);
    expect(found(store, "upcoming", "", set({ status: "not-booked" }))).toEqual([2]);
    expect(found(store, "upcoming", "", set({ status: "needs-checking" }))).toEqual([3]);
  });

  test("keeps to a service and to a billing type", async () => {
    const other = booked(2, "2026-03-05", "9am");
    const store = await storeWith(booked(1, "2026-03-05", "9am"), {
      ...other,
      form: { ...other.form, service: "44", billingType: "Monthly Invoice" },
    });
    expect(found(store, "upcoming", "", set({ service: "4" }))).toEqual([1]);
    expect(found(store, "upcoming", "", set({ billing: "Monthly Invoice" }))).toEqual([2]);
    expect(found(store, "upcoming", "", set({ service: "4", billing: "Monthly Invoice" }))).toEqual([]);
  });

  test("keeps to those that one of the staff began, by the whole name", async () => {
    const store = await storeWith(
      booked(1, "2026-03-05", "9am", { by: "Rosa Delgado" }),
      booked(2, "2026-03-05", "9am", { by: "Rosa" }),
      booked(3, "2026-03-05", "9am"),
    );
    expect(found(store, "upcoming", "", set({ by: "Rosa Delgado" }))).toEqual([1]);
    expect(found(store, "recent", "ann", set({ by: "Rosa" }))).toEqual([2]);
    expect(found(store, "upcoming", "", set({ by: "Nobody" }))).toEqual([]);
  });
});

test("the moments of a stretch are those of its visits, of no form and of no other account", async () => {
  const store = await storeWith(
    booked(1, "2026-03-05", "9am"),
    notBooked(2, "2026-03-05", "9am", "ready"),
    notBooked(3, "2026-03-05", "10am", "draft"),
    booked(4, "2026-03-05", "10am", { accountId: otherAccount }),
    booked(5, "2026-03-06", "12am"),
  );
  const stretch = { from: "2026-03-05T05:00:00.000Z", to: "2026-03-06T05:00:00.000Z" };
  expect(store.read(({ bookings }) => bookings.moments({ accountId: account, ...stretch }))).toEqual([
    "2026-03-05T14:00:00.000Z",
    "2026-03-05T14:00:00.000Z",
  ]);
});

test("the visits of a day say which of them are asked for, and what they take", async () => {
  const store = await storeWith(booked(1, "2026-03-05", "9am"), notBooked(2, "2026-03-05", "10am", "ready"));
  const stretch = { from: "2026-03-05T05:00:00.000Z", to: "2026-03-06T05:00:00.000Z" };
  expect(
    store.read(({ bookings }) => bookings.visits({ ...bookingsWanted("upcoming", "#901"), ...stretch })),
  ).toEqual([
    {
      id: idOf(1),
      at: "2026-03-05T14:00:00.000Z",
      number: 1,
      service: "4",
      patient: "1234",
      status: "done",
      answer: "Pending",
      isAsked: true,
    },
    {
      id: idOf(2),
      at: "2026-03-05T15:00:00.000Z",
      number: 2,
      service: "4",
      patient: "1234",
      status: "ready",
      answer: null,
      isAsked: false,
    },
  ]);
});

test("the visits of a patient are those of nobody else and of no form, the latest first", async () => {
  const other = booked(5, "2026-03-08", "9am");
  const store = await storeWith(
    booked(1, "2026-03-05", "9am"),
    notBooked(2, "2026-03-07", "9am", "needs-card"),
    notBooked(3, "2026-03-09", "9am", "draft"),
    booked(4, "2026-03-09", "9am", { accountId: otherAccount }),
    { ...other, form: { ...other.form, patient: known(71) } },
    booked(6, "2026-01-05", "9am"),
  );
  const visits = (limit: number, ...patients: string[]): number[] =>
    store.read(({ bookings }) =>
      bookings.ofPatient({ accountId: account, patients, limit }).map(({ number }) => number),
    );
  expect(visits(10, idOf(70))).toEqual([2, 1, 6]);
  expect(visits(1, idOf(70))).toEqual([2]);
  expect(visits(10, idOf(70), idOf(71))).toEqual([5, 2, 1, 6]);
});

test("a booking whose moment is not known stands among the recent ones", async () => {
  const store = await storeWith(bookingItem(1, { ...booked(1, "no day", "9am") }));
  expect(["upcoming", "past", "recent"].map((view) => found(store, view as BookingView))).toEqual([
    [],
    [],
    [1],
  ]);
});
