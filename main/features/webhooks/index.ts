export { tryToken } from "./webhooks.ts";
