import type { Item } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { getKind } from "./kinds/kinds.ts";
import type { Store } from "../../db/types.ts";

/** The patient known on this computer whom the item is for; null for one who is known by number alone. */
export function findKnownPatient(item: Item, store: Store): PatientRecord | null {
  const patient = getKind(item).patient(item);
  return patient?.kind === "known"
    ? store.read(({ patients }) => patients.find(item.accountId, patient.id))
    : null;
}
