import type { AccountId } from "../../contract/records/account.ts";
import type { Settings } from "../../contract/records/settings.ts";

/** Settings are kept per account: practice never mixes with a clinic's own. */
export type SettingsRecords = {
  readonly get: (accountId: AccountId) => Settings | null;
  readonly set: (accountId: AccountId, settings: Settings) => void;
};

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
