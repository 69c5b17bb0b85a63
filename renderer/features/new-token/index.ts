export { NewTokenButton } from "./new-token-button.tsx";
