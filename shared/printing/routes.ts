import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { paperNames, rollLength } from "./paper.ts";

/** A sheet of paper; `length` in millimetres, of a roll alone. */
export const sheet = z.strictObject({
  paper: z.enum(paperNames),
  length: z.number().min(rollLength.least).max(rollLength.most).nullable(),
});

/** The day of the visit, `YYYY-MM-DD`: the file's name has it, and no patient's. */
const date = z.iso.date();
/** What it was called; null when no file was chosen. */
const saved = z.strictObject({ name: z.string().nullable() });

/** The slip as a file that a person chooses in the system's own dialog. The window learns no path. */
export const slipRoutes = {
  /** The slip that is on the window's page, as it is printed. */
  "slip.savePdf": defineRoute({
    input: z.strictObject({ sheet, date }),
    output: saved,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { sheet: { paper: "roll-80", length: 120 }, date: "2026-12-01" },
  }),
  /** The text of a calendar file (RFC 5545). */
  "slip.saveCalendar": defineRoute({
    input: z.strictObject({ text: z.string().max(500_000), date }),
    output: saved,
    session: "none",
    access: "everyone",
    sends: false,
    audit: "read",
    example: { text: "BEGIN:VCALENDAR", date: "2026-12-01" },
  }),
} as const;
