export { awayReason, clinicView } from "./clinic-view.ts";
export { hubClient } from "./hub-client.ts";
export { isAdmin } from "./membership.ts";
