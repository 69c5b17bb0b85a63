import type { BookingItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useCommand, useDesk, useToast } from "../../state/hooks.ts";
import { isOver } from "../../state/item-form.ts";
import type { Booking } from "./use-booking.ts";
import { useIsHere } from "../../state/use-latest.ts";

export type Hold = {
  readonly hold: () => void;
  readonly saveForLater: () => void;
};

type Options = {
  readonly booking: Booking;
  readonly onNew: () => void;
  readonly onSavedForLater: (item: BookingItem) => void;
};

/** Pausing the booking with one key and straight on, or saving it for later with a word of confirmation. */
export function useHold({ booking, onNew, onSavedForLater }: Options): Hold {
  const { bridge } = useDesk();
  const toast = useToast();
  const isHere = useIsHere();
  const put = async (way: "hold" | "save"): Promise<BookingItem | null> => {
    // What a link filled in is kept now that a person wants it kept.
    const saved = await booking.draft.flush(booking.isAsLinked);
    if (!saved.ok) {
      booking.dispatch({ type: "failed", failure: saved.failure });
      return null;
    }
    if (saved.value === null) {
      toast(words.booking.nothingToKeep);
      return null;
    }
    const id = saved.value;
    // One that is complete waits for "Send now"; any other is held as the draft it is.
    const kept = way === "save" ? await bridge.call("items.submit", { id, wait: false }) : null;
    const answer =
      kept === null || (!kept.ok && kept.failure.code === "invalid-input")
        ? await bridge.call("items.hold", { id })
        : kept;
    if (!answer.ok) booking.dispatch({ type: "failed", failure: answer.failure });
    return answer.ok && answer.value.kind === "booking" ? answer.value : null;
  };
  const canHold = booking.state.phase.kind !== "sending" && !isOver(booking.state.phase);
  const hold = async (): Promise<void> => {
    if (!canHold || (await put("hold")) === null) return;
    toast(words.booking.held);
    onNew();
  };
  const saveForLater = async (): Promise<void> => {
    const item = canHold ? await put("save") : null;
    if (item === null) return;
    // Asked for by its card window while another booking is typed: that one stays on the screen.
    const { savedMeanwhile } = words.booking;
    // The screen's heading says it, and takes the focus.
    if (isHere.current) onSavedForLater(item);
    else toast(savedMeanwhile);
  };
  const commands = { hold: () => void hold(), saveForLater: () => void saveForLater() };
  useCommand("hold", commands.hold);
  return commands;
}
