export { Start } from "./start.tsx";
