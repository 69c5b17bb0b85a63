export { Addresses } from "./addresses.tsx";
export { BookingNews, NoticeEvidence } from "./booking-news.tsx";
export { Gaps, Meaning } from "./meaning.tsx";
export { noticeWords, type When } from "./notice-words.ts";
export { Received } from "./received.tsx";
export { useDenied, useNoticesVersion } from "./use-notices.ts";
