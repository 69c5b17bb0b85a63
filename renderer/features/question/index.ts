export { Question } from "./question.tsx";
