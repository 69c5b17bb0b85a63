/** Without a usable Retry-After, and at most: seconds. */
const usual = 30;
const longest = 15 * 60;

/**
 * `Retry-After` (RFC 9110, 10.2.3) as whole seconds from `now`: delay-seconds or an HTTP-date. Anything
 * else is 30 seconds; more than a quarter of an hour is asked for again after that quarter.
 */
export function parseRetryAfter(value: string | null, now: Date): number {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Math.min(Math.max(Number(text), 1), longest);
  // Date.parse reads far more than HTTP-dates; those always end in GMT.
  const at = text.endsWith(" GMT") ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return usual;
  return Math.min(Math.max(Math.ceil((at - now.getTime()) / 1_000), 1), longest);
}
