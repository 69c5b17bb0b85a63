export { listCardsOfPerson } from "./patients.ts";
