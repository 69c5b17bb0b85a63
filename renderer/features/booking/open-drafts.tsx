import { ChevronDown } from "lucide-react";
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from "react";
import type { ListedBooking } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useOpenDrafts } from "../../lib/use-open-drafts.ts";
import { labelDrafts } from "./draft-labels.ts";
import styles from "./open-drafts.module.css";
import type { Booking } from "./use-booking.ts";

type Props = { readonly booking: Booking; readonly onTakeUp: (id: string) => void };

/** Drafts and bookings on hold in one line that opens, each to be taken up again where it was left. */
export function OpenDrafts({ booking, onTakeUp }: Props): ReactNode {
  const { draft, settings, today } = booking;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // As many as one question may ask for: the button counts them all.
  const open = useOpenDrafts("booking", 200);
  const drafts = open.drafts.filter((item) => item.id !== draft.itemId && isOffered(item));
  if (drafts.length === 0) return null;
  const labels = labelDrafts(drafts, { today, settings });
  const { label, count } = words.booking.drafts;
  const held = drafts.every(({ status }) => status === "on-hold") ? "all" : "some";
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    <section className={styles["drafts"]} aria-label={label} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles["opener"]}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {count({ held, count: drafts.length + open.more })}
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      {isOpen && (
        <ul id={id} className={styles["list"]}>
          {drafts.map((item, index) => (
            <li key={item.id}>
              <button type="button" onClick={() => onTakeUp(item.id)}>
                {labels[index]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** On hold, or left in this run of the window; what an earlier run left is offered by the app's own banner. */
const isOffered = ({ status, updatedAt }: ListedBooking): boolean =>
  status === "on-hold" || Date.parse(updatedAt) >= performance.timeOrigin;
