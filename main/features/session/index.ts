export { firstSettings } from "./first-settings.ts";
export { type Kept, keptSession } from "./kept-session.ts";
export { practiceAccount, readToken } from "./sign-in.ts";
export { tokenFacts, tokenOwner } from "./token-facts.ts";
