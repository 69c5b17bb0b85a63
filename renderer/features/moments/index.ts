export { MomentLine } from "./moment-line.tsx";
export { Moments } from "./moments.tsx";
