import type { Failure } from "../../../shared/core/failure.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { useRoute } from "../../lib/use-route.ts";

type PatientReading = {
  /** Null while nobody is known. */
  readonly patient: PatientRecord | null;
  /** Why it is not known whether this computer knows them, and how to read it again. */
  readonly unread: { readonly failure: Failure; readonly reload: () => void } | null;
};

/** The known patient a booking is for, chosen or typed as a number. */
export function usePatientReading(item: ListedItem): PatientReading {
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
  const { state, failure, reload } = recordId !== null ? byRecord : byNumber;
  return {
    patient: recordId !== null ? byRecord.value : (byNumber.value?.patient ?? null),
    unread: state === "failed" && failure.code !== "not-found" ? { failure, reload } : null,
  };
}

/** The same where a name that is not known is left out. */
export const usePatientOf = (item: ListedItem): PatientRecord | null => usePatientReading(item).patient;
