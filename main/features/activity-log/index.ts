export { parseDetails } from "./log-list.ts";
export { type Cut, findLastBefore } from "./log-thinning.ts";
