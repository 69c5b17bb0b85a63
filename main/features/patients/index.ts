export { cardsOfPerson } from "./patients.ts";
