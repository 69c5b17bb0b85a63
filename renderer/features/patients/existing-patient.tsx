import type { ReactNode } from "react";
import type { ListedPatient, PatientItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { listFieldNames } from "../../../shared/core/form.ts";
import { patientFields } from "../../../shared/patients/patient-form.ts";
import type { PatientField } from "../../../shared/service-api/patient.ts";
import { parseSentMembers } from "../../../shared/outbox/echo.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Unread } from "../../ui/failure-notice.tsx";
import { Compare, type Texts } from "./compare.tsx";
import styles from "./patients.module.css";

type Props = { readonly item: ListedPatient; readonly patientId: number };

/** Who the service's number is, as far as this computer knows, beside who was typed: before that number is used. */
export function ExistingPatient({ item, patientId }: Props): ReactNode {
  const reading = useRoute("patients.byNumber", { patientId }, { clears: true });
  if (reading.state === "loading") return null;
  if (reading.state === "failed") return <Unread reading={reading} again={words.patients.tryAgain} />;
  const { patient } = reading.value;
  if (patient === null) {
    return <p className={styles["unknown"]}>{words.patients.unknownNumber({ id: patientId })}</p>;
  }
  return (
    <Compare
      caption={words.patients.samePerson({ id: patientId })}
      first={{ head: words.patients.here({ id: patientId }), texts: patient.input }}
      second={{ head: words.patients.typed, texts: typedIn(item) }}
    />
  );
}

/** What was typed, as it was sent; as it stands in the form where nothing was. */
function typedIn(item: ListedPatient | PatientItem): Texts {
  const sent = ("payload" in item ? parseSentMembers(item.payload) : null) ?? {};
  const texts: Partial<Record<PatientField, string>> = {};
  for (const field of listFieldNames(patientFields)) {
    const value = sent[field];
    texts[field] = typeof value === "string" ? value : item.form[field];
  }
  return texts;
}
