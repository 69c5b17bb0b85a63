export { UpdateLine } from "./update-line.tsx";
