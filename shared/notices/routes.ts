import { z } from "zod";
import { changesSetup, defineRoute, exampleId, looksAtSetup } from "../core/define-route.ts";
import { noticeDetail, noticeGap, noticeLine, noticeOfBooking, noticesState } from "./notices.ts";
import { recordId } from "../core/record-id.ts";
import { nothing } from "../core/nothing.ts";

const number = z.int().min(1);

/**
 * Notices that the service leaves with the hub. Nothing of them ever sends, books or charges. `notices.changed` tells that
 * there is more. What is set up is an admin's.
 */
export const noticesRoutes = {
  "notices.get": defineRoute({
    input: nothing,
    output: noticesState,
    session: "none",
    access: looksAtSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /**
   * Has the hub make an address for each event that has none, and registers those that were never registered: each is an item
   * of the outbox, as any registration. Asked again, it goes on where it was.
   */
  "notices.register": defineRoute({
    input: nothing,
    output: noticesState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: {},
  }),
  /** Leaves a test at an address, as the service would, and waits for it to come back. */
  "notices.test": defineRoute({
    input: z.strictObject({ address: recordId }),
    output: z.strictObject({
      /** The HTTP status of the hub; null: it was not reached from this computer. */
      status: z.int().nullable(),
      /** It came back through the hub, to this desk. */
      arrived: z.boolean(),
      milliseconds: z.int(),
    }),
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: { address: exampleId },
  }),
  /** The address still answers, and what comes is only counted. It cannot be undone, nor can the service be told. */
  "notices.retire": defineRoute({
    input: z.strictObject({ address: recordId }),
    output: noticesState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { address: exampleId },
  }),
  /** The newest first, from the one before a number. */
  "notices.list": defineRoute({
    input: z.strictObject({
      before: number.nullable(),
      only: z.enum(["all", "unmatched", "unread"]),
      limit: z.int().min(1).max(100),
    }),
    output: z.strictObject({ notices: z.array(noticeLine), hasMore: z.boolean() }),
    session: "required",
    access: looksAtSetup,
    sends: false,
    audit: "none",
    example: { before: null, only: "all", limit: 20 },
  }),
  "notices.show": defineRoute({
    input: z.strictObject({ number }),
    output: noticeDetail,
    session: "none",
    access: looksAtSetup,
    sends: false,
    audit: "none",
    example: { number: 1 },
  }),
  /**
   * The booking's number stands there: in notices of this one's kind or, `everywhere`, of all kinds. All that are kept are read
   * again. Fails with `invalid-input` where that notice has no number there.
   */
  "notices.point": defineRoute({
    input: z.strictObject({ number, pointer: z.string().max(500), everywhere: z.boolean() }),
    output: noticesState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { number: 1, pointer: "/data/appointmentId", everywhere: true },
  }),
  /** Reads all that are kept once more. */
  "notices.readAgain": defineRoute({
    input: nothing,
    output: noticesState,
    session: "none",
    access: changesSetup,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** All that came of a booking, oldest first, and whether one may have been lost. */
  "notices.ofBooking": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({
      notices: z.array(noticeOfBooking),
      missedIn: noticeGap.nullable(),
      /**
       * Of a booking that needs checking: what came since it was first tried, of numbers that no booking here has. It may be of
       * this one, or of one that was made elsewhere.
       */
      unmatched: z.array(noticeLine),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
  /** Somebody looked at a booking that was denied. */
  "notices.seen": defineRoute({
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({ denied: z.int() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { id: exampleId },
  }),
  /** How many bookings were denied by a notice that nobody has looked at. */
  "notices.denied": defineRoute({
    input: nothing,
    output: z.strictObject({ denied: z.int() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
} as const;
