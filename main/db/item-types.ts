import type { BookingQuery } from "../../shared/bookings/booking-query.ts";
import type { Stretch } from "../../shared/time/clinic-day.ts";
import type { AccountId } from "../../shared/session/account.ts";
import type { BookingFilter, BookingPlace, BookingView } from "../../shared/bookings/booking-line.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { StretchOfRows } from "../../shared/core/place.ts";
import type {
  Item,
  ItemCounts,
  ItemKind,
  ItemStatus,
  BookingItem,
  ListedBooking,
  ListedItem,
} from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { Unreadable } from "../../shared/core/stored.ts";

/** A part of a list. `damaged` and `newer` name rows that cannot be read; they are kept, and counted. */
export type RecordPage<T> = {
  readonly items: readonly T[];
  readonly damaged: readonly RecordId[];
  readonly newer: readonly RecordId[];
  /** How many there are in all. */
  readonly total: number;
};

/** Rows of a part of a long list, each in its place, with those that cannot be read. `from`: the place of the first; `anchorAt`: that of the anchor, null where it is not in the list. */
export type ListPage<T> = {
  readonly rows: readonly (T | Unreadable)[];
  readonly from: number;
  readonly anchorAt: number | null;
};

/**
 * A part of the items of some statuses: status by status in the order given, in each those first saved last come first,
 * and those to call for a card in the order of the calls. `counts`: how many there are of each status.
 */
export type ItemParts = (
  wanted: StretchOfRows & { readonly accountId: AccountId; readonly statuses: readonly ItemStatus[] },
) => ListPage<Listed<ListedItem>> & { readonly counts: readonly number[] };

/**
 * A part of the bookings that are asked for. `total`: how many there are, or, with `hasMore`, how many were looked at.
 * `today`: the first moment of the day it is, where upcoming and past ones part.
 */
export type BookingParts = (
  wanted: StretchOfRows & BookingsAsked & { readonly view: BookingView; readonly today: string },
) => ListPage<Listed<ListedBooking>> & { readonly total: number; readonly hasMore: boolean };

type Slice = { readonly limit: number; readonly offset: number };

/** Which of the items that may be sent now; `without` are passed over, whatever their number. */
export type ReadyWanted = {
  readonly accountId: AccountId;
  readonly limit: number;
  readonly without: readonly RecordId[];
};

/** Items that were ever made, and changes of items that were ever saved, their making among them. */
export type WriteCounts = { readonly items: number; readonly changes: number };

/** An item as a list shows it. */
export type Listed<T extends ListedItem> = {
  readonly item: T;
  /** The known patient of a booking; null when there is none, or the record cannot be read. */
  readonly patient: PatientRecord | null;
  /** A booking's instant in UTC, as recorded by the service, else as sent or typed; null: not known. */
  readonly instant: string | null;
};

/**
 * Items, in the order in which they were first saved (`sequence`): no clock has a say in it. What is read for a
 * list or for the queue passes over rows that cannot be read any more.
 */
export type ItemRepository = {
  readonly insert: (item: Item) => void;
  /** Replaces the item of the same id, account and kind; throws `misfit` when there is none. */
  readonly update: (item: Item) => void;
  /** The same where what the item is found by and its long texts stay as they are. */
  readonly restate: (item: Item) => void;
  /** Null when there is none. Throws `damaged` or `newer` when its row cannot be read. */
  readonly get: (id: RecordId) => Item | null;
  /** The same, and null as well for one that cannot be read. */
  readonly find: (id: RecordId) => Item | null;
  /** Without long texts. Last change first. An empty list of kinds or statuses means all of them. */
  readonly list: (
    wanted: Slice & {
      readonly accountId: AccountId;
      readonly kinds: readonly ItemKind[];
      readonly statuses: readonly ItemStatus[];
    },
  ) => RecordPage<Listed<ListedItem>>;
  readonly counts: (accountId: AccountId) => ItemCounts;
  /** Bookings that wait for the number of this known patient. */
  readonly waitingFor: (patientRecordId: RecordId) => readonly BookingItem[];
  /** Items in `ready`, those that were imported last. */
  readonly ready: (wanted: ReadyWanted) => readonly Item[];
  /** How many those are, in all. */
  readonly readyCount: (accountId: AccountId) => number;
  /** Items of every account in `sending`: after a start, those whose attempt the program did not survive. */
  readonly sending: () => readonly Item[];
  /** Items of every account that are neither done nor discarded. */
  readonly unfinished: () => readonly Item[];
  /** How much was ever written into these records. */
  readonly written: () => WriteCounts;
  /** Bookings that the service answered with that number, whatever they stand as now. */
  readonly bookingsNumbered: (accountId: AccountId, number: number) => readonly BookingItem[];
  /** The item that was made from this one, when that had been attempted and was edited; null where none was. */
  readonly madeFrom: (id: RecordId) => Item | null;
  /** Bookings of this known patient that are neither sent nor thrown away. */
  readonly bookingsOf: (patientRecordId: RecordId) => readonly BookingItem[];
};

/** Bookings that are more than forms, by the moment of the visit. */
export type BookingRepository = {
  /** Where the next of those that are asked for stand, beginning after `after`. */
  readonly places: (wanted: BookingsWanted) => readonly BookingPlace[];
  /** Those bookings, in that order; of `recent` the number is that of the last change. */
  readonly at: (
    of: Pick<BookingsWanted, "accountId" | "view">,
    places: readonly BookingPlace[],
  ) => RecordPage<Listed<ListedBooking>>;
  /** All of them in the order in which they were first saved, after one of them; `next` is null at the end. */
  readonly inOrder: (wanted: {
    readonly accountId: AccountId;
    readonly after: number;
    readonly limit: number;
  }) => { readonly items: readonly Listed<ListedBooking>[]; readonly next: number | null };
  /** Where those of a known patient stand, by all their records, the latest visit first. */
  readonly ofPatient: (wanted: {
    readonly accountId: AccountId;
    readonly patients: readonly RecordId[];
    readonly limit: number;
  }) => readonly BookingPlace[];
  /** The moments at which visits of a stretch of time begin, in UTC. */
  readonly moments: (wanted: Stretch & { readonly accountId: AccountId }) => readonly string[];
  /** Everything that visits of a stretch of time take, and whether each is one of those asked for. */
  readonly visits: (wanted: Stretch & BookingsAsked) => readonly VisitLine[];
};

export type BookingsAsked = {
  readonly accountId: AccountId;
  readonly query: BookingQuery;
  /** The days of the query, in the clinic's zone. */
  readonly stretches: readonly Stretch[];
  /** The patients who have the phone number of the query. */
  readonly patients?: readonly RecordId[];
  readonly filter: BookingFilter;
};
export type BookingsWanted = BookingsAsked & {
  readonly view: BookingView;
  readonly after: BookingPlace;
  readonly limit: number;
};

export type VisitLine = BookingPlace & {
  readonly id: RecordId;
  readonly service: string | null;
  readonly status: ItemStatus;
  /** What tells patients apart: the number, else the record; null where neither is known. */
  readonly patient: string | null;
  /** As the service answered; null where it did not. */
  readonly answer: string | null;
  readonly isAsked: boolean;
};
