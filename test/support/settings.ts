import { createFirstSettings } from "../../main/features/session/first-settings.ts";

/** What a new account starts with. */
export const settings = createFirstSettings("America/New_York");
