import { useCallback, useState } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { words } from "../../../messages/words.ts";
import type { Bridge } from "../../lib/ipc.ts";
import { useAnnounce, useDesk, useNavigation } from "../../lib/hooks.ts";
import type { Target } from "../../lib/navigation.ts";
import { createCardTarget } from "./next-card.tsx";
import { isWaiting, type ItemAction } from "./words.ts";
import { watchAnswer, type ItemsState } from "../../lib/items.ts";
import { formatItemState, getItemKind } from "../../lib/item-kinds.ts";

/** What a done action comes to: words to say, or a place to go on. */
type Done = { readonly say: string; readonly item?: ListedItem } | { readonly go: Target };

const told = (item: ListedItem): Done => ({
  say: words.outbox.announce.status({ status: formatItemState(item) }),
  item,
});

type Desk = { readonly bridge: Bridge; readonly items: StoreApi<ItemsState> };

/** What is done, with which item; `shown`: what the person saw of the clinic's other desks who decides. */
type Act = {
  readonly action: ItemAction | "say-canceled";
  readonly item: ListedItem;
  readonly shown?: ShownClaim | null;
  /** Of the booking that was canceled. */
  readonly number?: number;
};

/** What the question said of it. */
const asRead = (item: ListedItem): RouteInput<"items.discard">["read"] => ({
  status: item.status,
  mayBeMade: mayHaveBeenMade(item),
});

async function perform(
  { bridge, items }: Desk,
  { action, item, shown = null, number = 0 }: Act,
): Promise<Result<Done>> {
  const { id } = item;
  const then = <T>(answer: Result<T>, done: (value: T) => Done): Result<Done> =>
    answer.ok ? { ok: true, value: done(answer.value) } : answer;
  switch (action) {
    case "send":
      return then(await watchAnswer(items, bridge.call("items.submit", { id, wait: true })), told);
    // What was refused opens with its refusal; typing makes the linked draft.
    case "edit":
      if (item.status === "needs-editing") return { ok: true, value: { go: getItemKind(item).target(item) } };
      return then(await bridge.call("items.edit", { id }), (draft) => ({
        go: getItemKind(draft).target(draft),
      }));
    case "change-external-id":
      return then(await bridge.call("items.edit", { id }), (draft) => ({
        go: getItemKind(draft).target(draft),
      }));
    case "add-card":
      return { ok: true, value: { go: createCardTarget(id) } };
    case "mark-booked":
      return then(await bridge.call("items.decide", { id, decision: "booked" }), told);
    case "say-canceled":
      return then(await bridge.call("items.sayCanceled", { id, number }), told);
    case "again":
      return then(
        await watchAnswer(
          items,
          bridge.call("items.decide", { id, decision: "again", ...(shown === null ? {} : { shown }) }),
        ),
        // It may go on under another name, which is sent from there.
        (now) => (now.id === id ? told(now) : { go: { screen: "outbox", itemId: now.id } }),
      );
    case "use-patient": {
      const patientId = getItemKind(item).existingPatient(item) ?? 0;
      return then(await bridge.call("patients.useExisting", { itemId: id, patientId }), () => ({
        say: words.outbox.announce.used({ id: patientId }),
      }));
    }
    case "discard":
      return then(await bridge.call("items.discard", { id, read: asRead(item) }), () => ({
        say: words.outbox.announce.discarded,
      }));
  }
}

export type ItemActions = {
  /** The action under way. */
  readonly pending: Act["action"] | null;
  readonly failure: Failure | null;
  /** The last "Send now" sent nothing. */
  readonly sentNothing: boolean;
  readonly run: (act: Act) => Promise<void>;
};

/** Runs one action at a time and says what came of it. */
export function useItemActions(): ItemActions {
  const { bridge, items } = useDesk();
  const { go } = useNavigation();
  const announce = useAnnounce();
  const [pending, setPending] = useState<Act["action"] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [sentNothing, setSentNothing] = useState(false);
  const run = useCallback(
    async (act: Act) => {
      const { action } = act;
      setPending(action);
      setFailure(null);
      setSentNothing(false);
      const answer = await perform({ bridge, items }, act);
      setPending(null);
      if (!answer.ok) setFailure(answer.failure);
      else if ("go" in answer.value) go(answer.value.go);
      else {
        const { say, item: now } = answer.value;
        const isUnsent = action === "send" && now !== undefined && isWaiting(now);
        setSentNothing(isUnsent);
        // A notice says why, and speaks for itself; so does "Undo".
        const isTakenBack = action === "send" && now?.status === "saved-for-later";
        if (!isUnsent && !isTakenBack) announce(say);
      }
    },
    [bridge, items, go, announce],
  );
  return { pending, failure, sentNothing, run };
}
