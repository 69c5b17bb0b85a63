import { z } from "zod";
import { changesSetup, defineRoute, exampleId } from "../core/define-route.ts";
import { patientRecord } from "./patient.ts";
import { recordId } from "../core/record-id.ts";

/** Patients who may leave this computer. The service keeps its own. */
export const retentionRoutes = {
  /**
   * Patients who were not seen for the months of the settings and have nothing unfinished, those not seen the longest
   * first. With no months in the settings there are none.
   */
  "retention.list": defineRoute({
    input: z.strictObject({ limit: z.int().min(1).max(200) }),
    output: z.strictObject({
      patients: z.array(
        z.strictObject({
          patient: patientRecord,
          /** RFC 3339 instant of the last visit, booking or change. */
          lastSeen: z.string(),
        }),
      ),
      total: z.int(),
      /** `YYYY-MM-DD` in the clinic's zone: seen before it, they are offered. Null: none are. */
      before: z.iso.date().nullable(),
    }),
    session: "required",
    // Everybody at the desk sees these patients elsewhere.
    access: "everyone",
    sends: false,
    audit: "none",
    example: { limit: 20 },
  }),
  /**
   * Deletes all that this computer has of these patients. `isChosen`: a person named this patient, however lately
   * seen; else whoever was seen since they were offered is kept. Who has something unfinished is always kept.
   */
  "retention.erase": defineRoute({
    input: z.strictObject({ ids: z.array(recordId).min(1).max(200), isChosen: z.boolean() }),
    output: z.strictObject({ erased: z.int(), kept: z.int() }),
    session: "required",
    access: changesSetup,
    sends: false,
    audit: "written",
    example: { ids: [exampleId], isChosen: false },
  }),
} as const;
