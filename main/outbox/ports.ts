import type { AccountId } from "../../contract/records/account.ts";
import type { Settings } from "../../contract/records/settings.ts";
import type { Credentials } from "../service/client.ts";

/** The account at the desk now. */
export type CurrentAccount = {
  readonly accountId: AccountId;
  readonly practice: boolean;
  readonly credentials: Credentials;
};

export type OutboxContext = {
  readonly account: () => CurrentAccount | null;
  readonly settings: () => Settings;
};
