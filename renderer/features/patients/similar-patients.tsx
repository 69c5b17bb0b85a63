import { useDeferredValue, type ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { words } from "../../../messages/words.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { describePatient } from "./describe.ts";
import styles from "./patients.module.css";
import { canCompare } from "./state.ts";
import type { PatientEditing } from "./use-patient-editor.ts";
import { NameAndDetail } from "../../ui/text.tsx";

type Props = {
  readonly editing: PatientEditing;
  readonly onUse: ((patient: PatientRecord) => void) | undefined;
};

/** Known patients who may be the person being typed. Advice only: it never blocks and never chooses. */
export function SimilarPatients({ editing, onUse }: Props): ReactNode {
  const form = useDeferredValue(editing.state.form);
  const { dob = null } = editing.read.values;
  const { firstName, lastName, phone, email } = form;
  const isAsked = canCompare(form);
  const reading = useRoute(
    "patients.similar",
    { firstName, lastName, phone, email, dob },
    { enabled: isAsked, clears: true },
  );
  const own = editing.item?.patientRecordId ?? null;
  const others = (reading.value?.patients ?? []).filter(
    ({ id, itemId }) => id !== own && (itemId === null || itemId !== editing.draft.itemId),
  );
  const waiting = reading.value?.waiting ?? [];
  if (!isAsked || others.length + waiting.length === 0) return null;
  return (
    <NoticeBox tone="info" live="polite" title={words.patients.similar}>
      <ul className={styles["similar"]} aria-label={words.patients.similarList}>
        {others.map((patient) => {
          const { name, detail } = describePatient(patient);
          return (
            <li key={patient.id}>
              <span>
                <NameAndDetail name={name} detail={detail} />
              </span>
              {onUse !== undefined && (
                <Button size="small" onPress={() => onUse(patient)}>
                  {words.patients.choosePerson({ name })}
                </Button>
              )}
            </li>
          );
        })}
        {waiting.map(({ name, dob, row, file }) => (
          <li key={`${file} ${row}`}>
            <span>
              <NameAndDetail
                name={cleanLine(name, shownAtMost.word)}
                detail={words.patients.waitingRow({ dob, row, file: cleanLine(file, shownAtMost.word) })}
              />
            </span>
          </li>
        ))}
      </ul>
    </NoticeBox>
  );
}
