import type { TokenFacts } from "../../../shared/session/account.ts";
import { zonedText } from "../../../messages/format.ts";
import { words } from "../../../messages/words.ts";

/** What is said below the token field while it is typed. Nothing here blocks: only the service can judge. */
export type TokenWords = { readonly echo: string | null; readonly warning: string | null };

const minute = 60_000;
const day = 24 * 60 * minute;

/** A moment on this computer's clock, as a message takes it; `instant` is RFC 3339. */
export const formatMomentHere = (instant: string): string =>
  zonedText(instant, Intl.DateTimeFormat().resolvedOptions().timeZone);

/** How much longer something lasts, in the largest unit that fits. */
export function toLargestUnit(milliseconds: number): {
  readonly count: number;
  readonly unit: "minute" | "hour" | "day";
} {
  const minutes = Math.round(milliseconds / minute);
  if (minutes < 90) return { count: minutes, unit: "minute" };
  if (minutes < 48 * 60) return { count: Math.round(minutes / 60), unit: "hour" };
  return { count: Math.round(minutes / 1440), unit: "day" };
}

/** `now` in milliseconds since 1970. */
export function describeToken({ isJwt, subject, expiresAt }: TokenFacts, now: number): TokenWords {
  const { facts } = words.signIn;
  if (!isJwt) return { echo: null, warning: facts.noJwt };
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - now;
  const when = expiresAt === null ? "" : formatMomentHere(expiresAt);
  if (left <= 0) return { echo: null, warning: facts.expired({ when }) };
  return {
    echo: facts.jwt({
      whose: subject === null ? "unnamed" : "named",
      subject: subject ?? "",
      ends: expiresAt === null ? "unknown" : "known",
      when,
    }),
    warning: left < day ? facts.expiresIn(toLargestUnit(left)) : null,
  };
}
