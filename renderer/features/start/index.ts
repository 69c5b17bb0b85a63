export { DraftsSlot } from "./drafts-slot.tsx";
export { StartScreen } from "./start.tsx";
