import { isLongPast } from "../../shared/bookings/booking-form.ts";
import type { ListedItem } from "../../shared/outbox/item.ts";
import { useMember, useSettings } from "./hooks.ts";
import { getItemKind } from "./item-kinds.ts";
import { useNow } from "./use-now.ts";
import { useIsStopped } from "./use-tally.ts";

/** What keeps all that waits from going out by itself: a person stopped the sending, or sharing with the other desks has stopped. */
export type DeskHold = "sending-stopped" | "sharing-stopped";
/** What keeps one item: the visit's time has passed meanwhile, or what keeps all. */
export type ItemHold = DeskHold | "time-passed";

/** What keeps items of this kind; null: nothing does. */
export function useHold(kind: ListedItem["kind"]): DeskHold | null {
  const isSendingStopped = useIsStopped();
  const member = useMember();
  // Of the rest other desks have none. Resuming sends no booking while nobody can say who else has it.
  if (kind === "booking" && member?.line === "stopped") return "sharing-stopped";
  return isSendingStopped ? "sending-stopped" : null;
}

/** What keeps this item; null: nothing does. */
export function useItemHold(item: ListedItem): ItemHold | null {
  const hold = useHold(item.kind);
  const { settings } = useSettings();
  const now = useNow();
  const instant =
    settings === null ? null : getItemKind(item).instant(item, { patient: null, settings, now });
  // What another desk holds never goes out from here, whatever its time.
  if (item.status === "elsewhere") return hold;
  return instant !== null && isLongPast(Date.parse(instant), Date.parse(now)) ? "time-passed" : hold;
}
