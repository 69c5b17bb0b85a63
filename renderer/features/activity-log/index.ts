export { ActivityView } from "./view.tsx";
