import { Undo2, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { isolateText } from "../../ui/text.tsx";
import { formatNumbers, describePatientLine } from "./describe.ts";
import type { JoinedPatients } from "./same-person-dialog.tsx";
import styles from "./screen.module.css";

/** Takes back that a record is somebody's. */
function usePart(onParted: () => void) {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { failure, isPending, run } = useWork();
  const part = (id: string): void => {
    if (isPending) return;
    void run(
      () => bridge.call("patients.notSamePerson", { id }),
      () => {
        announce(words.patients.same.undone);
        onParted();
      },
    );
  };
  return { part, failure, isPending };
}

type JoinedProps = JoinedPatients & { readonly onParted: () => void };

/** What was just said, and the way back. */
export function JoinedNotice({ kept, other, onParted }: JoinedProps): ReactNode {
  const { part, failure, isPending } = usePart(onParted);
  const { same: says } = words.patients;
  const people = [kept, other].map(({ patientId }) => formatNumbers(patientId)).join(", ");
  return (
    <>
      <NoticeBox
        tone="success"
        live="polite"
        title={says.done({ people })}
        actions={
          <Button size="small" icon={Undo2} isPending={isPending} onPress={() => part(other.id)}>
            {says.undo}
          </Button>
        }
      />
      {failure !== null && <FailureNotice failure={failure} />}
    </>
  );
}

type Props = {
  readonly others: readonly PatientRecord[];
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
  readonly onParted: () => void;
};

/** The other records of the same person, each with the way to say that it is not. */
export function OtherRecords({ others, today, onParted }: Props): ReactNode {
  const { part, failure, isPending } = usePart(onParted);
  const { same: says } = words.patients;
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="patient-records">
      <h3 id="patient-records">{says.records}</h3>
      <ul aria-labelledby="patient-records" className={styles["records"]}>
        {others.map((other) => {
          const { name, detail, number } = describePatientLine(other, today);
          return (
            <li key={other.id}>
              <Users size={16} aria-hidden="true" />
              <span className={styles["text"]}>
                <span className={styles["name"]}>{isolateText(name)}</span>{" "}
                <span className={styles["detail"]}>{isolateText(`${number} · ${detail}`)}</span>
              </span>
              <Button
                size="small"
                label={says.notOf({ name: number })}
                isPending={isPending}
                onPress={() => part(other.id)}
              >
                {says.not}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={styles["hint"]}>{says.recordsHelp}</p>
      {failure !== null && <FailureNotice failure={failure} />}
    </section>
  );
}
