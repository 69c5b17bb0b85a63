import { describe, expect, test } from "vitest";
import type { Item, ListedItem } from "../../../contract/records/item.ts";
import type { ItemIndex, Page, Store } from "../../../main/store/types.ts";
import {
  account,
  bookingItem,
  idOf,
  noIndex,
  otherAccount,
  patientItem,
  webhookItem,
} from "../../support/store-records.ts";
import { read, twins, valueOf, write } from "./twins.ts";

const idsOf = (page: Page<ListedItem>): string[] => page.items.map((item) => item.id);
const insert = (store: Store, item: Item, index: Partial<ItemIndex> = {}): void =>
  write(store, ({ items }) => items.insert({ item, index: { ...noIndex, ...index } }));
const everything = { accountId: account, kinds: [], statuses: [], limit: 200, offset: 0 };

describe.each(twins)("items in $twin", ({ create }) => {
  test("an item comes back exactly as it was saved, a megabyte of notes and all", async () => {
    const store = await create();
    const item = bookingItem(1, {
      form: { ...bookingItem(1).form, notes: 'Ω"\\\u0000\n🩺'.repeat(150_000).slice(0, 1_048_576) },
      attempts: [
        { startedAt: "2026-03-02T09:00:00Z", endedAt: null, phase: "sent", status: null, outcome: null },
      ],
    });
    insert(store, item);
    expect(valueOf(read(store, ({ items }) => items.get(item.id)))).toEqual(item);
  });

  test("an unknown id is `not-found`", async () => {
    const store = await create();
    expect(read(store, ({ items }) => items.get(idOf(9)))).toMatchObject({
      ok: false,
      failure: { code: "not-found" },
    });
    expect(read(store, ({ items }) => items.revisionOf(idOf(9)))).toBeNull();
    expect(read(store, ({ items }) => items.indexOf(idOf(9)))).toBeNull();
  });

  test("a second item of the same id is refused and the first stays", async () => {
    const store = await create();
    insert(store, bookingItem(1, { status: "ready" }));
    const again = store.transaction(({ items }) => {
      items.insert({ item: bookingItem(1), index: noIndex });
      return { ok: true, value: null };
    });
    expect(again).toMatchObject({ ok: false, failure: { code: "internal" } });
    expect(valueOf(read(store, ({ items }) => items.get(idOf(1)))).status).toBe("ready");
  });

  test("an update made on an outdated revision changes nothing", async () => {
    const store = await create();
    insert(store, bookingItem(1));
    const update = (status: Item["status"], expectedRevision?: number) =>
      write(store, ({ items }) =>
        items.update({
          item: bookingItem(1, { status }),
          ...(expectedRevision === undefined ? {} : { expectedRevision }),
        }),
      );
    expect(update("ready", 1)).toBe(2);
    expect(update("draft", 1)).toBeNull();
    expect(valueOf(read(store, ({ items }) => items.get(idOf(1)))).status).toBe("ready");
    expect(update("sending")).toBe(3);
    expect(read(store, ({ items }) => items.revisionOf(idOf(1)))).toBe(3);
  });

  test("an update of an unknown item, or with another account or kind, changes nothing", async () => {
    const store = await create();
    insert(store, bookingItem(1));
    for (const item of [
      bookingItem(2),
      bookingItem(1, { accountId: otherAccount, status: "ready" }),
      patientItem(1, { status: "ready" }),
    ]) {
      expect(write(store, ({ items }) => items.update({ item }))).toBeNull();
    }
    expect(valueOf(read(store, ({ items }) => items.get(idOf(1))))).toEqual(bookingItem(1));
  });

  test("an update without an index keeps the index; with one it replaces it", async () => {
    const store = await create();
    const index = {
      patientRecordId: idOf(70),
      appointmentInstant: "2026-12-01T14:00:00.000Z",
      searchText: "ann",
    };
    insert(store, bookingItem(1), index);
    write(store, ({ items }) => items.update({ item: bookingItem(1, { status: "ready" }) }));
    expect(read(store, ({ items }) => items.indexOf(idOf(1)))).toEqual(index);
    write(store, ({ items }) => items.update({ item: bookingItem(1), index: noIndex }));
    expect(read(store, ({ items }) => items.indexOf(idOf(1)))).toEqual(noIndex);
  });

  test("the list has the last change first, whatever the clock said", async () => {
    const store = await create();
    insert(store, bookingItem(1, { updatedAt: "2030-01-01T00:00:00Z" }));
    insert(store, patientItem(2, { updatedAt: "2020-01-01T00:00:00Z" }));
    insert(store, webhookItem(3, { updatedAt: "2025-01-01T00:00:00Z" }));
    write(store, ({ items }) =>
      items.update({ item: bookingItem(1, { updatedAt: "2001-01-01T00:00:00Z" }) }),
    );
    expect(idsOf(read(store, ({ items }) => items.list(everything)))).toEqual([idOf(1), idOf(3), idOf(2)]);
  });

  test("the list keeps to account, kinds and statuses, and counts past its page", async () => {
    const store = await create();
    for (let number = 1; number <= 6; number += 1) insert(store, bookingItem(number, { status: "ready" }));
    insert(store, patientItem(7, { status: "ready" }));
    insert(store, bookingItem(8, { status: "done" }));
    insert(store, bookingItem(9, { status: "ready", accountId: otherAccount }));
    const page = read(store, ({ items }) =>
      items.list({ accountId: account, kinds: ["booking"], statuses: ["ready"], limit: 2, offset: 1 }),
    );
    expect(idsOf(page)).toEqual([idOf(5), idOf(4)]);
    expect(page).toMatchObject({ total: 6, damaged: [] });
    expect(read(store, ({ items }) => items.list(everything)).total).toBe(8);
  });

  test("counts name every status, of this account alone", async () => {
    const store = await create();
    insert(store, bookingItem(1, { status: "ready" }));
    insert(store, patientItem(2, { status: "ready", parked: true }));
    insert(store, patientItem(3, { status: "needs-checking" }));
    insert(store, patientItem(4, { status: "ready", accountId: otherAccount }));
    expect(read(store, ({ items }) => items.counts(account))).toEqual({
      draft: 0,
      "waiting-for-patient": 0,
      ready: 2,
      sending: 0,
      "needs-card": 0,
      "needs-editing": 0,
      "needs-checking": 1,
      done: 0,
      discarded: 0,
    });
  });

  test("what is ready goes in the order of saving, without what is parked or of another account", async () => {
    const store = await create();
    for (const number of [5, 3, 4]) insert(store, bookingItem(number, { status: "ready" }));
    insert(store, bookingItem(6, { status: "ready", parked: true }));
    insert(store, bookingItem(7, { status: "ready", accountId: otherAccount }));
    insert(store, bookingItem(8));
    write(store, ({ items }) => items.update({ item: bookingItem(5, { status: "ready", resends: 1 }) }));
    const page = read(store, ({ items }) => items.nextReady({ accountId: account, limit: 2, without: [] }));
    expect(idsOf(page)).toEqual([idOf(5), idOf(3)]);
    expect(page.total).toBe(3);
    const wanted = { accountId: account, limit: 2, without: [idOf(5), idOf(9)] };
    const next = read(store, ({ items }) => items.nextReady(wanted));
    expect([...idsOf(next), next.total]).toEqual([idOf(3), idOf(4), 3]);
  });

  test("bookings that wait for a patient are found by that patient", async () => {
    const store = await create();
    const forPatient = { patientRecordId: idOf(70) };
    insert(store, bookingItem(2, { status: "waiting-for-patient" }), forPatient);
    insert(store, bookingItem(1, { status: "waiting-for-patient" }), forPatient);
    insert(store, bookingItem(3, { status: "done" }), forPatient);
    insert(store, bookingItem(4, { status: "waiting-for-patient" }), { patientRecordId: idOf(71) });
    expect(idsOf(read(store, ({ items }) => items.waitingFor(idOf(70))))).toEqual([idOf(2), idOf(1)]);
  });

  test("attempts that were cut off are found in every account", async () => {
    const store = await create();
    insert(store, bookingItem(1, { status: "sending" }));
    insert(store, patientItem(2, { status: "sending", accountId: otherAccount }));
    insert(store, patientItem(3, { status: "ready" }));
    expect(idsOf(read(store, ({ items }) => items.everySending()))).toEqual([idOf(1), idOf(2)]);
  });

  test("bookings made are searched by every word, accents and case aside", async () => {
    const store = await create();
    const texts = ["José Müller Cleaning 4711", "Ann Smith Cleaning 100%", "Jo Smith X-ray_1"];
    texts.forEach((searchText, position) =>
      insert(store, bookingItem(position + 1, { status: "done" }), { searchText }),
    );
    insert(store, bookingItem(4, { status: "ready" }), { searchText: "Ann Smith" });
    insert(store, patientItem(5, { status: "done" }), { searchText: "Ann Smith" });
    insert(store, bookingItem(6, { status: "done", accountId: otherAccount }), { searchText: "Ann Smith" });
    const search = (text: string) =>
      idsOf(read(store, ({ items }) => items.bookings({ accountId: account, text, limit: 10, offset: 0 })));
    expect(search("")).toEqual([idOf(3), idOf(2), idOf(1)]);
    expect(search("  SMITH cle ")).toEqual([idOf(2)]);
    expect(search("jose muller")).toEqual([idOf(1)]);
    expect(search("%")).toEqual([idOf(2)]);
    expect(search("y_1")).toEqual([idOf(3)]);
    expect(search("'; drop table items; --")).toEqual([]);
    const second = read(store, ({ items }) =>
      items.bookings({ accountId: account, text: "smith", limit: 1, offset: 1 }),
    );
    expect(idsOf(second)).toEqual([idOf(2)]);
    expect(second.total).toBe(2);
  });

  test("bookings of one patient at one instant are found, but no discarded ones", async () => {
    const store = await create();
    const index = { patientRecordId: idOf(70), appointmentInstant: "2026-12-01T14:00:00.000Z" };
    insert(store, bookingItem(1, { status: "done" }), index);
    insert(store, bookingItem(2), index);
    insert(store, bookingItem(3, { status: "discarded" }), index);
    insert(store, bookingItem(4), { ...index, appointmentInstant: "2026-12-01T15:00:00.000Z" });
    insert(store, bookingItem(5), { ...index, patientRecordId: idOf(71) });
    insert(store, bookingItem(6, { accountId: otherAccount }), index);
    const same = read(store, ({ items }) =>
      items.bookingsAt({
        accountId: account,
        patientRecordId: idOf(70),
        instant: "2026-12-01T14:00:00.000Z",
      }),
    );
    expect(idsOf(same)).toEqual([idOf(2), idOf(1)]);
  });
});
