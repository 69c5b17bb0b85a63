import { loadOnDemand } from "./on-demand.tsx";

/** A dialog over the window. What it is made of is loaded with the first one. */
export const Dialog = loadOnDemand(async () => (await import("./modal-dialog.tsx")).ModalDialog);
