export { LinkBar } from "./link-bar.tsx";
