import { describe, expect, test } from "vitest";
import { appointment } from "../../../shared/service-api/appointment.ts";
import type { KeptNotice } from "../../../main/db/notice-types.ts";
import type { Repositories, Store } from "../../../main/db/types.ts";
import { blankStore } from "../../support/blank-store.ts";
import { account, bookingItem, idOf, otherAccount } from "../../support/store-records.ts";

type Notices = Repositories["notices"];
const read = <T>(store: Store, work: (notices: Notices) => T): T =>
  store.read(({ notices }) => work(notices));

const changed = "appointment.changed.v1";
const notice = (digest: string, changes: Partial<KeptNotice> = {}): KeptNotice => ({
  digest,
  address: idOf(900),
  receivedAt: "2026-03-02T09:00:00Z",
  event: changed,
  booking: null,
  problem: null,
  json: `{"of":"${digest}"}`,
  ...changes,
});
/** A booking that the service answered with that number. */
const answered = (id: number, number: number, accountId = account) =>
  bookingItem(id, {
    accountId,
    status: "done",
    result: {
      appointment: appointment.parse({ id: number, status: "Pending" }),
      bookedAt: "2026-03-02T09:00:00.000Z",
      markedByPerson: false,
    },
  });

/** Of booking 31, which is here, and 32, which is not; unread ones, a test, and another account's. */
async function filled(): Promise<Store> {
  const store = await blankStore();
  store.transaction(({ items, notices }) => {
    items.insert(answered(1, 31));
    items.insert(answered(2, 32, otherAccount));
    notices.add(account, [
      notice("a", { booking: 31, receivedAt: "2026-03-01T09:00:00Z" }),
      notice("b", { booking: 32 }),
      notice("c", { problem: "no-json" }),
      notice("d", { problem: "test" }),
      notice("e", { booking: 31, event: null }),
      notice("f", { problem: "no-address", event: null, json: null }),
      notice("g", { booking: 31, event: "appointment.denied.v1" }),
    ]);
    notices.add(otherAccount, [notice("a", { booking: 32 })]);
  });
  return store;
}

describe("notices of the service", () => {
  test("are kept once, however often they are fetched, and tell which bookings those that are new are of", async () => {
    const store = await blankStore();
    const add = (whose: string, ...all: KeptNotice[]): readonly number[] =>
      store.transaction(({ notices }) => notices.add(whose, all));
    expect(add(account, notice("a", { booking: 31 }), notice("b"), notice("c", { booking: 32 }))).toEqual([
      31, 32,
    ]);
    expect(add(account, notice("c", { booking: 33 }), notice("d", { booking: 34 }))).toEqual([34]);
    expect(add(otherAccount, notice("a", { booking: 31 }))).toEqual([31]);
    expect(read(store, (notices) => notices.counts(account).total)).toBe(4);
  });

  test("are listed the newest first, whole, with the booking of this computer and this account", async () => {
    const store = await filled();
    const list = (wanted: Partial<Parameters<Notices["list"]>[0]>) =>
      read(store, (notices) =>
        notices
          .list({ account, before: null, only: "all", limit: 50, ...wanted })
          .map(({ number }) => number),
      );
    expect(list({})).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(list({ before: 6, limit: 2 })).toEqual([5, 4]);
    expect(list({ since: "2026-03-02T09:00:00Z" })).toEqual([7, 6, 5, 4, 3, 2]);
    expect(list({ only: "unmatched" })).toEqual([2]);
    expect(list({ only: "unread" })).toEqual([6, 3]);
    expect(list({ account: otherAccount })).toEqual([8]);
    const last = { account, before: 2, only: "all", limit: 1 } as const;
    expect(read(store, (notices) => notices.list(last))).toEqual([
      {
        number: 1,
        receivedAt: "2026-03-01T09:00:00Z",
        event: changed,
        booking: 31,
        problem: null,
        item: idOf(1),
      },
    ]);
  });

  test("are found by their number, with what was in them", async () => {
    const store = await filled();
    const get = (whose: string, number: number) => read(store, (notices) => notices.get(whose, number));
    expect(get(account, 1)).toMatchObject({ number: 1, item: idOf(1), json: '{"of":"a"}' });
    expect(get(account, 2)).toMatchObject({ booking: 32, item: null });
    expect(get(account, 6)).toMatchObject({ problem: "no-address", json: null });
    expect(get(account, 8)).toBeNull();
  });

  test("of bookings are the oldest first, and only those whose kind is known", async () => {
    const store = await filled();
    const of = (...bookings: number[]) => read(store, (notices) => notices.ofBookings(account, bookings));
    expect(of(32, 31, 99)).toEqual(
      new Map([
        [
          31,
          [
            { event: changed, at: "2026-03-01T09:00:00Z" },
            { event: "appointment.denied.v1", at: "2026-03-02T09:00:00Z" },
          ],
        ],
        [32, [{ event: changed, at: "2026-03-02T09:00:00Z" }]],
      ]),
    );
    expect(of()).toEqual(new Map());
  });

  test("are counted: those with a booking that is here or not, and those that say nothing, without tests", async () => {
    const store = await filled();
    expect(read(store, (notices) => notices.counts(account))).toEqual({
      total: 7,
      matched: 3,
      unmatched: 1,
      unread: 2,
    });
    expect(read(store, (notices) => notices.counts("nobody"))).toEqual({
      total: 0,
      matched: 0,
      unmatched: 0,
      unread: 0,
    });
  });

  test("are read again in their order, and say what is read of them now", async () => {
    const store = await filled();
    const after = (number: number, limit: number) =>
      read(store, (notices) => notices.after(account, { number, limit }));
    expect(after(0, 100)).toHaveLength(7);
    expect(after(2, 2)).toEqual([
      {
        number: 3,
        address: idOf(900),
        json: '{"of":"c"}',
        event: changed,
        booking: null,
        problem: "no-json",
      },
      { number: 4, address: idOf(900), json: '{"of":"d"}', event: changed, booking: null, problem: "test" },
    ]);
    store.transaction(({ notices }) => notices.reread(3, { event: "other", booking: 31, problem: null }));
    expect(read(store, (notices) => notices.get(account, 3))).toMatchObject({
      event: "other",
      booking: 31,
      problem: null,
      item: idOf(1),
    });
    expect(read(store, (notices) => notices.get(account, 4)?.problem)).toBe("test");
  });

  test("that nobody has looked at are counted by bookings of this computer, until one is looked at", async () => {
    const store = await filled();
    const unseen = (event = changed) => read(store, (notices) => notices.unseen(account, event));
    const see = (booking: number): boolean =>
      store.transaction(({ notices }) => notices.see(account, booking, "2026-03-02T10:00:00Z"));
    store.transaction(({ items, notices }) => {
      items.insert(answered(3, 33));
      notices.add(account, [notice("h", { booking: 33 }), notice("i", { booking: 33 })]);
    });
    expect([unseen(), unseen("appointment.denied.v1"), unseen("never")]).toEqual([2, 1, 0]);
    expect([see(33), see(33), see(99)]).toEqual([true, false, false]);
    expect([unseen(), unseen("appointment.denied.v1")]).toEqual([1, 1]);
  });

  test("that were seen at a wrong booking are counted at the right one, and stay seen where only their kind changes", async () => {
    const store = await filled();
    const denied = "appointment.denied.v1";
    const reread = (number: number, booking: number): number =>
      store.transaction(({ notices }) => {
        notices.reread(number, { event: denied, booking, problem: null });
        return notices.unseen(account, denied);
      });
    store.transaction(({ items, notices }) => {
      items.insert(answered(3, 33));
      notices.see(account, 31, "2026-03-02T10:00:00Z");
    });
    // One that was of no kind, and the denial.
    expect([reread(5, 31), reread(7, 33)]).toEqual([0, 1]);
  });

  test("that were deleted with their booking do not come back when the hub gives them once more", async () => {
    const store = await filled();
    store.transaction(({ retention }) => retention.erase(account, { ids: [], others: [idOf(1)] }));
    const again = (whose: string) =>
      store.transaction(({ notices }) => ({
        added: notices.add(whose, [notice("a", { booking: 31 }), notice("e", { booking: 31 })]),
        total: notices.counts(whose).total,
      }));
    expect(again(account)).toEqual({ added: [], total: 4 });
    // Another account's are its own: it had none but the first.
    expect(again(otherAccount)).toEqual({ added: [31], total: 2 });
  });

  test("how far the hub was asked is kept for each account", async () => {
    const store = await blankStore();
    const pulled = (whose: string) => read(store, (notices) => notices.pulled(whose));
    expect(pulled(account)).toBeNull();
    store.transaction(({ notices }) => {
      notices.setPulled(account, "1");
      notices.setPulled(account, "2");
      notices.setPulled(otherAccount, "3");
    });
    expect([pulled(account), pulled(otherAccount)]).toEqual(["2", "3"]);
  });
});
