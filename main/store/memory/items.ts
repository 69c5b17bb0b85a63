import { failed, ok } from "../../../contract/failure.ts";
import type { BookingItem, Item } from "../../../contract/records/item.ts";
import { fold } from "../fold.ts";
import { noItems } from "../items.ts";
import { listedBookingOf, listedOf } from "../long-texts.ts";
import { ConstraintBroken, noSuchRecord } from "../problems.ts";
import type { ItemIndex, ItemRepository, Page } from "../types.ts";
import type { Table } from "./table.ts";

export type KeptItem = {
  readonly item: Item;
  readonly index: ItemIndex;
  readonly sequence: number;
  readonly revision: number;
  readonly changed: number;
};
type Slice = { readonly limit: number; readonly offset: number };
const pageOf = <T>(items: readonly T[], slice?: Slice): Page<T> => ({
  items: slice === undefined ? items : items.slice(slice.offset, slice.offset + slice.limit),
  damaged: [],
  total: items.length,
});
const folded = (index: ItemIndex): ItemIndex => ({ ...index, searchText: fold(index.searchText) });
const isBooking = (item: Item): item is BookingItem => item.kind === "booking";

/** Items in memory: what the database's repository does, and no more. */
export function memoryItems(table: Table<KeptItem>): ItemRepository {
  let sequence = 0;
  let changed = 0;

  const put = (kept: Omit<KeptItem, "changed">): void => {
    changed += 1;
    table.put(kept.item.id, { ...kept, changed });
  };
  const where = (holds: (kept: KeptItem) => boolean): KeptItem[] => table.all().filter(holds);
  const bySequence = (kept: readonly KeptItem[]): Item[] =>
    kept.toSorted((a, b) => a.sequence - b.sequence).map(({ item }) => item);
  const byChange = (kept: readonly KeptItem[]): Item[] =>
    kept.toSorted((a, b) => b.changed - a.changed).map(({ item }) => item);

  return {
    insert: ({ item, index }) => {
      if (table.get(item.id) !== undefined)
        throw new ConstraintBroken(`The item ${item.id} is there already.`);
      sequence += 1;
      put({ item, index: folded(index), sequence, revision: 1 });
    },
    update: ({ item, index, expectedRevision }) => {
      const old = table.get(item.id);
      if (old?.item.accountId !== item.accountId || old.item.kind !== item.kind) return null;
      if (expectedRevision !== undefined && old.revision !== expectedRevision) return null;
      const revision = old.revision + 1;
      put({ ...old, item, revision, index: index === undefined ? old.index : folded(index) });
      return revision;
    },
    get: (id) => {
      const kept = table.get(id);
      return kept === undefined ? failed(noSuchRecord()) : ok(kept.item);
    },
    revisionOf: (id) => table.get(id)?.revision ?? null,
    indexOf: (id) => table.get(id)?.index ?? null,
    list: ({ accountId, kinds, statuses, ...slice }) => {
      const wanted = where(
        ({ item }) =>
          item.accountId === accountId &&
          (kinds.length === 0 || kinds.includes(item.kind)) &&
          (statuses.length === 0 || statuses.includes(item.status)),
      );
      return pageOf(byChange(wanted).map(listedOf), slice);
    },
    counts: (accountId) => {
      const counts = noItems();
      for (const { item } of where((kept) => kept.item.accountId === accountId)) counts[item.status] += 1;
      return counts;
    },
    waitingFor: (patientRecordId) =>
      pageOf(
        bySequence(
          where(
            ({ item, index }) =>
              index.patientRecordId === patientRecordId && item.status === "waiting-for-patient",
          ),
        ),
      ),
    nextReady: ({ accountId, limit, without }) => {
      const ready = where(
        ({ item }) => item.accountId === accountId && item.status === "ready" && !item.parked,
      );
      const wanted = ready.filter(({ item }) => !without.includes(item.id));
      return { ...pageOf(bySequence(wanted), { limit, offset: 0 }), total: ready.length };
    },
    everySending: () => pageOf(bySequence(where(({ item }) => item.status === "sending"))),
    everyUnfinished: () =>
      pageOf(bySequence(where(({ item }) => item.status !== "done" && item.status !== "discarded"))),
    written: () => ({ items: sequence, changes: changed }),
    bookings: ({ accountId, text, ...slice }) => {
      const words = fold(text).split(" ");
      const done = where(
        ({ item, index }) =>
          item.accountId === accountId &&
          item.status === "done" &&
          words.every((word) => index.searchText.includes(word)),
      );
      return pageOf(byChange(done).filter(isBooking).map(listedBookingOf), slice);
    },
    bookingsNumbered: (accountId, number) =>
      pageOf(
        bySequence(where(({ item }) => item.accountId === accountId))
          .filter(isBooking)
          .filter((item) => item.result?.appointment?.id === number),
      ),
    bookingsOf: (patientRecordId) =>
      pageOf(
        bySequence(
          where(
            ({ item, index }) =>
              index.patientRecordId === patientRecordId &&
              !["sending", "done", "discarded"].includes(item.status),
          ),
        ).filter(isBooking),
      ),
    bookingsAt: ({ accountId, patientRecordId, instant }) => {
      const same = where(
        ({ item, index }) =>
          item.accountId === accountId &&
          item.status !== "discarded" &&
          index.patientRecordId === patientRecordId &&
          index.appointmentInstant === instant,
      );
      return pageOf(bySequence(same).toReversed().filter(isBooking).map(listedBookingOf));
    },
  };
}
