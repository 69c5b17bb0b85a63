import { z } from "zod";
import { changesSetup, defineRoute } from "../core/define-route.ts";

/** Lists of this computer as files. */
export const exportRoutes = {
  /** Writes all patients or bookings of this computer into a file; `name` is null when none was chosen. */
  "export.save": defineRoute({
    input: z.strictObject({ what: z.enum(["patients", "bookings"]) }),
    output: z.strictObject({ name: z.string().nullable(), rows: z.int() }),
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "read",
    example: { what: "patients" },
  }),
} as const;
