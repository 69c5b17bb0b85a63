import { useEffect, useState } from "react";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { Card } from "../../../shared/cards/card.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk } from "../../lib/hooks.ts";
import { formatCard } from "../../ui/card-name.ts";
import type { Booking } from "./use-booking.ts";
import { useLatest } from "../../lib/use-latest.ts";

/** What is under way: the card window, the practice form, or taking an earlier card by its identifier. */
type Pending = "collect" | "practise" | { readonly earlier: string };

export type CardActions = {
  readonly pending: Pending | null;
  readonly failure: Failure | null;
  /** Opens the card window, or brings it to the front. */
  readonly collect: () => void;
  readonly practise: (card: RouteInput<"cards.practise">["card"]) => void;
  readonly takeEarlier: (cardId: string) => void;
};

type Options = { readonly booking: Booking; readonly onSaveForLater: () => void };

/**
 * The ways to a card, one at a time. They outlive the step they are on: the card window may be open while
 * somebody looks something up on another step.
 */
export function useCard({ booking, onSaveForLater }: Options): CardActions {
  const { bridge } = useDesk();
  const announce = useAnnounce();
  const [pending, setPending] = useState<Pending | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  // The booking may be another step on, or booked, before the card window is done with.
  const saveForLater = useLatest(onSaveForLater);

  // Main says when a card is in the booking: this form need not be the one that asked for it.
  const { dispatch, draft } = booking;
  const { itemId: own } = draft;
  useEffect(
    () =>
      bridge.listen("card.came", ({ itemId, card, patient }) => {
        if (itemId === own) dispatch({ type: "card-came", card, patient });
      }),
    [bridge, dispatch, own],
  );

  /** Saves what is typed, so that main knows the booking, then asks for its card. Null: there is to be none. */
  const ask = async (
    kind: Pending,
    call: (itemId: string) => Promise<Result<Card | null>>,
  ): Promise<void> => {
    if (pending !== null) return;
    setPending(kind);
    setFailure(null);
    const saved = await booking.draft.flush();
    const answer = !saved.ok || saved.value === null ? saved : await call(saved.value);
    setPending(null);
    if (!answer.ok) return setFailure(answer.failure);
    if (answer.value === null || typeof answer.value === "string") return;
    announce(words.booking.card.added({ card: formatCard(answer.value) }));
  };

  const collected = async (itemId: string): Promise<Result<Card | null>> => {
    const answer = await bridge.call("cards.collect", { itemId });
    if (!answer.ok) return answer;
    if (answer.value.outcome === "collected") return { ok: true, value: answer.value.card };
    if (answer.value.reason === "save-for-later") saveForLater.current();
    else announce(words.booking.card.windowClosed);
    return { ok: true, value: null };
  };
  /** The window that is open comes to the front; its answer goes to whoever asked first. */
  const bringToFront = (): void => {
    const { itemId } = booking.draft;
    if (itemId !== null) void bridge.call("cards.collect", { itemId });
  };

  return {
    pending,
    failure,
    collect: () => (pending === "collect" ? bringToFront() : void ask("collect", collected)),
    practise: (card) => void ask("practise", (itemId) => bridge.call("cards.practise", { itemId, card })),
    takeEarlier: (cardId) =>
      void ask({ earlier: cardId }, (itemId) => bridge.call("cards.useEarlier", { itemId, cardId })),
  };
}
