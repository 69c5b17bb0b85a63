import { useMemo } from "react";
import type { Settings } from "../../../contract/records/settings.ts";
import type { RouteOutput } from "../../../contract/routes.ts";
import { useItems, useLanguage } from "../../state/hooks.ts";
import { useRoute, type Reading } from "../../state/use-route.ts";
import { lineWords, type AgendaLine } from "./line-words.ts";

type Days = {
  readonly reading: Reading<RouteOutput<"bookings.days">> & { readonly reload: () => void };
  readonly lines: readonly AgendaLine[];
};

/** The bookings of some days on the clinic's clock, read again as items change. @param from `YYYY-MM-DD` */
export function useDays(settings: Settings, from: string, days: number): Days {
  const version = useItems((state) => state.version);
  const language = useLanguage();
  const { timeZone } = settings;
  const reading = useRoute("bookings.days", { from, days, timeZone }, { refresh: version, clears: true });
  const rows = reading.value?.rows;
  const lines = useMemo(
    () => (rows ?? []).map((line) => ({ line, words: lineWords(line, settings) })),
    // oxlint-disable-next-line react/exhaustive-deps -- the words are of a language
    [rows, settings, language],
  );
  return { reading, lines };
}
