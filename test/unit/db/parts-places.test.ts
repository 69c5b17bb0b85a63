import { describe, expect, test } from "vitest";
import { anyBooking, type BookingFilter, type BookingView } from "../../../shared/bookings/booking-line.ts";
import type { BookingItem, ItemStatus } from "../../../shared/outbox/item.ts";
import type { StretchOfRows } from "../../../shared/core/place.ts";
import { appointment } from "../../../shared/service-api/appointment.ts";
import { readBookingQuery } from "../../../shared/bookings/booking-query.ts";
import { findFirstPlace, isInFirstHalf } from "../../../main/db/parts.ts";
import type { Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, bookingItem, idOf, otherAccount, patientItem } from "../../support/store-records.ts";

const idsOf = (rows: readonly (string | { readonly item: { readonly id: string } })[]): readonly number[] =>
  rows.map((row) => (typeof row === "string" ? -1 : Number(row.item.id.slice(-6))));
const wholly: StretchOfRows = { from: 0, limit: 1_000, anchor: null };

/** Wherever a part begins, and whichever anchor it has, it is that piece of the whole list. */
function expectPieces(
  all: readonly number[],
  part: (wanted: StretchOfRows) => {
    readonly rows: Parameters<typeof idsOf>[0];
    readonly from: number;
    readonly anchorAt: number | null;
  },
): void {
  for (let from = 0; from < all.length; from += 1) {
    for (const limit of [1, 3, all.length]) {
      const found = part({ from, limit, anchor: null });
      expect([found.from, idsOf(found.rows)], `${from} ${limit}`).toEqual([
        from,
        all.slice(from, from + limit),
      ]);
    }
    const id = idOf(all[from] ?? 0);
    // Where the anchor was last decides only from which end its place is counted.
    for (const was of [0, from, all.length - 1])
      expect(part({ from: was, limit: 1, anchor: { id, was } }), `${id} ${was}`).toMatchObject({
        anchorAt: from,
        from,
      });
  }
}

describe("a part of the outbox", () => {
  const statuses: readonly ItemStatus[] = ["needs-checking", "needs-card", "ready"];
  const part = (store: Store, wanted: StretchOfRows, of = statuses) =>
    store.read(({ parts }) => parts.items({ accountId: account, statuses: of, ...wanted }));
  const filled = async (): Promise<Store> => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      for (let number = 1; number <= 15; number += 1)
        items.insert(patientItem(number, { status: statuses[number % 3] ?? "ready" }));
      items.insert(patientItem(16, { status: "draft" }));
      items.insert(patientItem(17, { status: "ready", accountId: otherAccount }));
      items.insert(patientItem(18, { status: "needs-card", accountId: otherAccount }));
    });
    return store;
  };

  test("is a piece of the whole, and its anchor has its place in the whole", async () => {
    const store = await filled();
    const all = idsOf(part(store, wholly).rows);
    expect(all).toEqual([15, 12, 9, 6, 3, 1, 4, 7, 10, 13, 14, 11, 8, 5, 2]);
    expectPieces(all, (wanted) => part(store, wanted));
    expect(part(store, wholly, ["ready", "done"])).toMatchObject({ counts: [5, 0] });
  });

  test.each([
    ["of a status that is not listed", 16],
    ["of another account", 17],
    ["that there never was", 99],
  ])("stays where it is with an anchor %s", async (_what, number) => {
    const anchor = { id: idOf(number), was: 7 };
    expect(part(await filled(), { from: 4, limit: 2, anchor })).toMatchObject({ from: 4, anchorAt: null });
  });

  test("of nothing is nothing", async () => {
    expect(part(await blankStore(), { from: 3, limit: 2, anchor: null })).toEqual({
      rows: [],
      from: 0,
      anchorAt: null,
      counts: [0, 0, 0],
    });
  });
});

describe("a part of the agenda", () => {
  const today = "2026-03-02T05:00:00.000Z";
  type Wanted = Partial<StretchOfRows> & { readonly text?: string; readonly filter?: Partial<BookingFilter> };
  const part = (store: Store, view: BookingView, { text = "", filter = {}, ...stretch }: Wanted = {}) =>
    store.read(({ parts }) =>
      parts.bookings({
        accountId: account,
        view,
        today,
        query: readBookingQuery(text, { today: "2026-03-02", dateOrder: "month-first" }),
        stretches: [],
        filter: { ...anyBooking, ...filter },
        ...wholly,
        ...stretch,
      }),
    );
  const booked = (number: number, at: string | null, changes: Partial<BookingItem> = {}): BookingItem =>
    bookingItem(number, {
      status: "done",
      result: {
        appointment: appointment.parse({
          id: number,
          status: number % 5 === 0 ? "Denied" : "Pending",
          ...(at === null ? {} : { appointmentDateTime: at }),
        }),
        bookedAt: "2026-03-02T09:00:00.000Z",
        markedByPerson: false,
      },
      ...changes,
    });
  const hour = (number: number): string =>
    new Date(Date.parse("2026-03-01T23:00:00.000Z") + (number - 10) * 5 * 3_600_000).toISOString();
  /** Every five hours from two days before today on, with two at one moment. */
  const filled = async (): Promise<Store> => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      for (let number = 1; number <= 20; number += 1) items.insert(booked(number, hour(number)));
      items.insert(booked(21, hour(4)));
      items.insert(booked(22, hour(14)));
      items.insert(booked(30, null));
      items.insert(
        booked(31, hour(15), {
          status: "needs-checking",
          result: null,
          form: { ...bookingItem(31).form, date: "" },
        }),
      );
      items.insert(booked(32, hour(3), { accountId: otherAccount }));
      items.insert(booked(33, hour(15), { accountId: otherAccount }));
      // Changed since: the order of the last changes is not that of their making.
      for (const number of [12, 5, 7]) items.update(booked(number, hour(number)));
    });
    return store;
  };
  const views = ["upcoming", "past", "recent"] as const;

  test.each(views)(
    "of %s ones is a piece of the whole, searched or not, and so is its anchor's place",
    async (view) => {
      const store = await filled();
      const all = idsOf(part(store, view).rows);
      expect(all.length).toBeGreaterThan(9);
      expectPieces(all, (wanted) => part(store, view, wanted));
      const denied = idsOf(part(store, view, { filter: { status: "Denied" } }).rows);
      expect(denied).toEqual(all.filter((number) => number % 5 === 0));
      expectPieces(denied, (wanted) => part(store, view, { ...wanted, filter: { status: "Denied" } }));
    },
  );

  test("has a visit at the first moment of today among the upcoming ones, searched or not", async () => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      items.insert(booked(1, today));
      items.insert(booked(2, "2026-03-02T04:59:59.000Z"));
    });
    for (const wanted of [{}, { filter: { status: "Pending" } }])
      expect(
        ["upcoming", "past"].map((view) => idsOf(part(store, view as BookingView, wanted).rows)),
      ).toEqual([[1], [2]]);
    const anchor = { id: idOf(1), was: 0 };
    expect(
      (["upcoming", "past"] as const).map((view) => part(store, view, { anchor, limit: 1 }).anchorAt),
    ).toEqual([0, null]);
  });

  test.each([
    ["upcoming", 1],
    ["upcoming", 30],
    ["upcoming", 33],
    ["past", 20],
    ["past", 32],
    ["recent", 31],
    ["recent", 33],
    ["recent", 99],
  ] as const)("of %s ones stays where it is with an anchor that is not in it: %d", async (view, number) => {
    const store = await filled();
    const anchor = { id: idOf(number), was: 7 };
    for (const wanted of [{}, { filter: { status: "Pending" } }])
      expect(part(store, view, { from: 4, limit: 2, anchor, ...wanted })).toMatchObject({
        from: 4,
        anchorAt: null,
      });
  });

  test("that is searched for is looked through 500 beyond the rows that are wanted, and then says that there are more", async () => {
    const store = await blankStore();
    store.transaction(({ items }) => {
      for (let number = 1; number <= 503; number += 1) items.insert(booked(number * 5, hour(number + 20)));
    });
    const looked = (from: number, limit: number) => {
      const { total, hasMore } = part(store, "upcoming", { from, limit, filter: { status: "Denied" } });
      return [total, hasMore];
    };
    expect([looked(0, 1), looked(1, 1), looked(1, 3)]).toEqual([
      [501, true],
      [502, true],
      [503, false],
    ]);
    expect(part(store, "upcoming", { limit: 1 })).toMatchObject({ total: 503, hasMore: false });
  });
});

test.each([
  ["without an anchor", { from: 3, anchor: null, anchorAt: null }, 10, 3],
  ["with one that has not moved", { from: 3, anchor: { id: "a", was: 5 }, anchorAt: 5 }, 10, 3],
  ["with one that moved on", { from: 3, anchor: { id: "a", was: 5 }, anchorAt: 7 }, 10, 5],
  ["with one that moved to the front", { from: 3, anchor: { id: "a", was: 5 }, anchorAt: 0 }, 10, 0],
  ["with one that has left", { from: 3, anchor: { id: "a", was: 5 }, anchorAt: null }, 10, 3],
  ["with a place of no anchor", { from: 3, anchor: null, anchorAt: 5 }, 10, 3],
  ["beyond the end", { from: 30, anchor: null, anchorAt: null }, 10, 9],
  ["of nothing", { from: 3, anchor: null, anchorAt: null }, 0, 0],
])(
  "a part begins where it was, moved with its anchor and never beyond the list: %s",
  (_what, moved, total, first) => {
    expect(findFirstPlace(moved, total)).toBe(first);
  },
);

test("a place is counted from the end that is nearer", () => {
  expect([0, 4, 5, 6, 9].map((place) => isInFirstHalf(place, 10))).toEqual([true, true, true, false, false]);
});
