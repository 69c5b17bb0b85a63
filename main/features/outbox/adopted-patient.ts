import { fillForm } from "../../../shared/core/form.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import { isGeneratedExternalId } from "../../../shared/patients/external-id.ts";
import { patientFields } from "../../../shared/patients/patient-form.ts";
import { isPatient } from "./kinds/kinds.ts";
import { withPatientAgain } from "./kinds/patient-record.ts";
import type { RandomIds } from "../../platform/ports.ts";
import type { Store } from "../../db/types.ts";
import { findKnownPatient } from "./known-patient.ts";
import { createItem } from "./new-item.ts";

type Options = { readonly store: Store; readonly random: RandomIds; readonly now: () => string };

/**
 * Another desk began the patient of this booking, and may never make it. This desk makes it too, under the same external ID,
 * by which the service knows a repeat. One that was typed may be a stranger's already: a person is asked then. Where nobody
 * has to be made, nothing happens. Inside of a transaction.
 */
export function adoptPatient(booking: Item, { store, random, now }: Options): void {
  const patient = findKnownPatient(booking, store);
  const { externalId } = patient?.input ?? {};
  if (patient === null || patient.patientId !== null || patient.itemId !== null || externalId === undefined)
    return;
  const form = fillForm(patientFields, patient.input);
  const options = { accountId: booking.accountId, at: now(), by: booking.by, random };
  const item = createItem({ kind: "patient", form }, options);
  if (!isPatient(item)) return;
  const adopted = {
    ...item,
    status: "ready" as const,
    generatedExternalId: isGeneratedExternalId(externalId) ? externalId : item.generatedExternalId,
    patientRecordId: patient.id,
  };
  store.transaction(({ items, patients }) => {
    items.insert(adopted);
    patients.update({ ...patient, itemId: item.id });
    for (const waiting of withPatientAgain(items.bookingsOf(patient.id))) items.restate(waiting);
  });
}
