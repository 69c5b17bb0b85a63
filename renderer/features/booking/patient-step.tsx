import { UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import type { RecordId } from "../../../contract/records/forms.ts";
import { useRecordsKept, useAnnounce, useDesk } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { ComboField, type ComboOption } from "../../ui/combo-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { patientName } from "../bookings/index.ts";
import { describePatient, patientFacts, unfinishedName, PatientEditor } from "../patients/index.ts";
import styles from "./booking.module.css";
import type { Booking } from "./use-booking.ts";
import { useOpenDrafts } from "../../state/use-open-drafts.ts";

type Props = { readonly booking: Booking };

/** Options are known patients by record, and one for a number of the service. */
const numberOption = "number";

/** The digits of `123` or `#123`, when that is all there is. */
const numberIn = (text: string): string | null => /^#?\s*(\d{1,15})$/.exec(text.trim())?.[1] ?? null;

/** Of a number alone only the patient who has it: it may as well stand in somebody's phone. */
const mayTakeFirst = (found: readonly PatientRecord[], number: string | null): boolean =>
  number === null || String(found[0]?.patientId ?? "") === number;

function chosenText({ state }: Booking): string {
  if (state.patient !== null) return describePatient(state.patient).name;
  return state.form.patient?.kind === "number" ? `#${state.form.patient.text}` : "";
}

/** Who comes: found as one types, by number, or created in place. */
export function PatientStep({ booking }: Props): ReactNode {
  return (
    <>
      <PatientPicker booking={booking} />
      <ChosenPatient booking={booking} />
      <CreateInPlace booking={booking} />
    </>
  );
}

function PatientPicker({ booking }: Props): ReactNode {
  const [text, setText] = useState(() => chosenText(booking));
  const isNobody = booking.state.form.patient === null;
  const [wasNobody, setWasNobody] = useState(isNobody);
  if (isNobody !== wasNobody) {
    setWasNobody(isNobody);
    if (isNobody) setText("");
  }
  const reading = useRoute("patients.search", { text, limit: 8 });
  const found = reading.value?.patients ?? [];
  const number = numberIn(text);
  const say = words.booking.patient;
  const options: readonly ComboOption[] = [
    ...found.map((patient) => {
      const { name, detail } = describePatient(patient);
      return { id: patient.id, label: name, detail };
    }),
    ...(number === null ? [] : [{ id: numberOption, label: `#${number}`, detail: say.byNumber({ number }) }]),
  ];
  const pick = (id: string): void => {
    const record = found.find((patient) => patient.id === id);
    if (record !== undefined) {
      setText(describePatient(record).name);
      booking.dispatch({ type: "chose-patient", record });
    } else if (id === numberOption && number !== null) {
      setText(`#${number}`);
      booking.dispatch({ type: "chose-number", text: number });
    }
  };
  const onBlur = (): void => {
    booking.dispatch({ type: "left", field: "patient" });
    if (booking.state.form.patient !== null) setText(chosenText(booking));
  };
  return (
    <ComboField
      label={say.find}
      name="patient"
      text={text}
      onTextChange={setText}
      options={options}
      isStale={reading.isStale}
      onPick={pick}
      onBlur={onBlur}
      firstTakenBy={mayTakeFirst(found, number) ? "enter" : undefined}
      error={booking.errors["patient"]}
      warning={reading.failure === null ? null : say.notRead({ why: said(reading.failure.why) })}
      help={say.findHelp}
      isRequired
    />
  );
}

function ChosenPatient({ booking }: Props): ReactNode {
  const { patient, form } = booking.state;
  const clear = (
    <Button size="small" onPress={() => booking.dispatch({ type: "cleared-patient" })}>
      {words.booking.patient.remove}
    </Button>
  );
  if (form.patient?.kind === "number") {
    return (
      <Notice tone="info" title={patientName(null, form.patient.text)} actions={clear}>
        <p>{words.booking.patient.numberOnly}</p>
      </Notice>
    );
  }
  if (patient === null) return null;
  return <KnownPatient patient={patient}>{clear}</KnownPatient>;
}

type KnownProps = { readonly patient: PatientRecord; readonly children: ReactNode };

function KnownPatient({ patient, children }: KnownProps): ReactNode {
  const kept = useRecordsKept();
  return (
    <section className={styles["card"]} aria-label={words.booking.patient.chosen}>
      <div className={styles["cardHead"]}>
        <h2>{describePatient(patient).name}</h2>
        {children}
      </div>
      <Facts items={patientFacts(patient)} />
      {patient.patientId === null && (
        <p className={styles["soft"]}>{words.booking.patient.noNumberYet({ kept })}</p>
      )}
    </section>
  );
}

/** New patients, and those that were being typed when something came between. */
function CreateInPlace({ booking }: Props): ReactNode {
  const drafts = useOpenDrafts("patient", 3);
  const open = (itemId: string | null): void =>
    booking.dispatch({ type: "creating-patient", on: true, itemId });
  return (
    <ButtonRow>
      <Button icon={UserPlus} onPress={() => open(null)}>
        {words.booking.patient.create}
      </Button>
      {drafts.map((draft) => (
        <Button key={draft.id} variant="quiet" onPress={() => open(draft.id)}>
          {words.booking.patient.continue({ name: unfinishedName(draft.form) })}
        </Button>
      ))}
    </ButtonRow>
  );
}

type InPlaceProps = Props & {
  /** The unfinished new patient to go on with. */
  readonly itemId: RecordId | null;
};

/** Creating a patient without leaving the booking. */
export function PatientInPlace({ booking, itemId }: InPlaceProps): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const unfinished = useRoute("items.get", { id: itemId ?? "" }, { enabled: itemId !== null });
  const take = (record: PatientRecord): void => {
    booking.dispatch({ type: "chose-patient", record });
    booking.dispatch({ type: "went", step: "visit" });
  };
  const done = async (recordId: string): Promise<void> => {
    const answer = await bridge.call("patients.get", { id: recordId });
    if (answer.ok) take(answer.value);
    else booking.dispatch({ type: "failed", failure: answer.failure });
    announce(words.booking.patient.isBack);
  };
  if (itemId !== null && unfinished.state === "loading") return null;
  return (
    <PatientEditor
      settings={booking.settings}
      item={unfinished.value?.kind === "patient" && itemId !== null ? unfinished.value : null}
      description={words.booking.patient.inPlace}
      onDone={(recordId) => void done(recordId)}
      onUse={take}
      onCancel={() => booking.dispatch({ type: "creating-patient", on: false, itemId: null })}
      cancelWords={words.booking.patient.back}
    />
  );
}
