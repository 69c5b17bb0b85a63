import { z } from "zod";
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
  "slip.savePdf": { input: z.strictObject({ sheet, date }), output: saved },
  /** The text of a calendar file (RFC 5545). */
  "slip.saveCalendar": { input: z.strictObject({ text: z.string().max(500_000), date }), output: saved },
} as const;
