export { createNoticeMarks } from "./marks.ts";
