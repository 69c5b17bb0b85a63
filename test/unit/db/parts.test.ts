import { describe, expect, test } from "vitest";
import { anyBooking, type BookingView } from "../../../shared/bookings/booking-line.ts";
import type { ItemStatus } from "../../../shared/outbox/item.ts";
import type { StretchOfRows } from "../../../shared/core/place.ts";
import { appointment } from "../../../shared/service-api/appointment.ts";
import { readBookingQuery } from "../../../shared/bookings/booking-query.ts";
import { blankStore } from "../../support/blank-store.ts";
import type { Store } from "../../../main/db/types.ts";
import { account, bookingItem, idOf, otherAccount, patientItem } from "../../support/store-records.ts";

const wholly: StretchOfRows = { from: 0, limit: 50, anchor: null };
const idsOf = (rows: readonly (string | { readonly item: { readonly id: string } })[]): readonly number[] =>
  rows.map((row) => (typeof row === "string" ? -1 : Number(row.item.id.slice(-6))));

async function storeWith(...items: readonly Parameters<typeof patientItem>[]): Promise<Store> {
  const store = await blankStore();
  store.transaction((all) => items.forEach((each) => all.items.insert(patientItem(...each))));
  return store;
}

describe("a part of the outbox", () => {
  const statuses: readonly ItemStatus[] = ["needs-checking", "needs-editing", "needs-card"];
  const part = (store: Store, wanted: Partial<StretchOfRows> = {}) =>
    store.read(({ parts }) => parts.items({ accountId: account, statuses, ...wholly, ...wanted }));
  const many = async (count: number): Promise<Store> => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      for (let number = 1; number <= count; number += 1)
        items.insert(patientItem(number, { status: number % 2 === 0 ? "needs-editing" : "needs-checking" }));
    });
    return store;
  };

  test("goes status by status, the newest of each first, and says how many each has", async () => {
    const store = await storeWith(
      [1, { status: "needs-editing" }],
      [2, { status: "needs-checking" }],
      [3, { status: "needs-editing" }],
      [4, { status: "ready" }],
      [5, { status: "needs-editing", accountId: otherAccount }],
    );
    const { rows, counts } = part(store);
    expect(idsOf(rows)).toEqual([2, 3, 1]);
    expect(counts).toEqual([1, 2, 0]);
  });

  test("is the same from either end, over the border of two statuses, and ends with the list", async () => {
    const store = await many(40);
    const all = idsOf(part(store).rows);
    expect(all).toHaveLength(40);
    for (let from = 0; from < 40; from += 1)
      expect(idsOf(part(store, { from, limit: 7 }).rows)).toEqual(all.slice(from, from + 7));
    expect(part(store, { from: 1_000 })).toMatchObject({ from: 39 });
  });

  test("moves with its anchor, and stays where it is when that has left", async () => {
    const store = await many(40);
    const before = idsOf(part(store, { from: 10, limit: 5 }).rows);
    const anchor = { id: idOf(before[2] ?? 0), was: 12 };
    store.transaction(({ items }) => {
      items.insert(patientItem(100, { status: "needs-checking" }));
      items.insert(patientItem(101, { status: "needs-checking" }));
    });
    const after = part(store, { from: 10, limit: 5, anchor });
    expect([after.from, after.anchorAt, idsOf(after.rows)]).toEqual([12, 14, before]);
    store.transaction(({ items }) => items.restate(patientItem(before[2] ?? 0, { status: "done" })));
    expect(part(store, { from: 10, limit: 5, anchor })).toMatchObject({ from: 10, anchorAt: null });
  });

  test("has those to be called in the order of the calls: never called, soonest first, then called longest ago", async () => {
    const store = await blankStore();
    const at = (number: number, day: string, noAnswerAt: string[]) =>
      bookingItem(number, {
        status: "needs-card",
        noAnswerAt,
        form: { ...bookingItem(number).form, date: day, time: "9:00" },
      });
    store.transaction(({ items }) => {
      items.insert(at(1, "2031-03-05", ["2026-03-02T15:00:00.000Z"]));
      items.insert(at(2, "2031-03-09", []));
      items.insert(at(3, "2031-03-04", []));
      items.insert(at(4, "2031-03-03", ["2026-03-02T14:00:00.000Z"]));
      items.insert(at(5, "", []));
    });
    expect(idsOf(part(store).rows)).toEqual([3, 2, 5, 4, 1]);
    const anchor = { id: idOf(4), was: 0 };
    expect(part(store, { anchor, limit: 1 })).toMatchObject({ anchorAt: 3, from: 3 });
  });
});

describe("counts", () => {
  const counts = (store: Store) => store.read(({ items }) => items.counts(account));

  test("follow every change, and one that was undone is in none", async () => {
    const store = await storeWith([1, { status: "ready" }], [2, { status: "ready" }]);
    expect(counts(store)).toMatchObject({ ready: 2, done: 0 });
    store.transaction(({ items }) => items.restate(patientItem(1, { status: "done" })));
    expect(counts(store)).toMatchObject({ ready: 1, done: 1 });
    expect(() =>
      store.transaction(({ items }) => {
        items.restate(patientItem(2, { status: "discarded" }));
        items.insert(patientItem(3, { status: "ready" }));
        throw new Error("undone");
      }),
    ).toThrow("undone");
    expect(counts(store)).toMatchObject({ ready: 1, done: 1, discarded: 0 });
  });
});

describe("a part of the agenda", () => {
  const today = "2026-03-02T05:00:00.000Z";
  const part = (store: Store, view: BookingView, wanted: Partial<StretchOfRows> & { text?: string } = {}) => {
    const { text = "", ...stretch } = wanted;
    const query = readBookingQuery(text, { today: "2026-03-02", dateOrder: "month-first" });
    return store.read(({ parts }) =>
      parts.bookings({
        accountId: account,
        view,
        today,
        query,
        stretches: [],
        filter: anyBooking,
        ...wholly,
        ...stretch,
      }),
    );
  };
  const booked = (number: number, at: string) =>
    bookingItem(number, {
      status: "done",
      result: {
        appointment: appointment.parse({ id: number, status: "Pending", appointmentDateTime: at }),
        bookedAt: at,
        markedByPerson: false,
      },
    });
  /** Three a day, from five days before today to five after it. */
  const days = async (): Promise<Store> => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      for (let number = 1; number <= 33; number += 1) {
        const at = new Date(
          Date.UTC(2026, 1, 25, 4 + (number % 3)) + Math.floor((number - 1) / 3) * 86_400_000,
        );
        items.insert(booked(number, at.toISOString()));
      }
    });
    return store;
  };

  test.each(["upcoming", "past", "recent"] as const)(
    "of %s ones is, wherever it begins, what a search through all of them gives",
    async (view) => {
      const store = await days();
      // What is in every booking: the same rows by the other way.
      const searched = part(store, view, { text: "pending" });
      const all = idsOf(searched.rows);
      expect(all.length).toBeGreaterThan(10);
      expect(part(store, view)).toMatchObject({ total: all.length, hasMore: false });
      for (let from = 0; from < all.length; from += 1) {
        const id = idOf(all[from] ?? 0);
        const found = part(store, view, { from, limit: 4, anchor: { id, was: from } });
        expect([found.anchorAt, ...idsOf(found.rows)]).toEqual([from, ...all.slice(from, from + 4)]);
      }
    },
  );

  test("follows what is booked, and what moves to another day or out of it", async () => {
    const store = await days();
    const before = part(store, "upcoming").total;
    store.transaction(({ items }) => items.insert(booked(50, "2026-03-04T15:00:00.000Z")));
    expect(part(store, "upcoming").total).toBe(before + 1);
    expect(part(store, "recent").total).toBe(34);
    store.transaction(({ items }) => items.update(booked(50, "2026-02-04T15:00:00.000Z")));
    expect(part(store, "upcoming").total).toBe(before);
    store.transaction(({ items }) =>
      items.restate({ ...booked(50, "2026-02-04T15:00:00.000Z"), status: "discarded" }),
    );
    expect(part(store, "recent").total).toBe(33);
  });
});
