export { HandoverView } from "./view.tsx";
export { StaffDialog } from "./staff-dialog.tsx";
