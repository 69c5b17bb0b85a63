import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";

/** The `iss` of every token the mock makes. Fixed, so that an account outlives a change of port. */
export const mockIssuer = "front-desk-mock";

/** The subject of `MockService.token`, which owns the sample patients. */
export const defaultSubject = "practice-clinic";

const tenYears = 10 * 365 * 24 * 60 * 60;

export type TokenRequest = {
  readonly subject: string;
  /** Negative for a token that has expired. Ten years when absent. */
  readonly expiresInSeconds?: number;
  /** Added to the claims, or put in place of them. */
  readonly extraClaims?: Readonly<Record<string, unknown>>;
};

/** `challenge` is the value of the `WWW-Authenticate` header (RFC 6750, section 3). */
export type Verdict =
  | { readonly accepted: true; readonly account: string }
  | { readonly accepted: false; readonly challenge: string; readonly message: string };

export type Tokens = {
  readonly issue: (request: TokenRequest) => Promise<string>;
  /** Judges the value of an `Authorization` header. */
  readonly verify: (header: string | undefined) => Promise<Verdict>;
};

/** The account a token names: its issuer and subject, written so that no two pairs are alike. */
export function accountOf(subject: string, issuer: string = mockIssuer): string {
  return JSON.stringify([issuer, subject]);
}

function refuse(message: string): Verdict {
  const challenge = `Bearer realm="appointments", error="invalid_token", error_description="${message}"`;
  return { accepted: false, challenge, message };
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "The access token has expired.";
  if (error instanceof errors.JWSSignatureVerificationFailed) return "The access token's signature is wrong.";
  return "The access token is not a valid JWT.";
}

function accountOfClaims(claims: JWTPayload): Verdict {
  const { sub, iss } = claims;
  if (sub === undefined || sub === "") return refuse("The access token names no account (sub).");
  return { accepted: true, account: accountOf(sub, iss ?? "") };
}

/** Makes and checks bearer JWTs, HS256 with `secret`. Expiry is judged by `clock`. */
export function createTokens(secret: string, clock: () => Date): Tokens {
  const key = new TextEncoder().encode(secret);
  return {
    issue({ subject, expiresInSeconds = tenYears, extraClaims = {} }) {
      const now = Math.floor(clock().getTime() / 1000);
      const claims = { iss: mockIssuer, sub: subject, iat: now, exp: now + expiresInSeconds, ...extraClaims };
      return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(key);
    },
    async verify(header) {
      if (header === undefined || header === "") {
        const message = "An access token is required.";
        return { accepted: false, challenge: 'Bearer realm="appointments"', message };
      }
      const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
      if (token === undefined) return refuse("The Authorization header is not of the form Bearer TOKEN.");
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], currentDate: clock() });
        return accountOfClaims(payload);
      } catch (error) {
        return refuse(reasonOf(error));
      }
    },
  };
}
