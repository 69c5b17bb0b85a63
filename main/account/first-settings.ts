import { firstDaySettings, type Settings } from "../../contract/records/settings.ts";

/** What a new account starts with; `timeZone` is an IANA name. */
export const firstSettings = (timeZone: string, language: Settings["language"] = "system"): Settings => ({
  ...firstDaySettings,
  timeZone,
  services: [],
  currency: "USD",
  dateOrder: "month-first",
  theme: "system",
  language,
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});
