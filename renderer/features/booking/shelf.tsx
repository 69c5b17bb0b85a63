import { Layers } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../contract/forms/clean-text.ts";
import type { ListedBooking } from "../../../contract/records/item.ts";
import { useDesk, useItems } from "../../state/hooks.ts";
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
  const names = useNames(drafts);
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
              {`Continue ${shelfLabel(draft, names)}`}
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

type Names = Readonly<Record<string, string>>;

/** Whose booking it is and how far it got; `parked` tells those put aside from those interrupted. */
function shelfLabel({ form, parked }: ListedBooking, names: Names): string {
  const who = whoseBooking(form, names);
  const when = [form.date, form.time]
    .map((text) => cleanLine(text, shownAtMost.word))
    .filter((text) => text !== "");
  return `${who}${when.length === 0 ? "" : `, ${when.join(" ")}`}${parked ? "" : " (interrupted)"}`;
}

function whoseBooking({ patient }: ListedBooking["form"], names: Names): string {
  if (patient === null) return "a booking without a patient";
  return patient.kind === "number"
    ? `patient #${cleanLine(patient.text, shownAtMost.word)}`
    : (names[patient.id] ?? "…");
}

/** The names of the patients of those drafts, each read once. */
function useNames(drafts: readonly ListedBooking[]): Names {
  const { bridge } = useDesk();
  const [names, setNames] = useState<Names>({});
  const wanted = drafts.flatMap(({ form }) => (form.patient?.kind === "known" ? [form.patient.id] : []));
  const key = [...new Set(wanted)].join(" ");
  useEffect(() => {
    let isCurrent = true;
    const read = async (id: string): Promise<void> => {
      const answer = await bridge.call("patients.get", { id });
      if (!isCurrent || !answer.ok) return;
      const { firstName, lastName } = answer.value.input;
      const name = cleanLine(`${firstName} ${lastName}`, shownAtMost.word);
      setNames((before) => ({ ...before, [id]: name }));
    };
    for (const id of key === "" ? [] : key.split(" ")) void read(id);
    return () => {
      isCurrent = false;
    };
  }, [bridge, key]);
  return names;
}
