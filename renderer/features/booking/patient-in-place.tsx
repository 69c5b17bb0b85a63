import type { ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { PatientEditor } from "../patients/index.ts";
import type { Booking } from "./use-booking.ts";

/** Creating a patient without leaving the booking. */
export function PatientInPlace({ booking }: { readonly booking: Booking }): ReactNode {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const { phase } = booking.state;
  const itemId = phase.kind === "creating-patient" ? phase.itemId : null;
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
