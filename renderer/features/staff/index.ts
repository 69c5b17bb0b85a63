export { StaffDialog } from "./staff-dialog.tsx";
