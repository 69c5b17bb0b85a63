export { BookingNews, NoticeEvidence } from "./booking-news.tsx";
export { formatEventKind, formatNotice, formatNoticeLine, type FormatInstant } from "./notice-words.ts";
