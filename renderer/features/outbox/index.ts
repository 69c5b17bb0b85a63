export { BookAgainQuestion } from "./book-again-question.tsx";
export { ItemName } from "./item-name.tsx";
export { NextCard } from "./next-card.tsx";
export { OutboxView } from "./view.tsx";
