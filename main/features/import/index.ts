export { formatExportedLine } from "./exported-line.ts";
export { createTurns } from "./turns.ts";
export { type WriteLine, writeLines } from "./write-lines.ts";
