import { z } from "zod";
import { card, recordId } from "../records/forms.ts";
import { patientRecord } from "../records/patient.ts";

/** Patients who are known on this computer. */
export const patientsRoutes = {
  /**
   * Known patients on this computer, best match first; empty text: those with whom something was done last. `near`: who
   * may be meant as well, for a slip in what was typed. `total`: how many match, null when not counted.
   */
  "patients.search": {
    input: z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(20) }),
    output: z.strictObject({
      patients: z.array(patientRecord),
      near: z.array(patientRecord),
      total: z.int().nullable(),
    }),
  },
  /** The known patient who has this number of the service; null when nobody here has. */
  "patients.byNumber": {
    input: z.strictObject({ patientId: z.int() }),
    output: z.strictObject({ patient: patientRecord.nullable() }),
  },
  "patients.get": { input: z.strictObject({ id: recordId }), output: patientRecord },
  /** Cards collected for this patient on this computer, each once, the last used first. */
  "patients.cards": {
    input: z.strictObject({ id: recordId }),
    output: z.strictObject({ cards: z.array(z.strictObject({ card, expired: z.boolean() })) }),
  },
  /** Known patients who were booked for or added last, each once, the last first. */
  "patients.recent": {
    input: z.strictObject({ limit: z.int().min(1).max(20) }),
    output: z.strictObject({
      patients: z.array(
        z.strictObject({
          patient: patientRecord,
          /** RFC 3339 instant of the booking, or at which the patient was first known here. */
          at: z.string(),
          how: z.enum(["booked", "added"]),
        }),
      ),
    }),
  },
  /** Known patients who may be the same person: same name and date of birth, or phone, or email. */
  "patients.similar": {
    input: z.strictObject({
      firstName: z.string().max(2_000),
      lastName: z.string().max(2_000),
      /** `YYYY-MM-DD`, or null while it is not readable. */
      dob: z.string().max(10).nullable(),
      phone: z.string().max(2_000),
      email: z.string().max(2_000),
    }),
    output: z.strictObject({ patients: z.array(patientRecord) }),
  },
  /** The answer to a 409: the existing patient is this one. The patient item is done with that number. */
  "patients.useExisting": {
    input: z.strictObject({ itemId: recordId, patientId: z.int() }),
    output: patientRecord,
  },
} as const;
