import { decodeJwt, type JWTPayload } from "jose";
import type { TokenFacts } from "../../../shared/session/account.ts";

/** Longest name that is shown, in characters. */
const longestShown = 200;

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The expiry as an instant; a number that is no date is no expiry. */
function instant(seconds: unknown): string | null {
  if (typeof seconds !== "number") return null;
  const date = new Date(seconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function claimsOf(token: string): JWTPayload | null {
  try {
    return decodeJwt(token);
  } catch {
    return null;
  }
}

type TokenOwner = { readonly issuer: string | null; readonly subject: string | null };
const ownerIn = (claims: JWTPayload | null): TokenOwner => ({
  issuer: text(claims?.iss),
  subject: text(claims?.sub),
});

/**
 * Whom a token names (RFC 7519, 4.1.1 and 4.1.2), unverified and whole: two who differ in one character are two.
 * What is not a text names nobody; nor do an email address or a client, which may be another's tomorrow.
 */
export const readTokenOwner = (token: string): TokenOwner => ownerIn(claimsOf(token));

/** What a token says of itself, unverified, to be shown. A token that is no JWT has no facts, and may still be used. */
export function readTokenFacts(token: string): TokenFacts {
  const claims = claimsOf(token);
  const { issuer, subject } = ownerIn(claims);
  return {
    isJwt: claims !== null,
    subject: subject?.slice(0, longestShown) ?? null,
    issuer: issuer?.slice(0, longestShown) ?? null,
    expiresAt: instant(claims?.exp),
  };
}
