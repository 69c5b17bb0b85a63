import { useSettings } from "../../state/hooks.ts";
import { useNow } from "../../state/use-now.ts";
import { momentWords } from "./visit.ts";

/** Words a moment on the clinic's clock: `2:03 PM`, with the day when it is not today's. */
export function useWhen(): (instant: string) => string {
  const { settings } = useSettings();
  const now = useNow();
  const timeZone = settings?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (instant) => momentWords(instant, { timeZone, now });
}
