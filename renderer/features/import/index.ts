export { ImportView } from "./view.tsx";
