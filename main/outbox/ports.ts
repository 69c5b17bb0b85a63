import type { AccountId } from "../../contract/records/account.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { BookingItem, Item, ItemCounts } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { Credentials } from "../service/client.ts";
import type { ReadyWanted } from "../store/types.ts";

/**
 * What the outbox needs of the store. Every call is durable when it returns, or when its transaction does.
 * A store that cannot write throws a `FailureError`.
 */
export type OutboxStore = {
  /** Runs `work` as one transaction: all of its writes are kept, or none. */
  readonly transaction: <T>(work: () => T) => T;
  readonly item: (id: RecordId) => Item | null;
  readonly insertItem: (item: Item) => void;
  readonly updateItem: (item: Item) => void;
  /** Items that may be sent now, oldest first, parked ones left out. */
  readonly readyItems: (wanted: ReadyWanted) => readonly Item[];
  /** How many those are, in all. */
  readonly readyCount: (accountId: AccountId) => number;
  readonly sendingItems: () => readonly Item[];
  /** Everything of every account that is neither done nor discarded. */
  readonly unfinished: () => readonly Item[];
  /** Bookings that wait for the number of this known patient. */
  readonly waitingFor: (patientRecordId: RecordId) => readonly BookingItem[];
  /** Bookings of this known patient that are neither sent nor thrown away. */
  readonly bookingsOf: (patientRecordId: RecordId) => readonly BookingItem[];
  readonly counts: (accountId: AccountId) => ItemCounts;
  /** Null as well when the record is another account's. */
  readonly patient: (accountId: AccountId, id: RecordId) => PatientRecord | null;
  readonly patientByNumber: (accountId: AccountId, patientId: number) => PatientRecord | null;
  /** Bookings that the service answered with that number, whatever they stand as now. */
  readonly bookingsNumbered: (accountId: AccountId, number: number) => readonly BookingItem[];
  readonly insertPatient: (patient: PatientRecord) => void;
  readonly updatePatient: (patient: PatientRecord) => void;
  /** Takes a record away that turned out to be a second one of the same patient; its cards go to the other. */
  readonly mergePatients: (records: { readonly from: PatientRecord; readonly into: PatientRecord }) => void;
};

/** The account at the desk now. */
export type CurrentAccount = {
  readonly accountId: AccountId;
  readonly practice: boolean;
  readonly credentials: Credentials;
};

export type OutboxContext = {
  readonly account: () => CurrentAccount | null;
  readonly settings: () => Settings;
};
