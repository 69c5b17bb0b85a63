export { parseBackupRecord, recordKey } from "./record.ts";
