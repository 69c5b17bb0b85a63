import type { Item } from "../../contract/records/item.ts";
import type { PatientRecord } from "../../contract/records/patient.ts";
import { kindOf } from "../kinds/kinds.ts";
import type { Store } from "../store/types.ts";

/** The patient known on this computer whom the item is for; null for one who is known by number alone. */
export function knownPatientOf(item: Item, store: Store): PatientRecord | null {
  const patient = kindOf(item).patient(item);
  return patient?.kind === "known"
    ? store.read(({ patients }) => patients.find(item.accountId, patient.id))
    : null;
}
