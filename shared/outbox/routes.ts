import { z } from "zod";
import { asItem, changesSetup, defineRoute, exampleId } from "../core/define-route.ts";
import { shownClaim } from "../clinic/clinic.ts";
import { bookingForm, createEmptyBookingForm } from "../bookings/booking-form.ts";
import { emptyPatientForm, patientForm } from "../patients/patient-form.ts";
import { recordId } from "../core/record-id.ts";
import { webhookForm } from "../webhooks/webhook-form.ts";
import { bookingItem, item, itemCounts, itemStatuses, listedBooking, listedItem } from "./item.ts";
import { moment } from "./moment.ts";
import { placeOfRows, allowUnreadableRow, stretchOfRows } from "../core/place.ts";
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
  "items.create": defineRoute({
    input: formOf,
    output: item,
    session: "required",
    access: ({ kind }) => (kind === "webhook" ? changesSetup : "everyone"),
    sends: false,
    audit: "written",
    example: {
      kind: "booking",
      form: {
        ...createEmptyBookingForm("America/New_York"),
        patient: { kind: "number", text: "77" },
        sameAddress: false,
        address: "1 Main St",
        city: "Springfield",
        state: "IL",
        zip: "62701",
        service: "101",
        date: "2026-04-01",
        time: "2pm",
        billingType: "Monthly Invoice",
      },
    },
  }),
  /** Keeps what was typed. Refused (`busy`) once the item is being sent or was attempted. */
  "items.saveForm": defineRoute({
    input: z.strictObject({ id: recordId, content: formOf }),
    output: z.strictObject({ savedAt: z.string() }),
    session: "required",
    access: ({ content }) => (content.kind === "webhook" ? changesSetup : "everyone"),
    sends: false,
    audit: "written",
    example: {
      id: exampleId,
      content: {
        kind: "patient",
        form: {
          ...emptyPatientForm,
          firstName: "Ann",
          lastName: "Sample",
          dob: "3/5/84",
          address: "1 Main St",
          city: "Springfield",
          state: "IL",
          zip: "62701",
          email: "ann@example.com",
          gender: "Female",
        },
      },
    },
  }),
  "items.get": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { id: exampleId },
  }),
  /** Newest change first. */
  "items.list": defineRoute({
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
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { kinds: ["booking"], statuses: ["draft", "ready"], limit: 50, offset: 0 },
  }),
  /**
   * A part of the outbox: status by status in the order given; in each those first saved last come first, and those to call
   * for a card in the order of the calls.
   */
  "items.part": defineRoute({
    input: stretchOfRows.extend({ statuses: z.array(z.enum(itemStatuses)).min(1).max(itemStatuses.length) }),
    output: z.strictObject({
      ...placeOfRows,
      rows: z.array(allowUnreadableRow(listedItem)),
      /** How many there are of each status, in the order of the question. */
      counts: z.array(z.int()),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { statuses: ["needs-editing"], from: 0, limit: 50, anchor: { id: exampleId, was: 7 } },
  }),
  "items.counts": defineRoute({
    input: nothing,
    output: itemCounts,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  "items.hold": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /** Somebody called for a card and nobody answered: noted with the time. It stays on the list of calls. */
  "items.noAnswer": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /**
   * Sends the item, once however often it is called; a booking that was not tried yet after the moment to undo. Answers
   * when that was undone or its first attempt has settled (see its status) or, `wait: false`, when it is saved and will be sent. Fails with `invalid-input` by field.
   */
  "items.submit": defineRoute({
    input: z.strictObject({ id: recordId, wait: z.boolean() }),
    output: item,
    session: "required",
    access: asItem,
    sends: true,
    audit: "written",
    example: { id: exampleId, wait: true },
  }),
  /**
   * "Undo" of a booking that is about to be sent. `isTakenBack`: it is as it was before it was sent off, and nothing of it
   * left this computer; else its moment is over, and `item` says what became of it.
   */
  "items.takeBack": defineRoute({
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
    session: "required",
    access: "everyone",
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /** The bookings that are about to be sent; `moments.changed` tells the same. */
  "items.moments": defineRoute({
    input: nothing,
    output: z.strictObject({ moments: z.array(moment) }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** An item that was attempted cannot change: makes a draft linked to it and answers that; else the item. */
  "items.edit": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /** Begins a booking with the details of one that is booked and turned out wrong: a draft, or the one begun before. */
  "items.correct": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /**
   * Makes the bookings of a form that is repeated, all or none, each an ordinary one that is sent by itself. Answers the
   * first, which is the draft; called again, the same. Fails with `invalid-input` by field; then nothing is made.
   */
  "items.bookSeries": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: bookingItem,
    session: "required",
    access: "everyone",
    sends: true,
    audit: "written",
    example: { id: exampleId },
  }),
  /** All visits that were made with this one by one rule, by their days; those that can be read. None for one by itself. */
  "items.series": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({ items: z.array(listedBooking) }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
  /**
   * `read`: what the question said of it. One that is something else by now is left as it is (`busy`). Left out where
   * nobody was asked.
   */
  "items.discard": defineRoute({
    input: z.strictObject({
      id: recordId,
      read: z.strictObject({ status: z.enum(itemStatuses), mayBeMade: z.boolean() }).optional(),
    }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId },
  }),
  /**
   * A person asked the service. needs-checking: it has it (`booked`, bookings only) or has not (`again`).
   * `not-booked`: a booking that stands as done was not made after all; it then needs checking.
   */
  "items.decide": defineRoute({
    input: z.strictObject({
      id: recordId,
      decision: z.enum(["booked", "again", "not-booked"]),
      /** Of an item that several desks share: what the person was shown. */
      shown: shownClaim.optional(),
    }),
    output: item,
    session: "required",
    access: asItem,
    sends: true,
    audit: "written",
    example: { id: exampleId, decision: "again" },
  }),
  /** Several desks booked it: the service has canceled the booking of this number, a person says. */
  "items.sayCanceled": defineRoute({
    input: z.strictObject({ id: recordId, number: z.int() }),
    output: item,
    session: "required",
    access: asItem,
    sends: false,
    audit: "written",
    example: { id: exampleId, number: 31 },
  }),
  /** Stops sending; what is under way ends, the rest stays ready. */
  "outbox.pause": defineRoute({
    input: z.strictObject({ paused: z.boolean() }),
    output: z.strictObject({ paused: z.boolean() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { paused: true },
  }),
} as const;
