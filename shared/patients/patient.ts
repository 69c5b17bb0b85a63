import { z } from "zod";
import { patientInput } from "../service-api/patient.ts";
import { accountId } from "../session/account.ts";
import { recordId } from "../core/record-id.ts";
import type { Upgrade } from "../core/stored.ts";

/** What a line of a list says of a patient. */
export const patientInLine = patientInput.pick({ firstName: true, lastName: true, phone: true });
export type PatientInLine = z.infer<typeof patientInLine>;

/** A patient known on this computer: created or used here. `patientId` is null until the service gave it. */
export const patientRecord = z.strictObject({
  id: recordId,
  accountId,
  patientId: z.int().nullable(),
  /** The outbox item that creates the patient, while it is not created yet. */
  itemId: recordId.nullable(),
  /** The other desks of the clinic that are creating it, and have not got a number yet. Left out where there is none. */
  madeElsewhere: z.array(recordId).min(1).optional(),
  input: patientInput,
  createdAt: z.string(),
});
export type PatientRecord = z.infer<typeof patientRecord>;

export const patientUpgrades: readonly Upgrade[] = [];
