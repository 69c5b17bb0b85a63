import { z } from "zod";
import { saying } from "../core/saying.ts";

/**
 * Identifies an account on this computer: a digest of service address, issuer and subject; where a token names no
 * subject, a random one, and a person says which account it is.
 */
export const accountId = z.string().min(1).max(128);
export type AccountId = z.infer<typeof accountId>;

/** Under which key of `meta` an account keeps the name of who is at the desk; empty: nobody has said. */
export const getStaffKey = (account: AccountId): string => `staff ${account}`;

/** What a token says of itself. Nothing here is verified: only the service can. Never holds the token. */
export const tokenFactsSchema = z.strictObject({
  isJwt: z.boolean(),
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
  /** RFC 3339 instant; null when the token names none. */
  expiresAt: z.string().nullable(),
});
export type TokenFacts = z.infer<typeof tokenFactsSchema>;

/** Where the desk is signed in, as the window may know it. */
export const session = z.strictObject({
  status: z.enum(["signed-out", "signed-in", "token-refused"]),
  practice: z.boolean(),
  serviceAddress: z.string().nullable(),
  accountId: accountId.nullable(),
  token: tokenFactsSchema.nullable(),
  /**
   * `memory`: no keychain was to be had, the token is gone when the app quits. `keychain` while signed out: the
   * keychain did not let go of it, and the next start would sign in with it.
   */
  tokenKept: z.enum(["keychain", "memory"]).nullable(),
});
export type Session = z.infer<typeof session>;

/** The state of the line to the service, from its last real answer. */
export const connection = z.strictObject({
  state: z.enum(["signed-out", "checking", "online", "offline", "token-refused"]),
  /** When the service last answered; RFC 3339 instant. */
  lastAnswerAt: z.string().nullable(),
  /** Why it is offline, as one sentence. */
  reason: saying.nullable(),
});
export type Connection = z.infer<typeof connection>;
