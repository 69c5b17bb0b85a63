import type { AccountId } from "../../shared/session/account.ts";
import type { ClinicAside } from "../../shared/clinic/clinic.ts";
import type { RecordId } from "../../shared/core/record-id.ts";

/** Why a record is not shared, or could not be read, as it is. */
export type AsideReason = keyof ClinicAside;

/** What the clinic's log knows of one record. */
export type KnownRecord = {
  /** The record's name in the log, which tells nothing of the local one. */
  readonly sharedId: string;
  /** Null while its content could not be read. */
  readonly recordId: RecordId | null;
  readonly kind: string;
  readonly version: number;
  readonly dropped: boolean;
  /** Whose word that was; null where it was not dropped, or by nobody knows whom. */
  readonly droppedBy: string | null;
  /** SHA-256 of the content as the log has it last, as far as this desk read or wrote it. */
  readonly digest: string | null;
  /** Null: nothing keeps it from being shared. */
  readonly aside: AsideReason | null;
  /** While the log is read anew: the version that this desk had read or said before; 0 otherwise. */
  readonly had: number;
};

/** An item that desks share: three texts of JSON, each written and read by main/features/clinic. */
export type KnownClaim = {
  readonly sharedId: string;
  readonly recordId: RecordId | null;
  /** As the hub has it; null while it has not heard of it. */
  readonly shared: string | null;
  /** As this desk has it; null where it never had anything to do with it. */
  readonly desk: string | null;
  /** As the hub had it before its database was put back, until it hears of it again. */
  readonly was: string | null;
};

/** What may have to be shared: the record changed, or is gone. */
export type ChangedRecord = { readonly recordId: RecordId; readonly kind: "item" | "person" };

/** A push that was signed. `json`: itself, until it is answered; then only that it was signed. */
export type KeptPush = { readonly sequence: number; readonly digest: string; readonly json: string | null };

/** What a desk of a clinic with several keeps, for each account by itself. */
export type ClinicRepository = {
  /** JSON, of main/features/clinic; null: this account belongs to no clinic. */
  readonly get: (account: AccountId) => string | null;
  /** The first one marks all that is there as changed. */
  readonly set: (account: AccountId, json: string) => void;
  /** All of it, also what was never shared. Patients and bookings stay. */
  readonly forget: (account: AccountId) => void;
  /** What was read of the log is read anew, from its beginning. What this desk said itself stays. */
  readonly rewind: (account: AccountId) => void;
  /** The log's hash at each number, as it was read last: behind what is read anew, as it was before. */
  readonly heads: {
    readonly get: (account: AccountId, number: number) => string | null;
    readonly add: (account: AccountId, number: number, hash: string) => void;
  };
  readonly records: {
    readonly get: (account: AccountId, sharedId: string) => KnownRecord | null;
    readonly put: (account: AccountId, record: KnownRecord) => void;
    /** How many there are of each. */
    readonly asideCounts: (account: AccountId) => ClinicAside;
    /** The log was read anew: what it lacks of what this desk had is marked as changed. */
    readonly markLost: (account: AccountId) => void;
    /** Those desks are removed: what they dropped and this one keeps is marked as changed, and so is what the hub refused while they were there. */
    readonly markFreed: (account: AccountId, desks: readonly string[]) => void;
  };
  readonly claims: {
    readonly get: (account: AccountId, sharedId: string) => KnownClaim | null;
    readonly of: (account: AccountId, recordId: RecordId) => KnownClaim | null;
    readonly put: (account: AccountId, claim: KnownClaim) => void;
    readonly all: (account: AccountId) => readonly KnownClaim[];
    /** Items that those desks held and discarded: of that maker, or booked before somebody said that they wait. */
    readonly discardedBy: (
      account: AccountId,
      of: { readonly desks: readonly string[]; readonly maker: string },
    ) => readonly RecordId[];
    /** Names in the log of what one of those desks said was booked. */
    readonly bookedBy: (account: AccountId, desks: readonly string[]) => readonly string[];
    /** Claims of which one of those desks told what the service answered, or what was canceled. */
    readonly toldBy: (account: AccountId, desks: readonly string[]) => readonly KnownClaim[];
  };
  readonly attempts: {
    readonly itemsWith: (account: AccountId, attempt: string) => readonly string[];
    readonly add: (account: AccountId, known: { attempt: string; sharedId: string; at: string }) => void;
    readonly remove: (account: AccountId, attempt: string, sharedId: string) => void;
    readonly at: (account: AccountId, attempt: string) => string | null;
  };
  readonly changes: {
    readonly list: (account: AccountId, limit: number) => readonly ChangedRecord[];
    readonly count: (account: AccountId) => number;
    readonly has: (recordId: RecordId) => boolean;
    /** Whether a patient is among them: whatever changed one, all of it may be told at once. */
    readonly hasPatient: (account: AccountId) => boolean;
    readonly add: (account: AccountId, changed: ChangedRecord) => void;
    readonly done: (recordId: RecordId) => void;
  };
  readonly pushes: {
    /** The one that waits for its answer. */
    readonly waiting: (account: AccountId) => KeptPush | null;
    readonly put: (account: AccountId, push: KeptPush) => void;
    /** It is answered; that it was signed is still known. */
    readonly answered: (account: AccountId, push: KeptPush) => void;
    readonly wasSigned: (account: AccountId, digest: string) => boolean;
  };
};
