export { AdminDialog } from "./admin-dialog.tsx";
export { AdminEntry } from "./admin-entry.tsx";
export { AdminGate } from "./admin-gate.tsx";
export { LockScreen } from "./lock-screen.tsx";
export { PinDialog } from "./pin-dialog.tsx";
