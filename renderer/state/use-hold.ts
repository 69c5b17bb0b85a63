import type { ListedItem } from "../../contract/records/item.ts";
import { useMember } from "./hooks.ts";
import { useIsStopped } from "./use-tally.ts";

/** What keeps an item that waits from going out by itself: a person stopped the sending, or sharing with the other desks has stopped. */
export type Hold = "sending-stopped" | "sharing-stopped";

/** What keeps items of this kind; null: nothing does. */
export function useHold(kind: ListedItem["kind"]): Hold | null {
  const isSendingStopped = useIsStopped();
  const member = useMember();
  // Of the rest other desks have none. Resuming sends no booking while nobody can say who else has it.
  if (kind === "booking" && member?.line === "stopped") return "sharing-stopped";
  return isSendingStopped ? "sending-stopped" : null;
}
