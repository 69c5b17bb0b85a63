export { BookingScreen } from "./view.tsx";
