import { firstSettings } from "../../main/features/session/first-settings.ts";

/** What a new account starts with. */
export const settings = firstSettings("America/New_York");
