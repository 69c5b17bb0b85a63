export { toBookingLine, noMarks } from "./bookings.ts";
