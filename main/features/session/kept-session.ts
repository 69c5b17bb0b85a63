import { z } from "zod";
import type { Session } from "../../../shared/session/account.ts";
import type { Log } from "../../platform/ports.ts";
import type { SecretProblem, SecretStore } from "../../platform/secret-store.ts";

const secretName = "session";
/** What the keychain holds. */
const kept = z.union([
  z.strictObject({ kind: z.literal("practice") }),
  z.strictObject({
    kind: z.literal("service"),
    serviceAddress: z.string(),
    accountId: z.string(),
    token: z.string(),
  }),
]);
export type StoredSession = z.infer<typeof kept>;

/** Who is signed in, as the keychain keeps it over a restart. */
export type KeptSession = {
  /** Null when there is none, or the keychain does not say. */
  readonly read: () => Promise<StoredSession | null>;
  /** Where it is kept from now on. */
  readonly keep: (value: StoredSession) => Promise<Session["tokenKept"]>;
  /** Null when it is gone; else what is wrong with the keychain, which may hold it still. */
  readonly forget: () => Promise<SecretProblem | null>;
};

export function createKeptSession(secrets: SecretStore, log: Log): KeptSession {
  return {
    read: async () => {
      const stored = await secrets.get(secretName);
      if (stored.ok) return stored.value === null ? null : parse(stored.value);
      log.warn("keychain.not-read", { problem: stored.problem });
      return null;
    },
    keep: async (value) => {
      const result = await secrets.set(secretName, JSON.stringify(value));
      if (!result.ok) log.warn("keychain.not-kept", { problem: result.problem });
      return result.ok ? "keychain" : "memory";
    },
    forget: async () => {
      const result = await secrets.delete(secretName);
      if (!result.ok) log.warn("keychain.not-removed", { problem: result.problem });
      return result.ok ? null : result.problem;
    },
  };
}

function parse(text: string): StoredSession | null {
  try {
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
