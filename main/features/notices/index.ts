export { noticeMarks } from "./marks.ts";
