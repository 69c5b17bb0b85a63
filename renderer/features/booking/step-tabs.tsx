import { Check, CircleAlert, CircleDashed } from "lucide-react";
import { useId, type ReactNode } from "react";
import { bookingSteps } from "../../../shared/bookings/booking-fields.ts";
import { words } from "../../../messages/words.ts";
import { isClosed } from "../../lib/item-form.ts";
import { memoWithLocale } from "../../lib/steady.tsx";
import { joinClassNames } from "../../ui/class-names.ts";
import { keepTimes, VisuallyHidden } from "../../ui/text.tsx";
import { formatStepLine, describeStep } from "./step-marks.ts";
import styles from "./step-tabs.module.css";
import type { Booking } from "./use-booking.ts";

const icons = { incomplete: CircleDashed, complete: Check, attention: CircleAlert } as const;

/** The four steps with what was chosen on each. Any of them can be opened at any time. */
export const StepTabs = memoWithLocale(function StepTabs({
  booking,
}: {
  readonly booking: Booking;
}): ReactNode {
  const id = useId();
  const { step: current } = booking.state.form;
  const { steps, stepsLabel, stepStates, stepNumbered } = words.booking;
  return (
    <ol className={styles["tabs"]} aria-label={stepsLabel}>
      {bookingSteps.map((step, index) => {
        const mark = describeStep(step, booking);
        const Icon = mark.state === null ? null : icons[mark.state];
        return (
          <li key={step} className={joinClassNames(styles["tab"], mark.state !== null && styles[mark.state])}>
            <button
              type="button"
              aria-current={step === current ? "step" : undefined}
              aria-describedby={`${id}-${step}`}
              aria-disabled={isClosed(booking.state.phase) || undefined}
              onClick={() => booking.dispatch({ type: "went", step })}
            >
              {step === "review" ? steps[step] : stepNumbered({ number: index + 1, step: steps[step] })}
              {Icon !== null && <Icon size={16} aria-hidden="true" />}
            </button>
            <span id={`${id}-${step}`} className={styles["line"]}>
              {mark.state === "complete" && <VisuallyHidden>{stepStates.complete} </VisuallyHidden>}
              <bdi>{keepTimes(formatStepLine(mark))}</bdi>
            </span>
          </li>
        );
      })}
    </ol>
  );
});
