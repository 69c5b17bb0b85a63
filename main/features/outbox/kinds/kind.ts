import { getToday } from "../../../../shared/time/zoned-time.ts";
import { fail, type Failure, type FieldErrors } from "../../../../shared/core/failure.ts";
import type { BookingForm } from "../../../../shared/bookings/booking-form.ts";
import type { RecordId } from "../../../../shared/core/record-id.ts";
import type { Item, ListedItem } from "../../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../../shared/patients/patient.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";
import type { PatientInput } from "../../../../shared/service-api/patient.ts";
import { say } from "../../../../messages/saying.ts";
import type { RandomIds } from "../../../platform/ports.ts";
import type { Outcome } from "../../../http/classify.ts";
import type { Credentials, Post, ServiceClient } from "../../../http/client.ts";
import type { Store } from "../../../db/types.ts";

/**
 * What keeps a repeat from making an item twice: its name, by which the service knows it again; the service's list,
 * which is read first; or a person alone.
 */
export type RepeatMethod = "by-name" | "by-list" | "by-person";

/** What is asked of each kind of item. Everything that differs between kinds stands here, and nowhere else in main. */
export type Kind<T extends Item> = {
  readonly repeat: RepeatMethod;
  /** Whether a press to send it waits for a moment in which it can be taken back. */
  readonly waitsForUndo: boolean;
  /** Whether a 409 can only speak of an earlier attempt of this item: nobody else can have used its name. */
  readonly ownsConflict: (item: T) => boolean;
  /** Whether it may have been made before it was edited into this item, and nobody has settled that since. */
  readonly hasEarlierTry: (item: T) => boolean;
  /** The item with what a draft that is made from it has to know of its attempts. */
  readonly withEarlierTry: (item: T) => T;
  /** A new item: beside what all have, the names that it keeps for ever. */
  readonly begin: (base: NewItem, form: T["form"], random: RandomIds) => T;
  /** Reads the form into the body of the request. */
  readonly prepare: (item: T, context: PrepareContext) => Prepared;
  /**
   * The item with its dates and times as they were read: a draft that says "tomorrow" means the same day when it is
   * sent the day after.
   */
  readonly withDates: (item: T, context: PrepareContext) => T;
  /** What the store finds it by, with dates read as on the day of its last change. */
  readonly index: (item: T, context: IndexContext) => ItemIndex;
  /** The item as lists hold it. */
  readonly listed: (item: T) => ListedItem;
  /** What lists leave out of it, as JSON, which keeps any text as it is. */
  readonly longTexts: (item: T) => LongTexts;
  /** The patient whose order among the items of the queue it keeps. */
  readonly patient: (item: T) => BookingForm["patient"];
  /** Whether the time in a frozen body lies behind: sending it could only be refused, or booked for the past. */
  readonly expired: (body: object, now: Date) => boolean;
  readonly send: (item: T, sending: Sending) => Promise<Outcome<unknown>>;
  /** The number in an answer, when it is known here as another one's. */
  readonly takenNumber: (item: T, outcome: Outcome<unknown>, desk: KindDeps) => number | null;
  /** After an attempt that made it: saves it with what was answered. Answers the ids of what else changed. */
  readonly complete: (item: T, outcome: Outcome<unknown>, desk: KindDeps) => RecordId[];
  /** After an attempt that did not, and is saved: the ids of what its answer throws doubt on. */
  readonly failed?: (item: T, outcome: Outcome<unknown>, desk: KindDeps) => RecordId[];
  /** When it is saved complete. */
  readonly keep?: (item: T, prepared: Prepared, desk: KindDeps) => T;
  /** When a draft takes its place, in the same transaction. */
  readonly replaced?: (draft: T, desk: KindDeps) => void;
  /** When it is thrown away. Answers the ids of what else changed. */
  readonly discarded?: (item: T, desk: KindDeps) => RecordId[];
};

/** What all items have, as they begin. */
export type NewItem = Pick<
  Item,
  | "id"
  | "accountId"
  | "status"
  | "createdAt"
  | "updatedAt"
  | "idempotencyKey"
  | "payload"
  | "attempts"
  | "resends"
  | "problem"
  | "editOf"
  | "by"
  | "noAnswerAt"
> & { readonly result: null };

/** What a kind needs to bring along what depends on its item. */
export type KindDeps = {
  readonly store: Store;
  readonly random: Pick<RandomIds, "uuid" | "bytes">;
  /** RFC 3339 instant. */
  readonly now: () => string;
  /** Answers the item with the time of its change. */
  readonly save: <T extends Item>(item: T) => T;
  /** It came with a file, and is of nobody who was just here. */
  readonly isImported?: boolean;
};

/** A request of an item whose attempt has begun. */
export type Sending = {
  readonly client: ServiceClient;
  readonly credentials: Credentials;
  readonly post: Post;
};

export type PrepareContext = {
  readonly now: Date;
  readonly settings: Settings;
  /** The service is on this computer. */
  readonly serviceHere: boolean;
  /** The known patient of a booking. */
  readonly patient: PatientRecord | null;
};

/** What a form is worth: something to send, something to wait for, or fields to mend. */
export type Prepared =
  | { readonly kind: "ready"; readonly payload: string; readonly patient?: PatientInput }
  | { readonly kind: "waiting-for-patient" }
  | { readonly kind: "needs-card" }
  | { readonly kind: "incomplete"; readonly failure: Failure };

/** What the store finds an item by, and the item itself does not say. */
export type ItemIndex = {
  /** The known patient that a booking is for, or that a patient item makes. */
  readonly patientRecordId: RecordId | null;
  /** A booking's instant as `Date.toISOString()` writes it (UTC), so that equal instants are equal texts. */
  readonly appointmentInstant: string | null;
  /** What the list of bookings is searched in: names, service, appointment id. */
  readonly searchText: string;
};

/** Null where there is none. */
export type LongTexts = { readonly notes: string | null; readonly answer: string | null };
export const noLongTexts: LongTexts = { notes: null, answer: null };

export type IndexContext = {
  readonly patient: (id: RecordId) => PatientRecord | null;
  readonly settings: Pick<Settings, "dateOrder" | "services">;
};

export const toIncomplete = (fields: FieldErrors): Prepared => ({
  kind: "incomplete",
  failure: fail("invalid-input", say("failures.outbox.someFields"), { fields }),
});

/** As dates are read in that time zone. */
export function toDateContext({ now, settings }: PrepareContext, timeZone: string) {
  const instant = now.toISOString();
  return { now: instant, today: getToday(timeZone, instant), dateOrder: settings.dateOrder };
}
