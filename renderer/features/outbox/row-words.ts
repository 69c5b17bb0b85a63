import { cleanLine } from "../../../shared/text/clean-text.ts";
import { getLastTriedAt } from "../../../shared/outbox/attempts.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { describeItem, getItemKind, formatServiceOf } from "../../lib/item-kinds.ts";
import { formatLastTry } from "./call-words.ts";
import { formatMoment, formatVisitTime, withVisits } from "../items/index.ts";

export type RowContext = {
  readonly settings: Pick<Settings, "services" | "dateOrder" | "timeZone">;
  /** RFC 3339 instant. */
  readonly now: string;
  /** The desk that holds an item, by its id; null where that is not known. */
  readonly holder?: (id: string) => string | null;
};

export type RowWords = {
  /** Whose it is: `Ruth Abernathy`. */
  readonly name: string;
  /** `Tue Nov 24, 11:30 AM · Annual physical`; in place of the service what tells most where it stands. */
  readonly detail: string;
  /** `sent 9:02 AM`. */
  readonly meta: string;
};

/** When a booking is for, in a few words; null where no moment can be read, or there is none. */
export function formatRowVisit(item: ListedItem, { settings, now }: RowContext): string | null {
  const instant = getItemKind(item).instant(item, { patient: null, settings, now });
  if (instant === null || item.kind !== "booking") return null;
  return formatVisitTime(instant, { timeZone: item.form.timeZone, clinicZone: settings.timeZone, now });
}

/** What matters most beside the time: why it was refused, whom to call, or the service. */
function second(
  item: ListedItem,
  { phone, isTimed }: { readonly phone: string | null; readonly isTimed: boolean },
  { settings }: RowContext,
): string | null {
  if (item.status === "needs-card")
    return phone === null || phone.trim() === "" ? words.outbox.noPhone : phone;
  if (item.problem !== null && item.status !== "needs-checking") return said(item.problem.why);
  return item.kind === "booking" && isTimed ? formatServiceOf(item, settings.services) : null;
}

/** A line of the outbox: nothing hidden in it, and nothing endless. */
export function describeOutboxRow(item: ListedItem, context: RowContext): RowWords {
  const { settings, now } = context;
  const patient = ("patient" in item ? item.patient : null) ?? null;
  const { title, detail, phone } = describeItem(item, { patient, settings, now });
  const visit = formatRowVisit(item, context);
  const parts = [
    withVisits(visit ?? detail, item, settings),
    second(item, { phone, isTimed: visit !== null }, context),
  ].filter((part) => part !== null && part.trim() !== "");
  return { name: title, detail: cleanLine(parts.join(" · ")), meta: metaOf(item, context) };
}

function metaOf(item: ListedItem, { settings, now, holder }: RowContext): string {
  const when = (instant: string): string => formatMoment(instant, { timeZone: settings.timeZone, now });
  if (item.status === "needs-checking" && item.attempts.length > 0) {
    const sent = getLastTriedAt(item);
    return sent === null ? words.outbox.row.notKnown : words.outbox.row.sent({ when: when(sent) });
  }
  if (item.status === "needs-card") return formatLastTry(item, { settings, now });
  return (item.status === "elsewhere" ? holder?.(item.id) : null) ?? when(item.updatedAt);
}
