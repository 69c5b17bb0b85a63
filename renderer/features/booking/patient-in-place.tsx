import type { ReactNode } from "react";
import type { RecordId } from "../../../contract/records/forms.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { PatientEditor } from "../patients/index.ts";
import type { Booking } from "./use-booking.ts";

type Props = {
  readonly booking: Booking;
  /** The unfinished new patient to go on with. */
  readonly itemId: RecordId | null;
};

/** Creating a patient without leaving the booking. */
export function PatientInPlace({ booking, itemId }: Props): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const unfinished = useRoute("items.get", { id: itemId ?? "" }, { enabled: itemId !== null });
  const done = async (recordId: string): Promise<void> => {
    const answer = await bridge.call("patients.get", { id: recordId });
    if (answer.ok) booking.dispatch({ type: "chose-patient", record: answer.value });
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
      onUse={(record) => booking.dispatch({ type: "chose-patient", record })}
      onCancel={() => booking.dispatch({ type: "creating-patient", on: false, itemId: null })}
      cancelWords={words.booking.patient.back}
    />
  );
}
