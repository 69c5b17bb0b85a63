import { z } from "zod";
import { defineRoute } from "../core/define-route.ts";
import { nothing } from "../core/nothing.ts";

/** What is saved as a file that tells of the desk and of nobody's patients. */
const diagnosticsFile = z.strictObject({ name: z.string(), text: z.string() });

/** What a person may hand to whoever helps them. */
export const diagnosticsRoutes = {
  /** What would be saved: all of it. */
  "diagnostics.show": defineRoute({
    input: nothing,
    output: z.strictObject({ files: z.array(diagnosticsFile) }),
    session: "none",
    // Whoever helps with a broken desk needs it, and it has nothing of a record.
    access: "everyone",
    sends: false,
    audit: "none",
    example: {},
  }),
  /** Saves what was shown last, and nothing else, as a ZIP file. */
  "diagnostics.save": defineRoute({
    input: nothing,
    output: z.strictObject({ name: z.string().nullable() }),
    session: "none",
    access: "everyone",
    sends: false,
    audit: "written",
    example: {},
  }),
} as const;
