import { useSettings } from "../../lib/hooks.ts";
import { useNow } from "../../lib/use-now.ts";
import { formatMoment, readWallTime } from "./visit.ts";

const useTimeZone = (): string =>
  useSettings().settings?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day of a moment on the clinic's clock, as YYYY-MM-DD. */
export function useDayOf(): (instant: string) => string {
  const timeZone = useTimeZone();
  return (instant) => readWallTime(instant, timeZone)?.date ?? instant;
}

/** Words a moment on the clinic's clock: `2:03 PM`, with the day when it is not today's. */
export function useWhen(): (instant: string) => string {
  const now = useNow();
  const timeZone = useTimeZone();
  return (instant) => formatMoment(instant, { timeZone, now });
}
