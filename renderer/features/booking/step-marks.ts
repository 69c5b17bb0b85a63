import { words } from "../../../messages/words.ts";
import type { BookingStep } from "../../../shared/bookings/booking-fields.ts";
import type { StepState } from "../../../shared/bookings/booking-form.ts";
import { formatBriefBilling, formatBriefWhen } from "./read-back.ts";
import { filterStepErrors } from "./state.ts";
import type { Booking } from "./use-booking.ts";

type StepMark = {
  /** Null: nothing to judge, since it is being filled in or was never seen. */
  readonly state: Exclude<StepState, "empty"> | null;
  /** What was chosen there, in a word: `Tue Nov 24, 2:00 PM`. */
  readonly value: string | null;
};
type Made = Pick<Booking, "state" | "read" | "today">;

function stateOf(step: BookingStep, { state, read }: Made): StepMark["state"] {
  if (step === "review") return null;
  if (Object.keys(filterStepErrors(step, state.refusals)).length > 0) return "attention";
  if (step === state.form.step) return null;
  const found = read.steps[step];
  if (found === "complete") return found;
  if (!state.left.includes(step)) return null;
  return found === "empty" ? "incomplete" : found;
}

function valueOf(step: BookingStep, made: Made): string | null {
  switch (step) {
    // Who comes stands above the tabs.
    case "patient":
      return null;
    case "visit":
      return formatBriefWhen(made);
    case "billing":
      return formatBriefBilling(made.state);
    case "review":
      return null;
  }
}

/** What stands on the tab of a step: its value; judged only once it was left. */
export const describeStep = (step: BookingStep, made: Made): StepMark => ({
  state: stateOf(step, made),
  value: valueOf(step, made),
});

/** The second line of a tab: what is wrong with the step, else what was chosen there. */
export const formatStepLine = ({ state, value }: StepMark): string =>
  state === "attention" || state === "incomplete" ? words.booking.stepStates[state] : (value ?? "");
