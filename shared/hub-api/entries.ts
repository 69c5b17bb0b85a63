import { z } from "zod";
import { hubLimits } from "./limits.ts";
import {
  claimEpoch,
  generation,
  keyEpoch,
  publicKey,
  randomId,
  recipient,
  recordVersion,
  sha256,
} from "./values.ts";

/** Attempts by their ids. An attempt's id is random and, until it is asked for, in the memory of one process alone. */
const attempts = z.array(randomId).max(hubLimits.attempts);
/** The item and the epoch that the desk believes to be the present one; another is refused with the present one. */
const claimed = { item: randomId, epoch: claimEpoch };

/** A record's next version. Its content lies beside the push, found by its hash. */
export const recordEntry = z.strictObject({
  type: z.literal("record"),
  record: randomId,
  /** One more than the version that it changes. */
  version: recordVersion,
  keyEpoch,
  ciphertext: sha256,
});

/** Content of all versions is dropped; hashes stay. The record gets no version after this one before it is put back. */
const dropEntry = z.strictObject({ type: z.literal("drop"), record: randomId, version: recordVersion });

/** What was dropped has versions again: a desk still keeps it, and whoever dropped it was removed. */
const putBackEntry = z.strictObject({
  type: z.literal("put-back"),
  record: randomId,
  version: recordVersion,
});

/** An item that waits is shown to all from now on, never unshared again. Its maker, who pushes this, holds the first claim. */
const shareEntry = z.strictObject({
  type: z.literal("share"),
  item: randomId,
  /** The clinic's generation when the maker first shared it. It stays when this is pushed again. */
  generation,
  /** Attempts from before it was shared that may have arrived. */
  attempts,
  /** A person must decide before it is sent. */
  needsChecking: z.boolean(),
});

/** The holder gives the item to another desk. Attempts in `notSent` have certainly not left this process. */
const handOverEntry = z.strictObject({
  type: z.literal("hand-over"),
  ...claimed,
  to: randomId,
  notSent: attempts,
});

/** A person at this desk takes the item. It needs checking from now on, whatever it was. */
const takeOverEntry = z.strictObject({ type: z.literal("take-over"), ...claimed });

/**
 * The holder asks whether it may send now. When this push is accepted, the answer is yes, and the attempt is recorded as
 * open. Attempts in `notSent` are the same process's own, and have certainly not been sent.
 */
const confirmEntry = z.strictObject({
  type: z.literal("confirm"),
  ...claimed,
  attempt: randomId,
  notSent: attempts,
});

/** What became of an attempt. `refused`: the service said no, nothing was made. `unclear`: it may have arrived. */
export const attemptOutcome = z.enum(["booked", "refused", "not-sent", "unclear"]);
export type ReportedOutcome = z.infer<typeof attemptOutcome>;

/** From any desk that was ever confirmed or sent without the hub, at any time. "booked" wins over everything. */
const outcomeEntry = z.strictObject({
  type: z.literal("outcome"),
  item: randomId,
  attempt: randomId,
  outcome: attemptOutcome,
});

/** The person at the holder decided to send (again), and was shown these attempts, which may have arrived. */
const bookAgainEntry = z.strictObject({
  type: z.literal("book-again"),
  ...claimed,
  attempts,
  /** The person was told that the history may be incomplete. */
  historyIncomplete: z.boolean(),
});

/** Told afterwards: a person let this desk send while the hub could not be asked, knowing of these attempts. */
const withoutHubEntry = z.strictObject({
  type: z.literal("without-hub"),
  item: randomId,
  attempt: randomId,
  attempts,
});

/** The person at the holder says that it was booked. */
const markBookedEntry = z.strictObject({ type: z.literal("mark-booked"), ...claimed });
/** The person at the holder says that it was not booked after all. It needs checking. */
const reopenEntry = z.strictObject({ type: z.literal("reopen"), ...claimed });
const discardEntry = z.strictObject({ type: z.literal("discard"), ...claimed });

/** Closes the item and opens the linked draft, held by the same desk. The draft inherits the attempts. */
const editEntry = z.strictObject({ type: z.literal("edit"), ...claimed, draft: randomId });

/**
 * A desk of the clinic. Of an admin. Repeated for a desk that is one: makes it an admin or, by the desk's own word, changes its
 * credential. Who may say what: shared/clinic/log/who-may.ts.
 */
export const memberAddedEntry = z.strictObject({
  type: z.literal("member-added"),
  desk: randomId,
  admin: z.boolean(),
  publicKey,
  recipient,
  /** SHA-256 of the credential's 32 bytes. */
  credential: sha256,
});

/**
 * The desk is refused from now on. Of an admin. `lost`: its next contact makes it delete its key, unless another was reported lost
 * within a day: then once another desk says the same again. Without `lost` that says that it was not lost.
 */
const memberRemovedEntry = z.strictObject({
  type: z.literal("member-removed"),
  desk: randomId,
  lost: z.boolean(),
});

/**
 * Whoever was let in by one that is removed, or by whoever that let in, goes as well, unless it is named here. Of an admin; once in a push.
 * It says who stays, since nobody can name who comes in while it is said.
 */
const guestsRemovedEntry = z.strictObject({
  type: z.literal("guests-removed"),
  stay: z.array(randomId).max(hubLimits.members),
});

/** The ring of all keys, sealed to the members and the sheet. Of an admin. */
const ringEntry = z.strictObject({ type: z.literal("ring"), keyEpoch, ciphertext: sha256 });

/** To whom the hub seals notices from now on. Of an admin. */
const noticeRecipientEntry = z.strictObject({ type: z.literal("notice-recipient"), recipient });
/** A new address for notices, `/in/<token>`: the hub learns the token's SHA-256 (of its 32 bytes) alone. Of an admin. */
const noticeAddressEntry = z.strictObject({
  type: z.literal("notice-address"),
  address: randomId,
  token: sha256,
});
/** The address still answers 2xx, and its notices are only counted. Of an admin. */
const noticeRetiredEntry = z.strictObject({ type: z.literal("notice-retired"), address: randomId });

/** This desk has pushed all that it knew from before the push's generation. */
const reportedEntry = z.strictObject({ type: z.literal("reported") });

/** One thing that a push says. Entries are taken in their order, all or none. */
export const entry = z.discriminatedUnion("type", [
  recordEntry,
  dropEntry,
  putBackEntry,
  shareEntry,
  handOverEntry,
  takeOverEntry,
  confirmEntry,
  outcomeEntry,
  bookAgainEntry,
  withoutHubEntry,
  markBookedEntry,
  reopenEntry,
  discardEntry,
  editEntry,
  memberAddedEntry,
  memberRemovedEntry,
  guestsRemovedEntry,
  ringEntry,
  noticeRecipientEntry,
  noticeAddressEntry,
  noticeRetiredEntry,
  reportedEntry,
]);
export type Entry = z.infer<typeof entry>;
export type EntryOf<T extends Entry["type"]> = Extract<Entry, { readonly type: T }>;
