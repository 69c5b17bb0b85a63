export { recordFrom, recordKey } from "./record.ts";
