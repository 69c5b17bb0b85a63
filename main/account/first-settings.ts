import type { Settings } from "../../contract/records/settings.ts";

/** What a new account starts with. */
export const firstSettings = (timeZone: string): Settings => ({
  timeZone,
  services: [],
  currency: "USD",
  dateOrder: "month-first",
  theme: "system",
  trustsIdempotencyKey: false,
  card: { publishableKey: "", setupIntentUrl: "" },
});
