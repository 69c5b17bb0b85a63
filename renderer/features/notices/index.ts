export { BookingNews, NoticeEvidence } from "./booking-news.tsx";
export { eventWord, noticeWords, saysOf, type When } from "./notice-words.ts";
