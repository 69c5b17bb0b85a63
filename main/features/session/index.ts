export { createFirstSettings } from "./first-settings.ts";
export { type StoredSession, createKeptSession } from "./kept-session.ts";
export { practiceAccount, readToken } from "./sign-in.ts";
export { readTokenFacts, readTokenOwner } from "./token-facts.ts";
