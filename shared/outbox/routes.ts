import { z } from "zod";
import { shownClaim } from "../clinic/clinic.ts";
import { bookingForm, patientForm, recordId, webhookForm } from "./forms.ts";
import { bookingItem, item, itemCounts, itemStatuses, listedBooking, listedItem } from "./item.ts";
import { moment } from "./moment.ts";
import { placeOfRows, rowOr, stretchOfRows } from "../core/place.ts";
import { nothing } from "../core/nothing.ts";

export const formOf = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("patient"), form: patientForm }),
  z.strictObject({ kind: z.literal("booking"), form: bookingForm }),
  z.strictObject({ kind: z.literal("webhook"), form: webhookForm }),
]);
export type FormOf = z.infer<typeof formOf>;

/** Items, from the first letter typed to the answer of the service. */
export const itemsRoutes = {
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
      limit: z.int().min(1).max(200),
      offset: z.int().min(0).max(10_000_000),
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
  /**
   * A part of the outbox: status by status in the order given; in each those first saved last come first, and those to call
   * for a card in the order of the calls.
   */
  "items.part": {
    input: stretchOfRows.extend({ statuses: z.array(z.enum(itemStatuses)).min(1).max(itemStatuses.length) }),
    output: z.strictObject({
      ...placeOfRows,
      rows: z.array(rowOr(listedItem)),
      /** How many there are of each status, in the order of the question. */
      counts: z.array(z.int()),
    }),
  },
  "items.counts": { input: nothing, output: itemCounts },
  "items.hold": { input: z.strictObject({ id: recordId }), output: item },
  /** Somebody called for a card and nobody answered: noted with the time. It stays on the list of calls. */
  "items.noAnswer": { input: z.strictObject({ id: recordId }), output: item },
  /**
   * Sends the item, once however often it is called; a booking that was not tried yet after the moment to undo. Answers
   * when that was undone or its first attempt has settled (see its status) or, `wait: false`, when it is saved and will be sent. Fails with `invalid-input` by field.
   */
  "items.submit": { input: z.strictObject({ id: recordId, wait: z.boolean() }), output: item },
  /**
   * "Undo" of a booking that is about to be sent. `isTakenBack`: it is as it was before it was sent off, and nothing of it
   * left this computer; else its moment is over, and `item` says what became of it.
   */
  "items.takeBack": {
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({
      item,
      isTakenBack: z.boolean(),
      /**
       * How its new patient stands, who was asked for apart and goes on: waits to be sent, is being sent, or waits for a
       * person. Null when its patient is not in the outbox.
       */
      newPatient: z.enum(["waits", "sending", "person"]).nullable(),
    }),
  },
  /** The bookings that are about to be sent; `moments.changed` tells the same. */
  "items.moments": { input: nothing, output: z.strictObject({ moments: z.array(moment) }) },
  /** An item that was attempted cannot change: makes a draft linked to it and answers that; else the item. */
  "items.edit": { input: z.strictObject({ id: recordId }), output: item },
  /** Begins a booking with the details of one that is booked and turned out wrong: a draft, or the one begun before. */
  "items.correct": { input: z.strictObject({ id: recordId }), output: item },
  /**
   * Makes the bookings of a form that is repeated, all or none, each an ordinary one that is sent by itself. Answers the
   * first, which is the draft; called again, the same. Fails with `invalid-input` by field; then nothing is made.
   */
  "items.bookSeries": { input: z.strictObject({ id: recordId }), output: bookingItem },
  /** All visits that were made with this one by one rule, by their days; those that can be read. None for one by itself. */
  "items.series": {
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({ items: z.array(listedBooking) }),
  },
  /**
   * `read`: what the question said of it. One that is something else by now is left as it is (`busy`). Left out where
   * nobody was asked.
   */
  "items.discard": {
    input: z.strictObject({
      id: recordId,
      read: z.strictObject({ status: z.enum(itemStatuses), mayBeMade: z.boolean() }).optional(),
    }),
    output: item,
  },
  /**
   * A person asked the service. needs-checking: it has it (`booked`, bookings only) or has not (`again`).
   * `not-booked`: a booking that stands as done was not made after all; it then needs checking.
   */
  "items.decide": {
    input: z.strictObject({
      id: recordId,
      decision: z.enum(["booked", "again", "not-booked"]),
      /** Of an item that several desks share: what the person was shown. */
      shown: shownClaim.optional(),
    }),
    output: item,
  },
  /** Several desks booked it: the service has canceled the booking of this number, a person says. */
  "items.sayCanceled": { input: z.strictObject({ id: recordId, number: z.int() }), output: item },
  /** Stops sending; what is under way ends, the rest stays ready. */
  "outbox.pause": {
    input: z.strictObject({ paused: z.boolean() }),
    output: z.strictObject({ paused: z.boolean() }),
  },
} as const;
