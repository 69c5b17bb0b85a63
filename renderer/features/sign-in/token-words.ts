import type { TokenFacts } from "../../../contract/records/account.ts";

/** What is said below the token field while it is typed. Nothing here blocks: only the service can judge. */
export type TokenWords = { readonly echo: string | null; readonly warning: string | null };

const moment = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});
const day = 24 * 60 * 60 * 1000;

/** How much longer something lasts, in the largest unit that fits: "3 hours". */
export function lengthOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  const [count, unit] =
    minutes < 90
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1440), "day"];
  return `${String(count)} ${unit}${count === 1 ? "" : "s"}`;
}

function expiry(expiresAt: string | null, now: number): TokenWords {
  if (expiresAt === null) return { echo: "does not say when it expires", warning: null };
  const at = Date.parse(expiresAt);
  const when = moment.format(at);
  if (at <= now) return { echo: null, warning: `This token expired on ${when}. Ask for a new one.` };
  const warning = at - now < day ? `This token expires in ${lengthOf(at - now)}.` : null;
  return { echo: `expires ${when}`, warning };
}

/** `now` in milliseconds since 1970. */
export function tokenWords(facts: TokenFacts, now: number): TokenWords {
  if (!facts.isJwt) {
    return {
      echo: null,
      warning: "This does not read as a JWT. It can be tried: the service decides whether it is accepted.",
    };
  }
  const until = expiry(facts.expiresAt, now);
  const whose = facts.subject === null ? "names nobody" : `for ${facts.subject}`;
  return { echo: until.echo === null ? null : `A JWT ${whose}, ${until.echo}`, warning: until.warning };
}
