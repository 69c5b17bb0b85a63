import { UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ListedPatient } from "../../../contract/records/item.ts";
import type { PatientRecord } from "../../../contract/records/patient.ts";
import { words } from "../../../messages/words.ts";
import { useItems, useRecordsKept } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { ComboField, type ComboOption } from "../../ui/combo-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { patientName } from "../bookings/index.ts";
import { describePatient, patientFacts, unfinishedName } from "../patients/index.ts";
import styles from "./booking.module.css";
import type { Booking } from "./use-booking.ts";
import { said } from "../../../messages/saying.ts";

type Props = { readonly booking: Booking };

/** Options are known patients by record, and one for a number of the service. */
const numberOption = "number";

/** The digits of `123` or `#123`, when that is all there is. */
const numberIn = (text: string): string | null => /^#?\s*(\d{1,15})$/.exec(text.trim())?.[1] ?? null;

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
  const version = useItems((state) => state.version);
  const reading = useRoute(
    "items.list",
    { kinds: ["patient"], statuses: ["draft", "on-hold"], limit: 3, offset: 0 },
    { refresh: version },
  );
  const drafts = (reading.value?.items ?? []).filter(
    (item): item is ListedPatient => item.kind === "patient",
  );
  const open = (itemId: string | null): void =>
    booking.dispatch({ type: "creating-patient", on: true, itemId });
  return (
    <div className={styles["inline"]}>
      <Button icon={UserPlus} onPress={() => open(null)}>
        {words.booking.patient.create}
      </Button>
      {drafts.map((draft) => (
        <Button key={draft.id} variant="quiet" onPress={() => open(draft.id)}>
          {words.booking.patient.continue({ name: unfinishedName(draft.form) })}
        </Button>
      ))}
    </div>
  );
}
