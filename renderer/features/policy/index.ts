export { OtherServiceBanner, PolicyRefused, PolicyWaits, ProxyBanner } from "./notices.tsx";
export { PinGate } from "./pin-gate.tsx";
export { ProxyDialog } from "./proxy-dialog.tsx";
