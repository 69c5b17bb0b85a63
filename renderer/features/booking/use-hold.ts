import { useRef } from "react";
import type { Failure } from "../../../shared/core/failure.ts";
import type { BookingItem } from "../../../shared/outbox/item.ts";
import { said } from "../../../messages/saying.ts";
import { words } from "../../../messages/words.ts";
import { useCommand, useDesk, useToast } from "../../lib/hooks.ts";
import { isClosed, isSettled } from "../../lib/item-form.ts";
import { isAboutToGo } from "../../lib/moments.ts";
import type { Booking } from "./use-booking.ts";
import { useIsHere } from "../../lib/use-latest.ts";

export type BookingHold = {
  readonly hold: () => void;
  readonly saveForLater: () => void;
};

type Options = {
  readonly booking: Booking;
  readonly onNew: () => void;
  readonly onSavedForLater: (item: BookingItem) => void;
};

/** Pausing the booking with one key and straight on, or saving it for later with a word of confirmation. */
export function useBookingHold({ booking, onNew, onSavedForLater }: Options): BookingHold {
  const { bridge, moments } = useDesk();
  const toast = useToast();
  const isHere = useIsHere();
  const isPutting = useRef(false);
  /** Said where the booking is; of one that was left it is nobody's form any more that could say it. */
  const failed = (failure: Failure): null => {
    if (isHere.current) booking.dispatch({ type: "failed", failure });
    else toast(said(failure.why));
    return null;
  };
  const put = async (way: "hold" | "save"): Promise<BookingItem | null> => {
    // What a link filled in is kept now that a person wants it kept.
    const saved = await booking.draft.flush(booking.isAsLinked);
    if (!saved.ok) return failed(saved.failure);
    if (saved.value === null) {
      booking.dispatch({ type: "reopened" });
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
    if (!answer.ok) return failed(answer.failure);
    return answer.value.kind === "booking" ? answer.value : null;
  };
  /** One that is about to be sent is taken back by it. */
  const holdBack = async (id: string): Promise<BookingItem | null> => {
    const answer = await bridge.call("items.hold", { id });
    if (answer.ok) return answer.value.kind === "booking" ? answer.value : null;
    toast(said(answer.failure.why));
    return null;
  };
  /** Once for however many presses. What is typed meanwhile would take it up again: until main has answered nothing is. */
  const putOnce = async (way: "hold" | "save"): Promise<BookingItem | null> => {
    const { phase } = booking.state;
    const { itemId } = booking.draft;
    if (isPutting.current) return null;
    if (way === "hold" && itemId !== null && isAboutToGo(moments.getState(), itemId)) return holdBack(itemId);
    if (isClosed(phase) || isSettled(phase)) return null;
    isPutting.current = true;
    booking.dispatch({ type: "keeping" });
    const item = await put(way);
    isPutting.current = false;
    return item;
  };
  const hold = async (): Promise<void> => {
    const item = await putOnce("hold");
    if (item === null) return;
    const { held, heldInOutbox, heldMeanwhile } = words.booking;
    // Whoever has gone elsewhere stays there.
    if (!isHere.current) return toast(heldMeanwhile);
    toast(item.status === "on-hold" ? held : heldInOutbox);
    booking.dispatch({ type: "reopened" });
    onNew();
  };
  const saveForLater = async (): Promise<void> => {
    const item = await putOnce("save");
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
