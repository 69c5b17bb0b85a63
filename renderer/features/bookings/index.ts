export { BookingActions } from "./confirmation.tsx";
export { DifferencesNotice } from "./confirmation.tsx";
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
export { LineState } from "./agenda.tsx";
export { lineWords } from "./line-words.ts";
export { Slip } from "./confirmation.tsx";
export { BookingsView } from "./view.tsx";
