export { AdminDialog } from "./admin-dialog.tsx";
export { AdminGate } from "./admin-gate.tsx";
export { LockScreen } from "./lock-screen.tsx";
export { PinDialog } from "./pin-dialog.tsx";
export { PinEntry } from "./pin-entry.tsx";
