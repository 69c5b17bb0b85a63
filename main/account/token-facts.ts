import { decodeJwt } from "jose";
import type { TokenFacts } from "../../contract/records/account.ts";

const text = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value.slice(0, 200) : null;

/** The expiry as an instant; a number that is no date is no expiry. */
function instant(seconds: unknown): string | null {
  if (typeof seconds !== "number" || !Number.isFinite(seconds)) return null;
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** What a token says of itself, unverified. A token that is no JWT has no facts, and may still be used. */
export function tokenFacts(token: string): TokenFacts {
  try {
    const claims = decodeJwt(token);
    return {
      isJwt: true,
      subject: text(claims.sub),
      issuer: text(claims.iss),
      expiresAt: instant(claims.exp),
    };
  } catch {
    return { isJwt: false, subject: null, issuer: null, expiresAt: null };
  }
}
