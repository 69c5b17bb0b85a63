export { MomentLine } from "./moment-line.tsx";
export { UndoBars } from "./moments.tsx";
