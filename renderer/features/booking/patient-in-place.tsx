import { useEffect, useState, type ReactNode } from "react";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { PatientRecord } from "../../../shared/patients/patient.ts";
import type { PersonTyped } from "../../../shared/patients/patient-query.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useNavigation } from "../../lib/hooks.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useRoute } from "../../lib/use-route.ts";
import { Button, ButtonRow } from "../../ui/button.tsx";
import { Unread } from "../../ui/failure-notice.tsx";
import { PatientEditor } from "../patients/index.ts";
import { Frame } from "./frame.tsx";
import { StripTitle } from "./patient-strip.tsx";
import { StepTabs } from "./step-tabs.tsx";
import type { BookingAction } from "./state.ts";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  /** The unfinished new patient to go on with. */
  readonly itemId: RecordId | null;
  readonly typed: PersonTyped | null;
};

/** Creating a patient without leaving the booking. */
export function PatientInPlace({ booking, itemId, typed }: Props): ReactNode {
  const announce = useAnnounce();
  const unfinished = useRoute("items.get", { id: itemId ?? "" }, { enabled: itemId !== null });
  const take = (record: PatientRecord): void => {
    booking.dispatch({ type: "chose-patient", record });
    booking.dispatch({ type: "went", step: "visit" });
  };
  const made = useMadePatient((record) => {
    take(record);
    announce(words.booking.patient.isBack);
  });
  const { leave } = useNavigation();
  // Another step goes with the form: what could not be saved of it goes on a person's word alone.
  const goOn = (action: BookingAction): void =>
    leave(() => {
      back();
      booking.dispatch(action);
    });
  const back = (): void => booking.dispatch({ type: "creating-patient", on: false, itemId: null });
  // An empty form in the place of one that was not read would begin a second patient.
  if (itemId !== null && unfinished.state === "loading") return null;
  if (itemId !== null && unfinished.state === "failed")
    return (
      <>
        <Unread reading={unfinished} again={words.patients.tryAgain} />
        <ButtonRow>
          <Button onPress={back}>{words.booking.patient.back}</Button>
        </ButtonRow>
      </>
    );
  return (
    <PatientEditor
      settings={booking.settings}
      item={unfinished.value?.kind === "patient" && itemId !== null ? unfinished.value : null}
      typed={typed}
      renderFrame={({ tools, ...parts }) => (
        <Frame
          {...parts}
          strip={
            <>
              <StripTitle>{parts.title}</StripTitle>
              {tools}
            </>
          }
          tabs={<StepTabs booking={{ ...booking, dispatch: goOn }} />}
        />
      )}
      onDone={made.read}
      onUse={take}
      onCancel={back}
      cancelWords={words.booking.patient.back}
      renderDoneActions={made.renderProblem}
    />
  );
}

type MadePatient = {
  /** The patient is created, or kept to be created: the booking goes on with that record. */
  readonly read: (recordId: RecordId) => void;
  /** That it could not be read, and how to read it again; it stands with what became of the patient. */
  readonly renderProblem: () => ReactNode;
};

/** Hands over who was made once their record is read: not after this was closed, where somebody else may be chosen by then. */
function useMadePatient(onRead: (record: PatientRecord) => void): MadePatient {
  const [id, setId] = useState<RecordId | null>(null);
  const { state, value, failure, reload } = useRoute(
    "patients.get",
    { id: id ?? "" },
    { enabled: id !== null, clears: true },
  );
  const handOver = useLatest(onRead);
  useEffect(() => {
    if (value !== null) handOver.current(value);
  }, [value, handOver]);
  return {
    read: setId,
    renderProblem: () =>
      state !== "failed" ? null : (
        <>
          <span role="alert">{words.booking.patient.notTaken({ why: said(failure.why) })}</span>
          <Button onPress={reload}>{words.patients.tryAgain}</Button>
        </>
      ),
  };
}
