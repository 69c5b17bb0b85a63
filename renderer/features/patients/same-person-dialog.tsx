import { useState, type ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import { words } from "../../../messages/words.ts";
import { useDesk } from "../../lib/hooks.ts";
import { useRoute } from "../../lib/use-route.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { CancelButton } from "../../ui/cancel-button.tsx";
import { ChoiceGroup } from "../../ui/choice-fields.tsx";
import { ComboField } from "../../ui/combo-field.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Compare } from "./compare.tsx";
import { describePatient, formatNumbers, describePatientLine } from "./describe.ts";

/** Two records that are one person now. */
export type JoinedPatients = { readonly kept: PatientRecord; readonly other: PatientRecord };

type Props = {
  readonly patient: PatientRecord;
  /** `YYYY-MM-DD` in the clinic's zone. */
  readonly today: string;
  readonly onClose: () => void;
  readonly onJoined: (joined: JoinedPatients) => void;
};

/** The records whose number new bookings may use: one without a number only where neither has one. */
function choicesOf(both: readonly PatientRecord[]): readonly PatientRecord[] {
  const numbered = both.filter(({ patientId }) => patientId !== null);
  return numbered.length > 0 ? numbered : both;
}

/** Asks who else is the same person, shows both, and which number new bookings are to use. */
export function SamePersonDialog({ patient, today, onClose, onJoined }: Props): ReactNode {
  const { bridge } = useDesk();
  const { failure, isPending, run } = useWork();
  const [other, setOther] = useState<PatientRecord | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { same: says } = words.patients;
  const choices = other === null ? [] : choicesOf([patient, other]);
  const kept = choices.find(({ id }) => id === chosen) ?? choices[0];
  const join = (): void => {
    if (other === null || kept === undefined || isPending) return;
    const gone = kept === patient ? other : patient;
    void run(
      () => bridge.call("patients.samePerson", { kept: kept.id, other: gone.id }),
      () => onJoined({ kept, other: gone }),
    );
  };
  return (
    <Dialog
      title={says.title({ name: describePatient(patient).name })}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <CancelButton onPress={onClose} />
          <Button variant="primary" isDisabled={other === null} isPending={isPending} onPress={join}>
            {says.yes}
          </Button>
        </>
      }
    >
      <p>{says.text}</p>
      <FindOther {...{ patient, today }} onPick={setOther} />
      {other !== null && (
        <Compare
          caption={says.compare}
          first={{ head: formatNumbers(patient.patientId), texts: patient.input }}
          second={{ head: formatNumbers(other.patientId), texts: other.input }}
        />
      )}
      {other !== null && (
        <ChoiceGroup
          label={says.which}
          help={says.whichHelp}
          value={kept?.id ?? null}
          onChange={setChosen}
          options={choices.map((each) => ({ value: each.id, label: choiceText(each) }))}
        />
      )}
      {failure !== null && <FailureNotice failure={failure} />}
    </Dialog>
  );
}

function choiceText(patient: PatientRecord): string {
  const { name } = describePatient(patient);
  return patient.patientId === null
    ? words.patients.same.numberless({ name })
    : `#${String(patient.patientId)} · ${name}`;
}

type FindProps = Pick<Props, "patient" | "today"> & {
  readonly onPick: (other: PatientRecord | null) => void;
};

/** The usual search, for everybody but the patient themselves; at first who is like them. */
function FindOther({ patient, today, onPick }: FindProps): ReactNode {
  const [text, setText] = useState("");
  const { firstName, lastName, dob, email, phone = "" } = patient.input;
  const isTyped = text.trim() !== "";
  const typed = useRoute("patients.search", { text, limit: 8 }, { enabled: isTyped });
  const alike = useRoute("patients.search", { text: `${firstName} ${lastName}`.slice(0, 200), limit: 8 });
  const similar = useRoute("patients.similar", { firstName, lastName, dob, email, phone });
  const found = isTyped
    ? [...(typed.value?.patients ?? []), ...(typed.value?.near ?? [])]
    : [...(similar.value?.patients ?? []), ...(alike.value?.patients ?? [])];
  const others = [...new Map(found.map((each) => [each.id, each])).values()].filter(
    ({ id }) => id !== patient.id,
  );
  return (
    <ComboField
      label={words.patients.same.find}
      name="same-person"
      text={text}
      onTextChange={(next) => {
        setText(next);
        onPick(null);
      }}
      options={others.slice(0, 8).map((each) => {
        const { name, detail, number } = describePatientLine(each, today);
        return { id: each.id, label: name, detail: `${detail} · ${number}` };
      })}
      isStale={isTyped && typed.isStale}
      onPick={(id) => {
        const picked = others.find((each) => each.id === id);
        if (picked === undefined) return;
        setText(describePatient(picked).name);
        onPick(picked);
      }}
    />
  );
}
