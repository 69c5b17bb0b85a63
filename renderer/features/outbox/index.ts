export { BookAgainQuestion } from "./question.tsx";
export { DraftsBanner } from "./drafts-banner.tsx";
export { NextCard } from "./next-card.tsx";
export { OutboxView } from "./view.tsx";
export { BackOnline } from "./back-online.tsx";
export { formatBegun, sortCalls, countPeople, formatTries } from "./call-words.ts";
