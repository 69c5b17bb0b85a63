import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { BookingLine } from "../../../shared/bookings/booking-line.ts";
import type { Failure } from "../../../shared/core/failure.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { useItems, useMoments } from "../../lib/hooks.ts";
import { isAboutToGo } from "../../lib/moments.ts";
import { useRoute } from "../../lib/use-route.ts";
import type { Recent, StartContext } from "./start-rows.ts";

/** At most so many rows of each group. */
export const shownRows = 4;
/** Enough of them to know whom to call first. */
const mostCalls = 200;

export type StartLists = {
  /** False until all of it was read once: nothing moves when the last list comes. */
  readonly isRead: boolean;
  /** Why one of them could not be read. */
  readonly failure: Failure | null;
  readonly recent: readonly Recent[];
  readonly drafts: { readonly items: readonly ListedItem[]; readonly total: number };
  /** Null where it could not be read: that nobody comes is not said then. */
  readonly today: readonly BookingLine[] | null;
  readonly calls: readonly ListedItem[];
};

/** What was done here last and what is to be done today, read again as items change. */
export function useStart({ settings, now }: StartContext, exceptItem: string | null): StartLists {
  const refresh = useItems((items) => items.version);
  const moments = useMoments();
  const from = getToday(settings.timeZone, now);
  const recent = useRoute("patients.search", { text: "", limit: shownRows }, { refresh });
  const drafts = useRoute(
    "items.list",
    {
      kinds: ["booking", "patient"],
      statuses: ["draft", "on-hold", "saved-for-later"],
      limit: shownRows + 1,
      offset: 0,
    },
    { refresh },
  );
  const today = useRoute(
    "bookings.days",
    { from, days: 1, timeZone: settings.timeZone },
    { refresh, clears: true },
  );
  const calls = useRoute(
    "items.list",
    { kinds: ["booking"], statuses: ["needs-card"], limit: mostCalls, offset: 0 },
    { refresh },
  );
  const all = [recent, drafts, today, calls];
  const others = (drafts.value?.items ?? []).filter(
    ({ id }) => id !== exceptItem && !isAboutToGo(moments, id),
  );
  const left = (drafts.value?.items.length ?? 0) - others.length;
  return {
    isRead: all.every(({ state }) => state !== "loading"),
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    recent: (recent.value?.patients ?? []).flatMap((patient) => {
      const last = recent.value?.last[patient.id];
      return last === undefined ? [] : [{ patient, ...last }];
    }),
    drafts: { items: others, total: (drafts.value?.total ?? 0) - left },
    today: today.value?.rows ?? null,
    calls: calls.value?.items ?? [],
  };
}
