export { exportedLine } from "./exported-line.ts";
export { turns } from "./turns.ts";
export { type WriteLine, writeLines } from "./write-lines.ts";
