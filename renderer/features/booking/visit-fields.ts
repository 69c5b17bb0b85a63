import { words } from "../../../messages/words.ts";
import type { BookingTextField } from "./state.ts";
import type { Booking } from "./use-booking.ts";

/** What every text field of the booking shares: its name, its lines, and what leaving it does. */
export const getFieldProps = (booking: Booking, field: BookingTextField) => ({
  name: field,
  label: words.booking.label[field],
  error: booking.errors[field],
  onBlur: () => booking.dispatch({ type: "left", field }),
});

export const getInputProps = (booking: Booking, field: BookingTextField) => ({
  value: booking.state.form[field],
  onChange: (value: string) => booking.dispatch({ type: "typed", field, value }),
});
