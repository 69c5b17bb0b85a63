import type { BookingQuery } from "../../domain/booking/booking-query.ts";
import type { Stretch } from "../../domain/time/clinic-day.ts";
import type { BookingFilter, BookingPlace, BookingView } from "../../contract/records/booking-line.ts";
import type { Failure } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import type { Card, RecordId } from "../../contract/records/forms.ts";
import type {
  Item,
  ItemCounts,
  ItemKind,
  ItemStatus,
  BookingItem,
  ListedBooking,
  ListedItem,
} from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { Unreadable } from "../../contract/records/stored.ts";
import type { WebhookRegistration } from "../../contract/service/webhook.ts";
import type { Likeness, PatientQuery } from "./search-query.ts";

/** A part of a list. `damaged` and `newer` name rows that cannot be read; they are kept, and counted. */
export type Page<T> = {
  readonly items: readonly T[];
  readonly damaged: readonly RecordId[];
  readonly newer: readonly RecordId[];
  /** How many there are in all. */
  readonly total: number;
};

/** `total` is null where there are more than are worth counting. */
export type PatientPage = Omit<Page<PatientRecord>, "total"> & { readonly total: number | null };

type Slice = { readonly limit: number; readonly offset: number };

/** Which of the items that may be sent now; `without` are passed over, whatever their number. */
export type ReadyWanted = {
  readonly accountId: AccountId;
  readonly limit: number;
  readonly without: readonly RecordId[];
};

/** Items that were ever made, and changes of items that were ever saved, their making among them. */
export type Written = { readonly items: number; readonly changes: number };

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
  /** The same for an item whose form and result did not change: what it is found by stays. */
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
  ) => Page<Listed<ListedItem>>;
  readonly counts: (accountId: AccountId) => ItemCounts;
  /** Bookings that wait for the number of this known patient. */
  readonly waitingFor: (patientRecordId: RecordId) => readonly BookingItem[];
  /** Items in `ready`. */
  readonly ready: (wanted: ReadyWanted) => readonly Item[];
  /** How many those are, in all. */
  readonly readyCount: (accountId: AccountId) => number;
  /** Items of every account in `sending`: after a start, those whose attempt the program did not survive. */
  readonly sending: () => readonly Item[];
  /** Items of every account that are neither done nor discarded. */
  readonly unfinished: () => readonly Item[];
  /** How much was ever written into these records. */
  readonly written: () => Written;
  /** Bookings that the service answered with that number, whatever they stand as now. */
  readonly bookingsNumbered: (accountId: AccountId, number: number) => readonly BookingItem[];
  /** Bookings of this known patient that are neither sent nor thrown away. */
  readonly bookingsOf: (patientRecordId: RecordId) => readonly BookingItem[];
  /** Bookings that are no forms and not thrown away, from one instant up to another, both in UTC; earliest first. */
  readonly bookingsWithin: (wanted: {
    readonly accountId: AccountId;
    readonly from: string;
    readonly before: string;
  }) => readonly Listed<ListedBooking>[];
};

/** Bookings that are more than forms, by the moment of the visit. */
export type BookingRepository = {
  /** Where the next of those that are asked for stand, beginning after `after`. */
  readonly places: (wanted: BookingsWanted) => readonly BookingPlace[];
  /** Those bookings, in that order; of `recent` the number is that of the last change. */
  readonly at: (view: BookingView, places: readonly BookingPlace[]) => Page<Listed<ListedBooking>>;
  /** Where those of a known patient stand, the latest visit first. */
  readonly ofPatient: (wanted: {
    readonly accountId: AccountId;
    readonly patient: RecordId;
    readonly limit: number;
  }) => readonly BookingPlace[];
  /** Everything that visits of a stretch of time take, and whether each is one of those asked for. */
  readonly visits: (wanted: Stretch & BookingsAsked) => readonly VisitLine[];
};

export type BookingsAsked = {
  readonly accountId: AccountId;
  readonly query: BookingQuery;
  /** The days of the query, in the clinic's zone. */
  readonly stretches: readonly Stretch[];
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
  /** As the service answered; null where it did not. */
  readonly answer: string | null;
  readonly isAsked: boolean;
};

export type PatientRepository = {
  readonly insert: (patient: PatientRecord) => void;
  /** Replaces the record of the same id and account, if there is one. */
  readonly update: (patient: PatientRecord) => void;
  readonly remove: (id: RecordId) => void;
  /** Null when there is none, or it is another account's. Throws `damaged` or `newer` when its row cannot be read. */
  readonly get: (accountId: AccountId, id: RecordId) => PatientRecord | null;
  /** The same, and null as well for one that cannot be read. */
  readonly find: (accountId: AccountId, id: RecordId) => PatientRecord | null;
  /** By the service's patient number. The newest, should there be several. */
  readonly byPatientId: (accountId: AccountId, patientId: number) => PatientRecord | null;
  /** By external ID, upper and lower case being one. The newest, should there be several. */
  readonly byExternalId: (accountId: AccountId, externalId: string) => PatientRecord | null;
  /**
   * Whole names before beginnings, newest first; numbers and addresses in their own order; then, should there be room,
   * names with one typing error. An empty query: the newest.
   */
  readonly search: (wanted: {
    readonly accountId: AccountId;
    readonly query: PatientQuery;
    readonly limit: number;
  }) => PatientPage;
  /** Same name and date of birth, or same phone number, or same email address; at most 20. */
  readonly similar: (likeness: Likeness) => readonly PatientRecord[];
};

export type SettingsRepository = {
  /** `scope`: an account, or the practice. Null when none were saved. */
  readonly get: (scope: string) => Settings | Unreadable | null;
  /** What stood there damaged is kept under another scope. Throws `newer` where it is that. */
  readonly set: (scope: string, settings: Settings) => void;
};

/** An account that was signed in to from this computer. Holds no token. */
export type AccountRecord = {
  readonly id: AccountId;
  readonly serviceAddress: string;
  readonly issuer: string | null;
  readonly subject: string | null;
  /** RFC 3339 instants. */
  readonly createdAt: string;
  readonly lastUsedAt: string;
};

export type AccountRepository = {
  /** Adds the account, or renews `lastUsedAt` of the one that is there; the rest stays as it was. */
  readonly remember: (account: AccountRecord) => void;
  readonly get: (id: AccountId) => AccountRecord | null;
  /** In the order in which they were first seen. */
  readonly list: () => readonly AccountRecord[];
};

export type KnownWebhooks = {
  readonly webhooks: readonly WebhookRegistration[];
  /** RFC 3339 instant of the service's answer. */
  readonly asOf: string;
};

export type WebhookListRepository = {
  /** The last list of the account; null when there is none, or it cannot be read any more. */
  readonly get: (accountId: AccountId) => KnownWebhooks | null;
  readonly set: (accountId: AccountId, known: KnownWebhooks) => void;
};

/** A card that was collected for a patient. `patientRecordId` is null when the patient is not known here. */
export type KeptCard = {
  readonly accountId: AccountId;
  readonly patientRecordId: RecordId | null;
  readonly card: Card;
  /** RFC 3339 instant at which it was last put into a booking. */
  readonly usedAt: string;
};

/** A setup intent whose end is not known here: the provider may have the card already. */
export type PendingIntent = {
  readonly itemId: RecordId;
  readonly accountId: AccountId;
  /** Whose card it is for, as the booking names the patient. */
  readonly patient: string;
  readonly clientSecret: string;
  readonly publishableKey: string;
  /** RFC 3339 instant. */
  readonly createdAt: string;
};

export type CardRepository = {
  /** Adds the card, or replaces what is known of the one with that identifier. */
  readonly keep: (kept: KeptCard) => void;
  /** Null when there is none, or it cannot be read any more. */
  readonly get: (accountId: AccountId, cardId: string) => KeptCard | null;
  /** Last used first; what cannot be read any more is left out. */
  readonly ofPatient: (accountId: AccountId, patientRecordId: RecordId) => readonly KeptCard[];
  /** What was collected for one record of a patient, and what is under way, is of the other one from now on. */
  readonly moveTo: (
    accountId: AccountId,
    records: { readonly from: RecordId; readonly to: RecordId },
  ) => void;
  readonly pendingIntent: (itemId: RecordId) => PendingIntent | null;
  /** In place of the one that the item had. */
  readonly setPendingIntent: (intent: PendingIntent) => void;
  readonly clearPendingIntent: (itemId: RecordId) => void;
};

/** Patients who may be deleted, and the end of all that is known of them. */
export type RetentionRepository = {
  /** Of whom nothing is unfinished, and nothing happened since; not seen the longest first. `before`: in UTC. */
  readonly unseen: (wanted: {
    readonly accountId: AccountId;
    readonly before: string;
    readonly limit: number;
  }) => {
    readonly patients: readonly { readonly patient: PatientRecord; readonly lastSeen: string }[];
    readonly total: number;
  };
  /** When each of these was seen last; who is not known is left out. */
  readonly seen: (
    accountId: AccountId,
    ids: readonly RecordId[],
  ) => readonly { readonly id: RecordId; readonly lastSeen: string; readonly isFinished: boolean }[];
  /** Deletes them with their items, cards and setup intents, whatever those stand as. Answers the items. */
  readonly erase: (accountId: AccountId, ids: readonly RecordId[]) => readonly RecordId[];
};

export type MetaRepository = {
  readonly get: (key: string) => string | null;
  readonly set: (key: string, value: string) => void;
  /** How many attempts were ever recorded in this database. */
  readonly sendCounter: () => number;
  /** Sets it to `count`, unless it is as high already. */
  readonly raiseSendCounter: (count: number) => void;
  /** Adds one, in the transaction that records the attempt, and answers the new number. */
  readonly countSend: () => number;
};

export type Repositories = {
  readonly items: ItemRepository;
  readonly bookings: BookingRepository;
  readonly patients: PatientRepository;
  readonly settings: SettingsRepository;
  readonly accounts: AccountRepository;
  readonly webhookLists: WebhookListRepository;
  readonly cards: CardRepository;
  readonly retention: RetentionRepository;
  readonly meta: MetaRepository;
};

/** `created`: this start made the database. `memory`: nothing outlives the process. */
export type StoreOrigin = "opened" | "created" | "memory";

/**
 * Keeps `Result`s out of a transaction: one that says `failed` would be committed all the same. A work that
 * must not be kept throws.
 */
export type NoResult<T> = [Extract<T, { readonly ok: boolean }>] extends [never] ? T : never;

/**
 * The records of this computer. The repositories are reached only inside `read` and `transaction`, so
 * that a full disk or a damaged page is always a `StoreError`.
 */
export type Store = {
  readonly origin: StoreOrigin;
  /** Reads; nothing may be written. */
  readonly read: <T>(work: (repositories: Repositories) => T) => T;
  /**
   * Writes all or nothing: durable when it returns, undone when `work` throws. `work` is synchronous. A transaction
   * inside a transaction is part of the outer one, and undone alone when it throws.
   */
  readonly transaction: <T>(work: (repositories: Repositories) => NoResult<T>) => T;
  /** Afterwards every call throws. */
  readonly close: () => void;
};

/**
 * Why the store did not open. `keychain`: the key could not be asked for; `missing`: there were records in this
 * folder, and their file is gone; the others are the files' state.
 */
export type StoreProblem =
  | "keychain"
  | "key-missing"
  | "wrong-key"
  | "damaged"
  | "missing"
  | "too-long"
  | "newer"
  | "unwritable"
  | "unsupported";

export type OpenResult =
  | { readonly ok: true; readonly value: Store }
  | {
      readonly ok: false;
      readonly problem: StoreProblem;
      readonly failure: Failure;
      /** The database's files that are there, untouched. */
      readonly files: readonly string[];
    };
