import { useEffect, useMemo } from "react";
import type { Settings } from "../../../shared/settings/settings.ts";
import type { RouteOutput } from "../../../shared/routes.ts";
import { useItems, useLanguage } from "../../lib/hooks.ts";
import { useLatest } from "../../lib/use-latest.ts";
import { useRoute, type RouteReading } from "../../lib/use-route.ts";
import { formatBookingLine, type AgendaLine } from "./line-words.ts";

type Days = {
  readonly reading: RouteReading<RouteOutput<"bookings.days">> & { readonly reload: () => void };
  readonly lines: readonly AgendaLine[];
};

type Wanted = {
  readonly settings: Settings;
  /** The first day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly days: number;
  /** What is open beside them. */
  readonly chosen: string | null;
  readonly onClose: () => void;
};

/** The bookings of some days on the clinic's clock, read again as items change. What is open beside them is one of them, or is closed. */
export function useDays({ settings, from, days, chosen, onClose }: Wanted): Days {
  const version = useItems((state) => state.version);
  const language = useLanguage();
  const { timeZone } = settings;
  const reading = useRoute("bookings.days", { from, days, timeZone }, { refresh: version, clears: true });
  const rows = reading.value?.rows;
  const lines = useMemo(
    () => (rows ?? []).map((line) => ({ line, words: formatBookingLine(line, settings) })),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [rows, settings, language],
  );
  const isGone = chosen !== null && rows !== undefined && rows.every(({ id }) => id !== chosen);
  const close = useLatest(onClose);
  useEffect(() => {
    if (isGone) close.current();
  }, [isGone, close]);
  return { reading, lines };
}
