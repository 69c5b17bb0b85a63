import { UserPlus } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { readTypedPerson, type PersonTyped } from "../../../shared/patients/patient-query.ts";
import { words } from "../../../messages/words.ts";
import { said } from "../../../messages/saying.ts";
import { useRecordsKept } from "../../lib/hooks.ts";
import { useIntakeTaker } from "../../lib/use-intake-taker.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { ComboField, type ComboOption } from "../../ui/combo-field.tsx";
import { Facts } from "../../ui/facts.tsx";
import { NoticeBox } from "../../ui/notice.tsx";
import { formatPatientWithNumber } from "../bookings/index.ts";
import {
  createDetail,
  createWords,
  listPatientFacts,
  describePatientLine,
  formatUnfinishedName,
  useUnfinishedPatients,
} from "../patients/index.ts";
import styles from "./booking.module.css";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking };

/** Options are known patients by record, one for a number of the service, and one for a new patient. */
const numberOption = "number";
const createOption = "create";

/** The digits of `123` or `#123`, when that is all there is. */
const numberIn = (text: string): string | null => /^#?\s*(\d{1,15})$/.exec(text.trim())?.[1] ?? null;

/** Of a number alone only the patient who has it: it may as well stand in somebody's phone. */
const mayTakeFirst = (found: readonly PatientRecord[], number: string | null): boolean =>
  number === null || String(found[0]?.patientId ?? "") === number;

/** Who comes: found as one types, by number, or created in place. */
export function PatientStep({ booking }: Props): ReactNode {
  // Who is chosen stands over every step: the box is for somebody else.
  const [text, setText] = useState("");
  const { today, settings } = booking;
  // Whom the text describes.
  const typed = readTypedPerson(text, { today, dateOrder: settings.dateOrder });
  // The form takes it once it is there.
  useIntakeTaker(() => booking.dispatch({ type: "creating-patient", on: true, itemId: null, typed: null }));
  return (
    <>
      <div className={styles["finding"]}>
        <PatientPicker {...{ booking, text, setText, typed }} />
        <CreateInPlace booking={booking} typed={typed} />
      </div>
      <ChosenPatient booking={booking} />
    </>
  );
}

type TypedProps = Props & { readonly typed: PersonTyped | null };
type PickerProps = TypedProps & { readonly text: string; readonly setText: (text: string) => void };

type Offered = {
  readonly found: RouteOutput<"patients.search">;
  readonly number: string | null;
  readonly typed: PersonTyped | null;
  readonly today: string;
};

/** Who is found, who may be meant, a number of the service, and only where nobody is found a new patient. */
function optionsOf({ found, number, typed, today }: Offered): readonly ComboOption[] {
  const { noMatchHere, noMatchNear, didYouMean } = words.patients;
  const optionOf = (patient: PatientRecord): ComboOption => {
    const line = describePatientLine(patient, today, found.otherNumbers[patient.id]);
    return { id: patient.id, label: line.name, detail: `${line.detail} · ${line.number}` };
  };
  const hasNobody = found.patients.length === 0;
  const numbered =
    number === null
      ? []
      : [{ id: numberOption, label: `#${number}`, detail: words.booking.patient.byNumber({ number }) }];
  const created =
    hasNobody && typed !== null
      ? [{ id: createOption, label: createWords(typed), detail: createDetail(typed) }]
      : [];
  const [first, ...others] = [...found.near.map(optionOf), ...numbered, ...created];
  const heading = !hasNobody
    ? found.near.length > 0
      ? didYouMean
      : undefined
    : found.near.length > 0
      ? noMatchNear
      : noMatchHere;
  const headed = first === undefined ? [] : [heading === undefined ? first : { ...first, heading }];
  return [...found.patients.map(optionOf), ...headed, ...others];
}

const nobody: RouteOutput<"patients.search"> = {
  patients: [],
  near: [],
  total: 0,
  last: {},
  otherNumbers: {},
};

function PatientPicker({ booking, text, setText, typed }: PickerProps): ReactNode {
  const isNobody = booking.state.form.patient === null;
  const [wasNobody, setWasNobody] = useState(isNobody);
  if (isNobody !== wasNobody) {
    setWasNobody(isNobody);
    if (isNobody) setText("");
  }
  const reading = useRoute("patients.search", { text, limit: 8 });
  const found = reading.value ?? nobody;
  const number = numberIn(text);
  const say = words.booking.patient;
  const isRead = reading.state === "ready";
  const options = isRead ? optionsOf({ found, number, typed, today: booking.today }) : [];
  const pick = (id: string): void => {
    const record = [...found.patients, ...found.near].find((patient) => patient.id === id);
    if (record !== undefined) {
      booking.dispatch({ type: "chose-patient", record });
      booking.dispatch({ type: "went", step: "visit" });
    } else if (id === numberOption && number !== null) {
      setText("");
      booking.dispatch({ type: "chose-number", text: number });
    } else if (id === createOption) {
      booking.dispatch({ type: "creating-patient", on: true, itemId: null, typed });
    }
  };
  const onBlur = (): void => {
    booking.dispatch({ type: "left", field: "patient" });
    if (booking.state.form.patient !== null) setText("");
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
      firstTakenBy={mayTakeFirst(found.patients, number) ? "enter" : undefined}
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
      <NoticeBox tone="info" title={formatPatientWithNumber(null, form.patient.text)} actions={clear}>
        <p>{words.booking.patient.numberOnly}</p>
      </NoticeBox>
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
      <div className={styles["cardHead"]}>{children}</div>
      <Facts items={listPatientFacts(patient)} />
      {patient.patientId === null && (
        <p className={styles["soft"]}>{words.booking.patient.noNumberYet({ kept })}</p>
      )}
    </section>
  );
}

/** New patients, and those that were being typed when something came between: while nobody is chosen, those stand below. */
function CreateInPlace({ booking, typed }: TypedProps): ReactNode {
  const unfinished = useUnfinishedPatients(3);
  const drafts = booking.state.form.patient === null ? [] : unfinished;
  const open = (itemId: string | null): void =>
    booking.dispatch({ type: "creating-patient", on: true, itemId, typed: itemId === null ? typed : null });
  return (
    <>
      <div>
        <Button icon={UserPlus} onPress={() => open(null)}>
          {words.booking.patient.create}
        </Button>
      </div>
      {drafts.length > 0 && (
        <ButtonRow>
          {drafts.map((draft) => (
            <Button key={draft.id} variant="quiet" size="small" onPress={() => open(draft.id)}>
              {words.booking.patient.continue({ name: formatUnfinishedName(draft.form) })}
            </Button>
          ))}
        </ButtonRow>
      )}
    </>
  );
}
