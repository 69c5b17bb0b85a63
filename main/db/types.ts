import type { Failure } from "../../shared/core/failure.ts";
import type { AuditRepository } from "./audit.ts";
import type { ClinicRepository } from "./clinic-types.ts";
import type { NoticeRepository } from "./notice-types.ts";
import type { BookingParts, BookingRepository, ItemParts, ItemRepository } from "./item-types.ts";
import type {
  AccountRepository,
  CardRepository,
  ImportRepository,
  KeepingRepository,
  MetaRepository,
  PatientNotesRepository,
  PatientRepository,
  RetentionRepository,
  SamePeople,
  SettingsRepository,
  StrayDrafts,
  WebhookListRepository,
} from "./record-types.ts";

export type Repositories = {
  readonly items: ItemRepository;
  readonly bookings: BookingRepository;
  /** What long lists draw: a part of them. */
  readonly parts: { readonly items: ItemParts; readonly bookings: BookingParts };
  readonly patients: PatientRepository;
  readonly people: SamePeople;
  readonly notes: PatientNotesRepository;
  readonly settings: SettingsRepository;
  readonly accounts: AccountRepository;
  readonly webhookLists: WebhookListRepository;
  readonly cards: CardRepository;
  readonly imports: ImportRepository;
  readonly retention: RetentionRepository;
  readonly keeping: KeepingRepository;
  readonly strayDrafts: StrayDrafts;
  readonly meta: MetaRepository;
  readonly audit: AuditRepository;
  readonly clinic: ClinicRepository;
  readonly notices: NoticeRepository;
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
  /** The same for several at once: each transaction within it is an act of its own in the activity log. */
  readonly group: <T>(work: (repositories: Repositories) => NoResult<T>) => T;
  /**
   * In a transaction: does that should it be undone, the last first. For what is held in memory along with records, so that
   * it goes back with them. Outside of one nothing can be undone.
   */
  readonly ifUndone: (undo: () => void) => void;
  /** Afterwards every call throws. */
  readonly close: () => void;
};

/**
 * Why the store did not open. `keychain`: the key could not be asked for; `missing`: there were records in this
 * folder, and their file is gone; the others are the files' state.
 */
export type StoreErrorKind =
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
      readonly problem: StoreErrorKind;
      readonly failure: Failure;
      /** The database's files that are there, untouched. */
      readonly files: readonly string[];
    };
