export { CopyFacts, DifferencesNotice, SlipButton, Unconfirmed } from "./confirmation.tsx";
export {
  bookingFacts,
  factsAsText,
  ownLines,
  patientName,
  serviceName,
  textIn,
  type BookingFacts,
} from "./facts.ts";
export { useFollowUp } from "./follow-up.tsx";
export { SlipOfItems } from "./slip-of-items.tsx";
export { useSomethingWrong } from "./something-wrong.tsx";
export { BookingsView } from "./view.tsx";
export { LineState, OverlapMark } from "./agenda.tsx";
export { lineWords } from "./line-words.ts";
export { whoseBookings } from "./whose-bookings.ts";
