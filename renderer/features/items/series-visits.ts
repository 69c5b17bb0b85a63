import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { readSeries } from "../../../shared/bookings/series.ts";
import { getToday } from "../../../shared/time/zoned-time.ts";
import { words } from "../../../messages/words.ts";

/** When a booking is for, with how many visits its rule makes of it: `Tue Dec 1, 2:00 PM (6 visits)`. One that is not repeated stays as it is. */
export function withVisits(
  when: string,
  item: ListedItem,
  { dateOrder }: Pick<Settings, "dateOrder">,
): string {
  if (item.kind !== "booking" || when.trim() === "") return when;
  const { form, updatedAt: now } = item;
  const count = readSeries(form, {
    today: getToday(form.timeZone, now),
    now,
    dateOrder,
    patient: null,
  })?.count;
  return count === undefined || count < 2 ? when : words.items.several({ when, count });
}
