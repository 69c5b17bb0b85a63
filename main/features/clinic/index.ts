export { explainAway, buildClinicView } from "./clinic-view.ts";
export { createHubClient } from "./hub-client.ts";
export { isAdmin } from "./membership.ts";
