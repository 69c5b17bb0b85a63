export { lineOf, noMarks } from "./bookings.ts";
