import { UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { cleanLine, shownAtMost } from "../../../shared/text/clean-text.ts";
import { computeAge } from "../../../shared/time/date-of-birth.ts";
import { words } from "../../../messages/words.ts";
import { isClosed } from "../../lib/item-form.ts";
import styles from "./patient-strip.module.css";
import { formatWho } from "./read-back.ts";
import type { Booking } from "./use-booking.ts";

/** What the screen is, where nobody is chosen; its heading says it already. */
export const StripTitle = ({ children }: { readonly children: string }): ReactNode => (
  <p className={styles["title"]} aria-hidden="true">
    {children}
  </p>
);

/** Letters from which on a name stands in two lines. */
const longName = 32;

/** Who the booking is for, in one line over every step: by it a wrong patient is noticed. */
export function PatientStrip({ booking }: { readonly booking: Booking }): ReactNode {
  const { patient } = booking.state;
  const name = formatWho(booking.state);
  const { strip, title, readBack } = words.booking;
  if (name === null) return <StripTitle>{title}</StripTitle>;
  const facts =
    patient === null
      ? [readBack.ask]
      : [
          strip.born({ date: patient.input.dob, age: computeAge(patient.input.dob, booking.today) }),
          ...(patient.input.phone === undefined ? [] : [cleanLine(patient.input.phone, shownAtMost.word)]),
          ...(patient.patientId === null ? [] : [`#${String(patient.patientId)}`]),
        ];
  return (
    <section className={styles["strip"]} aria-label={strip.label}>
      <UserRound size={16} aria-hidden="true" />
      <strong className={name.length > longName ? styles["long"] : undefined}>
        <bdi>{name}</bdi>
      </strong>
      {facts.map((fact) => (
        <span key={fact} className={patient === null ? styles["told"] : undefined}>
          <span className={styles["dot"]}>·</span> <bdi>{fact}</bdi>
        </span>
      ))}
      <button
        type="button"
        className={styles["change"]}
        aria-label={strip.changePatient}
        aria-disabled={isClosed(booking.state.phase) || undefined}
        onClick={() => booking.dispatch({ type: "went", step: "patient", field: "patient" })}
      >
        {strip.change}
      </button>
    </section>
  );
}
