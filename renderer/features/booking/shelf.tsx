import { Layers } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../domain/clean-text.ts";
import type { ListedBooking } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useItems } from "../../state/hooks.ts";
import { useRoute } from "../../state/use-route.ts";
import { Button } from "../../ui/button.tsx";
import { formatName } from "../../ui/names.ts";
import styles from "./booking.module.css";

type Props = { readonly currentId: string | null; readonly onTakeUp: (id: string) => void };

/** Drafts and bookings on hold, each to be taken up again where it was left. */
export function Shelf({ currentId, onTakeUp }: Props): ReactNode {
  const version = useItems((state) => state.version);
  const reading = useRoute(
    "items.list",
    { kinds: ["booking"], statuses: ["draft", "on-hold"], limit: 20, offset: 0 },
    { refresh: version },
  );
  const drafts = (reading.value?.items ?? []).filter(
    (item): item is ListedBooking => item.kind === "booking" && item.id !== currentId && isOnShelf(item),
  );
  if (drafts.length === 0) return null;
  return (
    <section className={styles["shelf"]} aria-label={words.booking.drafts.label}>
      <p className={styles["shelfTitle"]}>
        <Layers size={14} aria-hidden="true" /> {words.booking.drafts.title}
      </p>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <Button size="small" onPress={() => onTakeUp(draft.id)}>
              {shelfLabel(draft)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On hold, or left in this run of the window; what an earlier run left is offered by the app's own banner. */
const isOnShelf = ({ status, updatedAt }: ListedBooking): boolean =>
  status === "on-hold" || Date.parse(updatedAt) >= performance.timeOrigin;

/** Whose booking it is, how far it got, and whether it is a draft or on hold. */
function shelfLabel({ form, status, patient: known }: ListedBooking): string {
  const { patient, date, time } = form;
  const when = cleanLine(`${date} ${time}`, 2 * shownAtMost.word);
  return words.booking.drafts.continue({
    who: patient?.kind ?? "nobody",
    name:
      patient?.kind === "number"
        ? cleanLine(patient.text, shownAtMost.word)
        : known
          ? formatName(known)
          : "…",
    timed: when === "" ? "no" : "yes",
    when,
    left: status === "on-hold" ? "held" : "draft",
  });
}
