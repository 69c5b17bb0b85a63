import { firstSettings } from "../../main/account/first-settings.ts";

/** What a new account starts with. */
export const settings = firstSettings("America/New_York");
