import type { ListedItem } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { useRoute } from "../../state/use-route.ts";

/** The known patient a booking is for, chosen or typed as a number; null while nobody is known. */
export function usePatientOf(item: ListedItem): PatientRecord | null {
  const patient = item.kind === "booking" ? item.form.patient : null;
  const recordId = patient?.kind === "known" ? patient.id : null;
  const typed = patient?.kind === "number" ? patient.text.trim() : "";
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : null;
  const byRecord = useRoute(
    "patients.get",
    { id: recordId ?? item.id },
    { enabled: recordId !== null, clears: true },
  );
  const byNumber = useRoute(
    "patients.byNumber",
    { patientId: number ?? 0 },
    { enabled: number !== null, clears: true },
  );
  if (recordId !== null) return byRecord.value;
  return number === null ? null : (byNumber.value?.patient ?? null);
}
