export { distinct } from "./cards.ts";
