import { z } from "zod";
import { defineRoute, exampleId } from "../core/define-route.ts";
import { mostVisits } from "./series-form.ts";
import { anyBooking, bookingDay, bookingFilter, bookingLine, bookingViews } from "./booking-line.ts";
import { recordId } from "../core/record-id.ts";
import { placeOfRows, allowUnreadableRow, stretchOfRows } from "../core/place.ts";
import { timeZone } from "../time/time-zone.ts";

/** Bookings of this computer, by the visit. */
export const bookingsRoutes = {
  /**
   * A part of the bookings of this computer by the day of the visit in the clinic's zone, with those that are still in
   * the outbox. Past ones and recent ones have the last first.
   */
  "bookings.list": defineRoute({
    input: stretchOfRows.extend({
      view: z.enum(bookingViews),
      text: z.string().max(200),
      filter: bookingFilter,
    }),
    output: z.strictObject({
      ...placeOfRows,
      rows: z.array(allowUnreadableRow(bookingLine)),
      /** The days of the rows, and the place at which each begins; none for recent ones. */
      days: z.array(bookingDay.extend({ from: z.int() })),
      /** How many there are, or, with `hasMore`, as far as was looked. */
      total: z.int(),
      hasMore: z.boolean(),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { view: "recent", text: "", filter: anyBooking, from: 0, limit: 50, anchor: null },
  }),
  /** All bookings of some days on the clock of a zone, booked or still in the outbox, in the order of their times. */
  "bookings.days": defineRoute({
    input: z.strictObject({
      from: z.iso.date(),
      days: z.int().min(1).max(7),
      timeZone,
    }),
    output: z.strictObject({
      rows: z.array(bookingLine),
      unread: z.int(),
      /** How many more there are: those begin after the rows. */
      more: z.int(),
    }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { from: "2026-12-01", days: 1, timeZone: "America/New_York" },
  }),
  /** The same for days that are far apart, such as those of a series. */
  "bookings.onDates": defineRoute({
    input: z.strictObject({
      dates: z.array(z.iso.date()).min(1).max(mostVisits),
      timeZone,
    }),
    output: z.strictObject({ rows: z.array(bookingLine), unread: z.int() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { dates: ["2026-12-01", "2026-12-15"], timeZone: "America/New_York" },
  }),
  /** How many bookings each of some days has on the clock of a zone; those days alone that have any. */
  "bookings.counts": defineRoute({
    input: z.strictObject({
      from: z.iso.date(),
      days: z.int().min(1).max(42),
      timeZone,
    }),
    output: z.strictObject({ days: z.array(z.strictObject({ date: z.string(), total: z.int() })) }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { from: "2026-12-01", days: 42, timeZone: "America/New_York" },
  }),
  /** Visits of a known patient, those still in the outbox too, the latest visit first. */
  "bookings.ofPatient": defineRoute({
    input: z.strictObject({ patient: recordId, limit: z.int().min(1).max(200) }),
    output: z.strictObject({ rows: z.array(bookingLine), unread: z.int() }),
    session: "required",
    access: "everyone",
    sends: false,
    audit: "none",
    example: { patient: exampleId, limit: 10 },
  }),
} as const;
