import type { AccountId } from "../../../shared/session/account.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import { keptSecrets, type KeptSecrets } from "./membership.ts";
import { parseClaims } from "./kept-claims.ts";

/** The keys of a desk of a clinic, in the system's keychain. Records that are put elsewhere leave them behind. */
const nameOf = (account: AccountId): string => `clinic ${account}`;

export async function readSecrets(secrets: SecretStore, account: AccountId): Promise<KeptSecrets | null> {
  const stored = await secrets.get(nameOf(account));
  return stored.ok ? parseClaims(keptSecrets, stored.value) : null;
}

/** Null: they are kept. */
export const keepSecrets = (secrets: SecretStore, account: AccountId, kept: KeptSecrets) =>
  secrets.set(nameOf(account), JSON.stringify(kept));

export const forgetSecrets = (secrets: SecretStore, account: AccountId) => secrets.delete(nameOf(account));
