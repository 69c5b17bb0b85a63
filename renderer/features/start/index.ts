export { StartScreen } from "./start.tsx";
