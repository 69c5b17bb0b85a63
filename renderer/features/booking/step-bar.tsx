import { Check, Circle, CircleAlert, CircleDashed, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { StepState } from "../../../domain/booking/booking-form.ts";
import { bookingSteps } from "../../../contract/records/forms.ts";
import { words } from "../../../messages/words.ts";
import { classNames } from "../../ui/class-names.ts";
import styles from "./booking.module.css";
import { errorsOf } from "./fields.ts";
import type { Booking } from "./use-booking.ts";

const icons: Readonly<Record<StepState, LucideIcon>> = {
  empty: Circle,
  incomplete: CircleDashed,
  complete: Check,
  attention: CircleAlert,
};

/** The four steps with their states. Any of them can be opened at any time. */
export function StepBar({ booking }: { readonly booking: Booking }): ReactNode {
  const id = useId();
  const { step: current } = booking.state.form;
  const { steps, stepsLabel, stepStates } = words.booking;
  return (
    <ol className={styles["steps"]} aria-label={stepsLabel}>
      {bookingSteps.map((step) => {
        const isRefused = Object.keys(errorsOf(step, booking.state.refusals)).length > 0;
        const state = isRefused ? "attention" : booking.read.steps[step];
        const Icon = icons[state];
        return (
          <li key={step} className={classNames(styles["stepItem"], styles[state])}>
            <button
              type="button"
              aria-current={step === current ? "step" : undefined}
              aria-describedby={`${id}-${step}`}
              onClick={() => booking.dispatch({ type: "went", step })}
            >
              {steps[step]}
            </button>
            <span id={`${id}-${step}`} className={styles["stepState"]}>
              <Icon size={14} aria-hidden="true" />
              {stepStates[state]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
