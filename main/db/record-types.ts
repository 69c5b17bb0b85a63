import type { AccountId } from "../../shared/session/account.ts";
import type { Card } from "../../shared/cards/card.ts";
import type { PatientForm } from "../../shared/patients/patient-form.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { KeptImport } from "../../shared/import/import.ts";
import type { BookingItem, ItemStatus } from "../../shared/outbox/item.ts";
import type { PatientRecord } from "../../shared/patients/patient.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { Unreadable } from "../../shared/core/stored.ts";
import type { DateContext } from "../../shared/time/calendar.ts";
import type { WebhookRegistration } from "../../shared/service-api/webhook.ts";
import type { RecordPage } from "./item-types.ts";
import type { Likeness, PatientQuery } from "./search-query.ts";

/** Who is found, each person once. `total` is null where there are more than are worth counting. */
export type PatientSearchPage = Omit<RecordPage<PatientRecord>, "total"> & {
  readonly total: number | null;
  /** Who may be meant: a name with one typing error, or one of name and date of birth. A few, and none of `items`. */
  readonly near: readonly PatientRecord[];
};

/** As it was typed for somebody. */
export type CityAndState = { readonly city: string; readonly state: string };

export type PatientRepository = {
  /** `isImported`: one of many that came with a file, and of nobody who was just here. */
  readonly insert: (patient: PatientRecord, isImported?: boolean) => void;
  /** Replaces the record of the same id and account, if there is one. */
  readonly update: (patient: PatientRecord) => void;
  readonly remove: (id: RecordId) => void;
  /** Whose record this is, on this computer; null when there is none. */
  readonly ownerOf: (id: RecordId) => AccountId | null;
  /** Null when there is none, or it is another account's. Throws `damaged` or `newer` when its row cannot be read. */
  readonly get: (accountId: AccountId, id: RecordId) => PatientRecord | null;
  /** The same, and null as well for one that cannot be read. */
  readonly find: (accountId: AccountId, id: RecordId) => PatientRecord | null;
  /** By the service's patient number. The newest, should there be several. */
  readonly byPatientId: (accountId: AccountId, patientId: number) => PatientRecord | null;
  /** Those whom other desks of the clinic are creating, and this one is not. */
  readonly madeElsewhere: (accountId: AccountId) => readonly PatientRecord[];
  /** By external ID, upper and lower case being one. The newest, should there be several. */
  readonly byExternalId: (accountId: AccountId, externalId: string) => PatientRecord | null;
  /** What most of the latest records with a five-digit ZIP code say of its city and state; null where none has it. */
  readonly placeOfZip: (accountId: AccountId, zip: string) => CityAndState | null;
  /**
   * Whole names before beginnings, newest first; numbers and addresses in their own order. A record that is of the same
   * person as another leads to the one that stands for both. An empty query: `recent`.
   */
  readonly search: (wanted: {
    readonly accountId: AccountId;
    readonly query: PatientQuery;
    readonly limit: number;
  }) => PatientSearchPage;
  /** All records in the order in which they were first saved, after one of them; `next` is null at the end. */
  readonly inOrder: (wanted: {
    readonly accountId: AccountId;
    readonly after: number;
    readonly limit: number;
  }) => { readonly items: readonly PatientRecord[]; readonly next: number | null };
  /** Those for whom a booking was made or saved, or who were added one by one, last; each person once, the last first. */
  readonly recent: (wanted: {
    readonly accountId: AccountId;
    readonly limit: number;
  }) => readonly RecentPatient[];
  /** Those who came last, in whatever way; each person once. */
  readonly newest: (wanted: {
    readonly accountId: AccountId;
    readonly limit: number;
  }) => readonly PatientRecord[];
  /** Same name and date of birth, or same phone number, or same email address; at most 20, each person once. */
  readonly similar: (likeness: Likeness) => readonly PatientRecord[];
};

/** `at`: RFC 3339 instant of the booking or its last change, or at which the patient was first known here. */
export type RecentPatient = {
  readonly patient: PatientRecord;
  readonly at: string;
  readonly how: "booked" | "saved" | "added";
};

/** Which records of patients a person said are one person. */
export type SamePeople = {
  /** The record that stands for the person of this one: itself where there is no other. */
  readonly keptOf: (id: RecordId) => RecordId;
  /** All records of the person of this one, first the one that stands for them. */
  readonly recordsOf: (id: RecordId) => readonly RecordId[];
  /** These two are one person, for whom the record that stands for `kept` stands. `at`: RFC 3339 instant. */
  readonly join: (said: { readonly kept: RecordId; readonly other: RecordId; readonly at: string }) => void;
  /** This record is somebody by itself again, with those that lead to it. */
  readonly part: (id: RecordId) => void;
  /** A record goes, since it turned out to be another: what was said of it is said of that one. */
  readonly absorb: (records: { readonly from: RecordId; readonly to: RecordId; readonly at: string }) => void;
};

export type PatientNotesRepository = {
  /** Empty where nothing is noted. */
  readonly get: (accountId: AccountId, id: RecordId) => string;
  readonly set: (accountId: AccountId, id: RecordId, notes: string) => void;
  /** One record's notes stand behind another's from now on. */
  readonly moveTo: (
    accountId: AccountId,
    records: { readonly from: RecordId; readonly to: RecordId },
  ) => void;
};

/** New patients who were begun and thrown away before they were anybody's record. */
export type StrayDrafts = {
  /** Those in which one of these was typed, as far as can be told. */
  readonly of: (
    accountId: AccountId,
    patients: readonly PatientRecord[],
    context: DateContext,
  ) => readonly RecordId[];
};

/** When a person was seen last, by all their records, and whether anything of theirs is unfinished. */
export type SeenPerson = {
  /** All records of the person, first the one that stands for them. */
  readonly records: readonly RecordId[];
  readonly lastSeen: string;
  readonly isFinished: boolean;
};

/** Patients who may be deleted, and the end of all that is known of them. */
export type RetentionRepository = {
  /**
   * Some of the records of an account, in their order after `after`, a number of the answer before; `next` is null at the
   * end. A record that is of one person with others is only named in `joined`.
   */
  readonly look: (wanted: {
    readonly accountId: AccountId;
    readonly after: number;
    readonly limit: number;
  }) => {
    readonly seen: readonly (Omit<SeenPerson, "records"> & { readonly id: RecordId })[];
    readonly joined: readonly RecordId[];
    readonly next: number | null;
  };
  /** When these people were seen last, each once; who is not known is left out. */
  readonly seen: (accountId: AccountId, ids: readonly RecordId[]) => readonly SeenPerson[];
  /**
   * Deletes these records with their items, cards, setup intents and notes, whatever those stand as, and `others` among
   * the items. Answers the items.
   */
  readonly erase: (
    accountId: AccountId,
    gone: { readonly ids: readonly RecordId[]; readonly others: readonly RecordId[] },
  ) => readonly RecordId[];
};

/** A booking's place in the order in which they were made. */
export type MadePlace = { readonly made: string; readonly sequence: number };

/** How many there are, and of them those of the last 30 and 365 days. */
export type Amount = { readonly all: number; readonly month: number; readonly year: number };

/** Finished bookings that are older than they are kept, and how much there is of everything. */
export type KeepingRepository = {
  /**
   * Of some bookings of an account that were made before an instant, after a place of the answer before, those that were over,
   * and whose visit was, before it; `next` is null at the end.
   */
  readonly look: (
    accountId: AccountId,
    wanted: { readonly before: string; readonly after: MadePlace; readonly limit: number },
  ) => {
    readonly old: readonly { readonly id: RecordId; readonly visit: string | null }[];
    readonly next: MadePlace | null;
  };
  /** Whether something outside of a booking is open: a card, a word to the other desks, a denial that nobody has looked at. */
  readonly isWaitedFor: (accountId: AccountId, id: RecordId) => boolean;
  /** Takes bookings out of this computer. The clinic's other desks hear nothing of it, and when its patients were seen stays. */
  readonly remove: (accountId: AccountId, ids: readonly RecordId[]) => void;
  /** Whether that booking was taken out, as it stands there or later: another desk's copy of it is not taken for a new one. */
  readonly isGone: (accountId: AccountId, booking: Pick<BookingItem, "id" | "updatedAt">) => boolean;
  /** `since`: RFC 3339 instants. */
  readonly amount: (
    what: "patients" | "bookings",
    accountId: AccountId,
    since: { readonly month: string; readonly year: string },
  ) => Amount;
  /** The database in bytes, and of these what is free for what comes. */
  readonly pages: () => { readonly bytes: number; readonly free: number };
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
  /** Of nobody on this computer: those in bookings for which this number of the service was typed; last used first. */
  readonly ofNumber: (accountId: AccountId, patientNumber: number) => readonly KeptCard[];
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

/** A row of a file that waits to become a patient; null: it cannot be read any more. */
export type WaitingRow = { readonly row: number; readonly form: PatientForm | null };

type OfImport = Pick<KeptImport, "number">;
export type ImportRepository = {
  /** Of every account, in the order in which they were begun; what cannot be read is left out. */
  readonly all: () => readonly KeptImport[];
  /** By which the rows of the next one are told from others. */
  readonly nextNumber: () => number;
  readonly save: (kept: KeptImport) => void;
  readonly remove: (id: RecordId) => void;
  readonly keepRow: (of: OfImport, row: { readonly row: number; readonly form: PatientForm }) => void;
  /** The first rows that wait, in the order of the file. */
  readonly nextRows: (of: OfImport, limit: number) => readonly WaitingRow[];
  /** Rows that wait and may be the same person: same name and date of birth, or phone, or email. */
  readonly similarRows: (of: OfImport, likeness: Likeness) => readonly WaitingRow[];
  /** Takes a row out, in the transaction that writes its item; false where it was taken already. */
  readonly takeRow: (of: OfImport, row: number) => boolean;
  /** Takes so many rows out, whatever they hold; answers how many there were. */
  readonly dropRows: (of: OfImport, limit: number) => number;
  /** What its rows became and is not settled; an item that is gone counts as discarded. */
  readonly queued: (of: OfImport) => readonly { readonly id: RecordId; readonly status: ItemStatus }[];
  readonly enqueue: (of: OfImport, itemId: RecordId) => void;
  /** A draft took the place of an item that a row became, if it did. */
  readonly replace: (itemId: RecordId, by: RecordId) => void;
  readonly settle: (itemId: RecordId) => void;
  /** Any row of any import may be at the service already. */
  readonly doubt: () => void;
};
