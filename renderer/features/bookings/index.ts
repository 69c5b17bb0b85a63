export { BookingActions } from "./booking-actions.tsx";
export { DifferencesNotice } from "./differences-notice.tsx";
export {
  bookingFacts,
  confirmationFacts,
  factsAsText,
  ownLines,
  patientName,
  serviceName,
  textIn,
  type BookingFacts,
} from "./facts.ts";
export { Slip } from "./slip.tsx";
export { BookingsView } from "./view.tsx";
