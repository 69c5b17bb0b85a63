export { CopyFacts, DifferencesNotice, SlipButton, Unconfirmed } from "./confirmation.tsx";
export {
  describeBooking,
  formatFacts,
  listOwnLines,
  formatPatientWithNumber,
  formatServiceWithNumber,
  findText,
  type BookingFacts,
} from "./facts.ts";
export { useFollowUp } from "./follow-up.tsx";
export { SlipOfItems } from "./slip-of-items.tsx";
export { useSomethingWrong } from "./something-wrong.tsx";
export { BookingsView } from "./view.tsx";
export { AtOnceMark, LineStateCell } from "./line-state.tsx";
export { formatBookingLine } from "./line-words.ts";
export { describeWhoseBookings } from "./whose-bookings.ts";
