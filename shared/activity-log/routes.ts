import { z } from "zod";
import { auditFilter, auditLine, auditState } from "./audit.ts";
import { placeOfRows, stretchOfRows } from "../core/place.ts";
import { nothing } from "../core/nothing.ts";

/** A row of the log is known by its number. */
const anchor = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  was: z.int().min(0).max(10_000_000),
});

/** What is saved as a file that tells of the desk and of nobody's patients. */
export const diagnosticsFile = z.strictObject({ name: z.string(), text: z.string() });

/** The activity log, and what a person may hand to whoever helps them. */
export const auditRoutes = {
  /** A part of the log of this computer, the last entry first. */
  "audit.list": {
    input: stretchOfRows.extend({ anchor: anchor.nullable(), filter: auditFilter }),
    output: z.strictObject({ ...placeOfRows, rows: z.array(auditLine), total: z.int() }),
  },
  "audit.state": { input: nothing, output: auditState },
  /** Everybody whom an entry names. */
  "audit.people": { input: nothing, output: z.strictObject({ people: z.array(z.string()) }) },
  /** Begins a check of all entries; `audit.state` events tell how far it is. */
  "audit.check": { input: nothing, output: auditState },
  /** A person has read that the log was altered: it is not said on other screens again. */
  "audit.warningRead": { input: nothing, output: nothing },
  /**
   * Writes the log to a file that a person chooses: `csv` the entries that fit the filter, `lines` all of them with their
   * hashes. `name` is null when none was chosen.
   */
  "audit.export": {
    input: z.strictObject({ format: z.enum(["csv", "lines"]), filter: auditFilter }),
    output: z.strictObject({ name: z.string().nullable(), entries: z.int() }),
  },
  /** What would be saved: all of it. */
  "diagnostics.show": { input: nothing, output: z.strictObject({ files: z.array(diagnosticsFile) }) },
  /** Saves what was shown last, and nothing else, as a ZIP file. */
  "diagnostics.save": { input: nothing, output: z.strictObject({ name: z.string().nullable() }) },
} as const;
