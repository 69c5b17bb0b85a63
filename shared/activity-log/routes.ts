import { z } from "zod";
import { changesComputer, defineRoute, looksAtComputer } from "../core/define-route.ts";
import { anyEntry, auditFilter, auditLine, auditState } from "./audit.ts";
import { placeOfRows, stretchOfRows } from "../core/place.ts";
import { nothing } from "../core/nothing.ts";

/** A row of the log is known by its number. */
const anchor = z.strictObject({
  id: z.string().regex(/^\d{1,15}$/),
  was: z.int().min(0).max(10_000_000),
});

/** The activity log. */
export const auditRoutes = {
  /** A part of the log of this computer, the last entry first. */
  "audit.list": defineRoute({
    input: stretchOfRows.extend({ anchor: anchor.nullable(), filter: auditFilter }),
    output: z.strictObject({ ...placeOfRows, rows: z.array(auditLine), total: z.int() }),
    session: "none",
    access: looksAtComputer,
    sends: false,
    audit: "none",
    example: { from: 0, limit: 50, anchor: { id: "7", was: 3 }, filter: anyEntry },
  }),
  "audit.state": defineRoute({
    input: nothing,
    output: auditState,
    session: "none",
    // The notice on every screen needs it, and it has nothing of a record.
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Everybody whom an entry names. */
  "audit.people": defineRoute({
    input: nothing,
    output: z.strictObject({ people: z.array(z.string()) }),
    session: "none",
    access: looksAtComputer,
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Begins a check of all entries; `audit.state` events tell how far it is. */
  "audit.check": defineRoute({
    input: nothing,
    output: auditState,
    session: "none",
    access: changesComputer,
    sends: false,
    audit: "written",
    example: {},
  }),
  /** A person has read that the log was altered: it is not said on other screens again. */
  "audit.warningRead": defineRoute({
    input: nothing,
    output: nothing,
    session: "none",
    // Whoever the log warns of must not be the one who puts the warning away.
    access: changesComputer,
    sends: false,
    audit: "written",
    example: {},
  }),
  /**
   * Writes the log to a file that a person chooses: `csv` the entries that fit the filter, `lines` all of them with their
   * hashes. `name` is null when none was chosen.
   */
  "audit.export": defineRoute({
    input: z.strictObject({ format: z.enum(["csv", "lines"]), filter: auditFilter }),
    output: z.strictObject({ name: z.string().nullable(), entries: z.int() }),
    session: "none",
    access: changesComputer,
    sends: false,
    audit: "written",
    example: { format: "csv", filter: anyEntry },
  }),
} as const;
