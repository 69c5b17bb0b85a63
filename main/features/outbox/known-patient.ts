import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { kindOf } from "./kinds/kinds.ts";
import type { Store } from "../../db/types.ts";

/** The patient known on this computer whom the item is for; null for one who is known by number alone. */
export function knownPatientOf(item: Item, store: Store): PatientRecord | null {
  const patient = kindOf(item).patient(item);
  return patient?.kind === "known"
    ? store.read(({ patients }) => patients.find(item.accountId, patient.id))
    : null;
}
