export { dedupeCards } from "./cards.ts";
