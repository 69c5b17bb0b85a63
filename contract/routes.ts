import { z } from "zod";
import { connection, session, tokenFacts } from "./records/account.ts";
import {
  bookingDay,
  bookingFilter,
  bookingLine,
  bookingPlace,
  bookingViews,
} from "./records/booking-line.ts";
import { bookingForm, card, patientForm, recordId, webhookForm } from "./records/forms.ts";
import { item, itemCounts, itemStatuses, listedBooking, listedItem } from "./records/item.ts";
import { patientRecord } from "./records/patient.ts";
import { settings, settingsChange, staffName } from "./records/settings.ts";
import type { Result } from "./failure.ts";
import { failure } from "./failure-schema.ts";
import { saying } from "./saying.ts";
import { filesRoutes } from "./routes/files.ts";
import { retentionRoutes } from "./routes/retention.ts";
import { webhookRegistration } from "./service/webhook.ts";

/**
 * Every IPC route: its name, and the schema of what goes in and what comes out. Handlers in
 * the parts of main (`main/ipc/router.ts`) and the renderer's bridge are typed from this map; the router parses both ways.
 */
const nothing = z.strictObject({});
const page = { limit: z.int().min(1).max(200), offset: z.int().min(0).max(10_000_000) };

export const formOf = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("patient"), form: patientForm }),
  z.strictObject({ kind: z.literal("booking"), form: bookingForm }),
  z.strictObject({ kind: z.literal("webhook"), form: webhookForm }),
]);
export type FormOf = z.infer<typeof formOf>;

/** The registrations as the service last listed them. */
export const webhookListing = z.strictObject({
  webhooks: z.array(webhookRegistration),
  /** RFC 3339 instant of that answer; null when the service has never answered. */
  asOf: z.string().nullable(),
  /** Why the list could not be read just now; the last known list stands. */
  failure: failure.nullable(),
});
export type WebhookListing = z.infer<typeof webhookListing>;

/** Why the records of this computer cannot be worked with, where their files are, and what can be done. */
export const storeProblem = z.strictObject({
  /**
   * `unopened`: the files are there and do not open. `missing`: there were records and their file is gone.
   * `lost`: the files went away while the desk ran. `damaged`: a part that the start did not wait for is.
   * `other-copy`: another copy of them is in use as well.
   */
  kind: z.enum(["unopened", "missing", "lost", "damaged", "other-copy"]),
  failure,
  /** The files that are there; for `missing` and `lost`, where they are looked for. */
  files: z.array(z.string()),
  /** False where the records may be whole, and open again once the disk, the keychain or the program does. */
  maySetAside: z.boolean(),
});
export type StoreProblem = z.infer<typeof storeProblem>;

/** What a person should know of the records that did open. */
export const recordsNotice = z.strictObject({
  /**
   * More was sent or saved from this computer than these records know: an older copy of them was put back, or
   * a part of their files was removed. Each is "up to so many"; null when nothing is missing.
   */
  missing: z
    .strictObject({ sends: z.int(), items: z.int(), changes: z.int(), otherCopy: z.boolean() })
    .nullable(),
  /** Why the settings of the account at the desk cannot be read: the first settings stand in for them. */
  settings: z.enum(["damaged", "newer"]).nullable(),
});
export type RecordsNotice = z.infer<typeof recordsNotice>;

/** A notification that the practice service delivered. */
export const practiceDelivery = z.strictObject({
  id: z.string(),
  at: z.string(),
  url: z.string(),
  kind: z.string(),
  attempt: z.int(),
  /** HTTP status of the receiver; null when it could not be reached. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  body: z.string(),
});
export type PracticeDelivery = z.infer<typeof practiceDelivery>;

export const routes = {
  ...filesRoutes,
  ...retentionRoutes,
  /** What the window needs to draw itself. */
  "app.info": {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      platform: z.enum(["win32", "darwin", "linux"]),
      /** `memory`: there is no keychain, so nothing may be written to disk and all is gone when the app quits. */
      recordsKept: z.enum(["disk", "memory"]),
      /** Null while the store works; else what is wrong with it, where its files are, and what can be done. */
      storeProblem: storeProblem.nullable(),
      recordsNotice,
    }),
  },
  /** Puts text on the clipboard; it is cleared again after a minute if it is still there. */
  "app.copy": { input: z.strictObject({ text: z.string().max(100_000) }), output: nothing },
  /** Prints the window's page (the slip's print style shows only the slip). */
  "app.print": { input: nothing, output: nothing },
  /** The window has written its last keystrokes; it may close. */
  "app.flushed": {
    input: z.strictObject({ request: z.int(), unsaved: saying.nullable() }),
    output: nothing,
  },

  /** A person has read what is missing from the records: it is not said again. */
  "app.noticeRead": { input: nothing, output: nothing },
  /**
   * Puts records that cannot be opened aside, under new names beside the old, and starts anew without them;
   * records that are missing are no longer looked for. Only while `app.info` tells of a `storeProblem` with
   * `maySetAside`.
   */
  "app.setRecordsAside": { input: nothing, output: z.strictObject({ files: z.array(z.string()) }) },

  "session.get": { input: nothing, output: z.strictObject({ session, connection }) },
  "session.inspectToken": { input: z.strictObject({ token: z.string().max(16_384) }), output: tokenFacts },
  /** Makes a real call with the token and keeps both only when the service accepted it. */
  "session.connect": {
    input: z.strictObject({
      serviceAddress: z.string().max(2_000),
      token: z.string().max(16_384),
      /** The answer to `account-question`: the token names nobody; is it the account used here before? */
      sameAccount: z.boolean().nullable(),
    }),
    output: session,
  },
  "session.practise": { input: nothing, output: session },
  /** Forgets the token. Records and unsent items are kept for the account. */
  "session.signOut": { input: nothing, output: session },
  /** Asks the service now, instead of waiting for the next probe. */
  "connection.check": { input: nothing, output: connection },

  "settings.get": { input: nothing, output: settings },
  /** The parts to change; the others stay as they are kept. Answers the whole. */
  "settings.save": { input: settingsChange, output: settings },

  /** Who is at the desk, by name; null when nobody has said. Each account has its own. */
  "staff.get": { input: nothing, output: z.strictObject({ name: staffName.nullable() }) },
  /** What is begun from now on is begun by them. */
  "staff.choose": {
    input: z.strictObject({ name: staffName.nullable() }),
    output: z.strictObject({ name: staffName.nullable() }),
  },

  /** Starts a draft. Saved when this answers. */
  "items.create": { input: formOf, output: item },
  /** Keeps what was typed. Refused (`busy`) once the item is being sent or was attempted. */
  "items.saveForm": {
    input: z.strictObject({ id: recordId, content: formOf }),
    output: z.strictObject({ savedAt: z.string() }),
  },
  "items.get": { input: z.strictObject({ id: recordId }), output: item },
  /** Newest change first. */
  "items.list": {
    input: z.strictObject({
      kinds: z.array(z.enum(["patient", "booking", "webhook"])).max(3),
      statuses: z.array(z.enum(itemStatuses)).max(itemStatuses.length),
      ...page,
    }),
    /**
     * `damaged`: how many of this page cannot be read any more; `newer`: how many a newer Front Desk saved. They are
     * kept, counted and not sent.
     */
    output: z.strictObject({
      items: z.array(listedItem),
      total: z.int(),
      damaged: z.int(),
      newer: z.int(),
    }),
  },
  "items.counts": { input: nothing, output: itemCounts },
  "items.hold": { input: z.strictObject({ id: recordId }), output: item },
  /** Somebody called for a card and nobody answered: noted with the time. It stays on the list of calls. */
  "items.noAnswer": { input: z.strictObject({ id: recordId }), output: item },
  /**
   * Sends the item, once however often it is called. Answers when its first attempt has settled (see its
   * status) or, `wait: false`, when it is saved and will be sent. Fails with `invalid-input` by field.
   */
  "items.submit": { input: z.strictObject({ id: recordId, wait: z.boolean() }), output: item },
  /** An item that was attempted cannot change: makes a draft linked to it and answers that; else the item. */
  "items.edit": { input: z.strictObject({ id: recordId }), output: item },
  "items.discard": { input: z.strictObject({ id: recordId }), output: item },
  /**
   * A person asked the service. needs-checking: it has it (`booked`, bookings only) or has not (`again`).
   * `not-booked`: a booking that stands as done was not made after all; it then needs checking.
   */
  "items.decide": {
    input: z.strictObject({ id: recordId, decision: z.enum(["booked", "again", "not-booked"]) }),
    output: item,
  },
  /** Stops sending; what is under way ends, the rest stays ready. */
  "outbox.pause": {
    input: z.strictObject({ paused: z.boolean() }),
    output: z.strictObject({ paused: z.boolean() }),
  },

  /** Known patients on this computer, best match first; empty text: the newest. `total`: null when not counted. */
  "patients.search": {
    input: z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(20) }),
    output: z.strictObject({ patients: z.array(patientRecord), total: z.int().nullable() }),
  },
  /** The known patient who has this number of the service; null when nobody here has. */
  "patients.byNumber": {
    input: z.strictObject({ patientId: z.int() }),
    output: z.strictObject({ patient: patientRecord.nullable() }),
  },
  "patients.get": { input: z.strictObject({ id: recordId }), output: patientRecord },
  /** Known patients who may be the same person: same name and date of birth, or phone, or email. */
  "patients.similar": {
    input: z.strictObject({
      firstName: z.string().max(2_000),
      lastName: z.string().max(2_000),
      /** `YYYY-MM-DD`, or null while it is not readable. */
      dob: z.string().max(10).nullable(),
      phone: z.string().max(2_000),
      email: z.string().max(2_000),
    }),
    output: z.strictObject({ patients: z.array(patientRecord) }),
  },
  /** The answer to a 409: the existing patient is this one. The patient item is done with that number. */
  "patients.useExisting": {
    input: z.strictObject({ itemId: recordId, patientId: z.int() }),
    output: patientRecord,
  },

  /**
   * A page of the bookings of this computer by the day of the visit in the clinic's zone, with those that are still in
   * the outbox. Of whole days, unless one day alone is longer. Past ones and recent ones have the last first.
   */
  "bookings.list": {
    input: z.strictObject({
      view: z.enum(bookingViews),
      text: z.string().max(200),
      filter: bookingFilter,
      /** `next` of the page before; null: the first page. */
      after: bookingPlace.nullable(),
      limit: z.int().min(1).max(200),
    }),
    output: z.strictObject({
      rows: z.array(bookingLine),
      /** The days of the rows; none for recent ones. */
      days: z.array(bookingDay),
      /** Null: there are no more. */
      next: bookingPlace.nullable(),
      /** How many of this page cannot be read any more, or were saved by a newer Front Desk. */
      unread: z.int(),
    }),
  },
  /** All bookings of some days in the clinic's zone, in the order of their times. */
  "bookings.days": {
    input: z.strictObject({ from: z.iso.date(), days: z.int().min(1).max(7) }),
    output: z.strictObject({ rows: z.array(bookingLine), unread: z.int() }),
  },
  /** Visits of a known patient, those still in the outbox too, the latest visit first. */
  "bookings.ofPatient": {
    input: z.strictObject({ patient: recordId, limit: z.int().min(1).max(200) }),
    output: z.strictObject({ rows: z.array(bookingLine), unread: z.int() }),
  },
  /** Bookings of one day on the clock of a zone, booked or still in the outbox, earliest first. */
  "bookings.ofDay": {
    input: z.strictObject({
      date: z.iso.date(),
      timeZone: z.string().max(100),
      exceptItem: recordId.nullable(),
    }),
    output: z.strictObject({
      bookings: z.array(
        z.strictObject({
          item: listedBooking,
          /** RFC 3339 in UTC. */
          instant: z.string(),
        }),
      ),
    }),
  },

  "webhooks.list": { input: nothing, output: webhookListing },

  /** The ways in which a card can come to this booking, in the order in which they are offered. */
  "cards.ways": {
    input: z.strictObject({ itemId: recordId }),
    output: z.strictObject({
      /** The card window can be opened: publishable key and setup intent URL are set. */
      provider: z.boolean(),
      practice: z.boolean(),
      /** Cards collected for this patient before, each once: described ones first, then last used first. */
      earlier: z.array(z.strictObject({ card, expired: z.boolean(), usedAt: z.string() })),
    }),
  },
  /**
   * Opens the card window, one at a time. Answers `collected` once the card is durable, on its own and in the
   * booking. `save-for-later`: the person chose to go on without a card.
   */
  "cards.collect": {
    input: z.strictObject({ itemId: recordId }),
    output: z.discriminatedUnion("outcome", [
      z.strictObject({ outcome: z.literal("collected"), card }),
      z.strictObject({ outcome: z.literal("cancelled"), reason: z.enum(["closed", "save-for-later"]) }),
    ]),
  },
  /** Puts a card of `cards.ways` into the booking; an expired one is refused. */
  "cards.useEarlier": {
    input: z.strictObject({ itemId: recordId, cardId: z.string().max(300) }),
    output: card,
  },
  /** Asks the setup intent URL for a setup intent, as collecting a card would, and says what is wrong. */
  "cards.testSource": {
    input: z.strictObject({ publishableKey: z.string().max(300), setupIntentUrl: z.string().max(2_000) }),
    output: z.strictObject({ message: saying }),
  },
  /** Practice mode: a card of the practice provider, as its card form would give it. */
  "cards.practise": {
    input: z.strictObject({ itemId: recordId, card: z.enum(["visa", "mastercard", "declined"]) }),
    output: card,
  },
  "practice.deliveries": {
    input: nothing,
    output: z.strictObject({
      deliveries: z.array(practiceDelivery),
      /** An address of the practice service that takes deliveries. */
      inboxUrl: z.string().nullable(),
    }),
  },
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** What a caller passes. */
export type RouteInput<N extends RouteName> = z.input<Routes[N]["input"]>;
/** What a handler gets. */
export type RouteParsedInput<N extends RouteName> = z.output<Routes[N]["input"]>;
export type RouteOutput<N extends RouteName> = z.output<Routes[N]["output"]>;

/** The one IPC channel on which routes are invoked, with `(name, input)`. */
export const invokeChannel = "desk:invoke";
/** Every invoke resolves to this envelope; a rejected invoke would lose the failure's fields. */
export type Envelope<N extends RouteName> = Result<RouteOutput<N>>;

export const isRouteName = (name: unknown): name is RouteName =>
  typeof name === "string" && Object.hasOwn(routes, name);
