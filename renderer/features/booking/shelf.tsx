import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../contract/forms/clean-text.ts";
import type { ListedBooking } from "../../../contract/records/item.ts";
import { useItems } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import styles from "./booking.module.css";

type Props = { readonly currentId: string | null; readonly onTakeUp: (id: string) => void };

/** Bookings put aside or interrupted, each to be taken up again where it was left. */
export function Shelf({ currentId, onTakeUp }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute(
    "items.list",
    { kinds: ["booking"], statuses: ["draft"], limit: 20, offset: 0 },
    { refresh: version },
  );
  const drafts = (reading.value?.items ?? []).filter(
    (item): item is ListedBooking => item.kind === "booking" && item.id !== currentId && isOnShelf(item),
  );
  if (drafts.length === 0) return null;
  return (
    <section className={styles["shelf"]} aria-label="Put aside">
      <p className={styles["shelfTitle"]}>
        <Layers size={14} aria-hidden="true" /> Not finished:
      </p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <Button size="small" onPress={() => onTakeUp(draft.id)}>
              {`Continue ${shelfLabel(draft)}`}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Put aside, or left in this run of the window; what an earlier run left is offered by the app's own banner. */
const isOnShelf = ({ parked, updatedAt }: ListedBooking): boolean =>
  parked || Date.parse(updatedAt) >= performance.timeOrigin;

/** Whose booking it is and how far it got; `parked` tells those put aside from those interrupted. */
function shelfLabel(draft: ListedBooking): string {
  const { form, parked } = draft;
  const who = whoseBooking(draft);
  const when = [form.date, form.time]
    .map((text) => cleanLine(text, shownAtMost.word))
    .filter((text) => text !== "");
  return `${who}${when.length === 0 ? "" : `, ${when.join(" ")}`}${parked ? "" : " (interrupted)"}`;
}

function whoseBooking({ form, patient: known }: ListedBooking): string {
  const { patient } = form;
  if (patient === null) return "a booking without a patient";
  if (patient.kind === "number") return `patient #${cleanLine(patient.text, shownAtMost.word)}`;
  return known ? cleanLine(`${known.firstName} ${known.lastName}`, shownAtMost.word) : "…";
}
