import { ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { Credentials } from "../../http/client.ts";

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

/**
 * Who of several desks may send a booking that waits (model/README.md). A desk that belongs to no clinic, `alone`, always may.
 * What says "in the transaction" is called within the one that changes the item.
 */
export type Sharing = {
  /** A person pressed to send it: it may go out from here at once, with no word to anybody. In the transaction. */
  readonly pressed: (item: Item) => void;
  /** What became of a press is known: if the item waits, then for the desk that holds it. */
  readonly settled: (id: RecordId) => void;
  /** Whether it may be sent now. Asked before its attempt begins, and after each try anew; asks the hub where it has to. */
  readonly permit: (item: Item, account: AccountId) => Promise<boolean>;
  /** It was permitted, and its attempt did not begin after all. */
  readonly notBegun: (item: Item) => void;
  /** Its attempt begins; false: it may not any more. In the transaction. */
  readonly begins: (item: Item) => boolean;
  /** Looked at right before the first byte. */
  readonly mayLeave: (id: RecordId) => boolean;
  /** Its attempt is over. In the transaction. */
  readonly ended: (item: Item) => void;
  /** The program starts: what could be sent when it ended may have been. In the transaction; answers those to be doubted. */
  readonly started: () => readonly RecordId[];
  /** Why no person may change it here; null: it is nobody else's. */
  readonly mayChange: (item: Item) => Failure | null;
  /** It was tried, and is to be edited: the id of the draft that takes its place at all desks; null: at this desk alone. */
  readonly edits: (item: Item) => Promise<Result<RecordId | null>>;
  /** A person decided to book again. `ok`: that holds for all desks; an id: of what waits in its place. Null: there is nobody to be asked. */
  readonly bookAgain: (item: Item, shown: ShownClaim | undefined) => Promise<Result<RecordId | null>> | null;
};

/** Nobody else could send it. */
export const alone: Sharing = {
  pressed: () => undefined,
  settled: () => undefined,
  permit: () => Promise.resolve(true),
  notBegun: () => undefined,
  begins: () => true,
  mayLeave: () => true,
  ended: () => undefined,
  started: () => [],
  mayChange: () => null,
  edits: () => Promise.resolve(ok(null)),
  bookAgain: () => null,
};
