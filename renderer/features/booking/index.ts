export { BookingView } from "./view.tsx";
