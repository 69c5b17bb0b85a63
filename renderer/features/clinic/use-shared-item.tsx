import { ArrowRightLeft, CloudOff, Hand } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { Failure, Result } from "../../../shared/core/failure.ts";
import type { SharedClaim } from "../../../shared/clinic/clinic.ts";
import type { Item, ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useAnnounce, useDesk, useMember } from "../../lib/hooks.ts";
import { formatItemState } from "../../lib/item-kinds.ts";
import { watchAnswer } from "../../lib/items.ts";
import { useClaims } from "../../lib/use-claims.ts";
import { useWork } from "../../lib/use-work.ts";
import { Button } from "../../ui/button.tsx";
import { listSharedActions, findOtherSender, type SharedAction } from "./claim-words.ts";
import { describeStopped } from "./hub-words.ts";
import { HandOverDialog, TakeOverQuestion, WithoutHubQuestion } from "./shared-questions.tsx";

export type SharedItem = {
  /** Who holds it; null where it is not shared, or not known yet. */
  readonly claim: SharedClaim | null;
  /** It may be shared, and nobody has answered yet: nothing is decided on it before. */
  readonly isReading: boolean;
  /** It waits for a hub that does not answer, or with which something is wrong. */
  readonly isHubAway: boolean;
  /** Sharing has stopped, and why; null: it has not. */
  readonly stopped: ReturnType<typeof describeStopped>;
  /** A desk that was allowed to send it and has not said what came of that, by name; null: there is none. */
  readonly mayStillSend: string | null;
  readonly isPending: boolean;
  readonly failure: Failure | null;
  /** The buttons for what can be done with it as one that is shared; null where there is none. */
  readonly buttons: ReactNode;
  /** The question that a button asked. */
  readonly question: ReactNode;
};

const icons = { "take-over": Hand, "hand-over": ArrowRightLeft, "without-hub": CloudOff } as const;
const wordsOf = { "take-over": "takeOver", "hand-over": "handOver", "without-hub": "withoutHub" } as const;

/** What a person has been asked, about the claim as it was shown. */
type Asked = { readonly action: SharedAction; readonly claim: SharedClaim };

/** An item as the desks of the clinic share it. `onAct`: before anything is done with it. */
export function useSharedItem(item: ListedItem, onAct: () => void = () => undefined): SharedItem {
  const { bridge, items } = useDesk();
  const announce = useAnnounce();
  const member = useMember();
  const { claims, isKnown, failure: unread } = useClaims([item.id]);
  const { isPending, failure, run } = useWork();
  const [asked, setAsked] = useState<Asked | null>(null);
  const claim = isKnown ? (claims.get(item.id) ?? null) : null;
  const close = (): void => setAsked(null);
  const act = (call: () => Promise<Result<Item>>, done: (now: Item) => string): void => {
    close();
    onAct();
    void run(call, (now) => announce(done(now)));
  };
  const { id } = item;
  const takeOver = (): void =>
    act(
      () => bridge.call("clinic.takeOver", { id }),
      () => words.clinic.takeOver.done,
    );
  const withoutHub = (): void =>
    act(
      () => watchAnswer(items, bridge.call("clinic.bookWithoutHub", { id })),
      (now) => words.outbox.announce.status({ status: formatItemState(now) }),
    );
  const handOver = (desk: { readonly id: string; readonly name: string }): void =>
    act(
      () => bridge.call("clinic.handOver", { id, to: desk.id }),
      () => words.clinic.handOver.done({ desk: desk.name }),
    );
  const actions = listSharedActions({ status: item.status, claim, member });
  return {
    claim,
    isReading: !isKnown && unread === null,
    isHubAway: claim !== null && actions.includes("without-hub"),
    stopped: member === null ? null : describeStopped(member),
    mayStillSend: claim === null || member === null ? null : findOtherSender(claim, member.self),
    isPending,
    failure: failure ?? unread,
    buttons:
      claim === null || actions.length === 0
        ? null
        : actions.map((action) => (
            <Button
              key={action}
              icon={icons[action]}
              isPending={isPending}
              onPress={() => setAsked({ action, claim })}
            >
              {words.clinic[wordsOf[action]].button}
            </Button>
          )),
    question:
      asked === null || member === null ? null : asked.action === "take-over" ? (
        <TakeOverQuestion claim={asked.claim} onNo={close} onYes={takeOver} />
      ) : asked.action === "without-hub" ? (
        <WithoutHubQuestion claim={asked.claim} member={member} onNo={close} onYes={withoutHub} />
      ) : (
        <HandOverDialog member={member} onClose={close} onChoose={handOver} />
      ),
  };
}
