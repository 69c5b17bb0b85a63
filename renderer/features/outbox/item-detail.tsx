import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import type { ShownClaim } from "../../../shared/clinic/clinic.ts";
import { words } from "../../../messages/words.ts";
import { useSession, useSettings, useMember } from "../../lib/hooks.ts";
import { getItemKind } from "../../lib/item-kinds.ts";
import { useCommandEnter } from "../../lib/use-command-enter.ts";
import { useItemHold } from "../../lib/use-hold.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { formatClockMoment } from "../../ui/format.ts";
import { NoticeBox } from "../../ui/notice.tsx";
import split from "../../ui/split.module.css";
import { toShownClaim, useSharedItem, type SharedItem, ClaimNotice } from "../clinic/index.ts";
import { NoticeEvidence } from "../notices/index.ts";
import { Attempts } from "./attempts.tsx";
import { DetailHeader } from "./detail-header.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { ItemReason } from "./item-reason.tsx";
import styles from "./outbox.module.css";
import { ItemQuestion } from "./question.tsx";
import { useItemActions, type ItemActions } from "./use-item-actions.ts";
import { StateHelp } from "./state-help.tsx";
import { WhatToAsk } from "./what-to-ask.tsx";
import {
  explainUnsent,
  isCheckedElsewhere,
  labelAction,
  listActions,
  listDuplicateNumbers,
  type ItemAction,
} from "./words.ts";

type DetailProps = {
  readonly item: ListedItem;
  /** Before anything is done with it: it is to stay here, also when it then leaves the list. */
  readonly onAct: () => void;
  /** Whether it is to be seen. */
  readonly isInView: boolean;
  /** Another row has the focus: that one is shown before anything is done. */
  readonly onOther: (id: string) => void;
};

/** One item: what it is, why it stands where it stands, every attempt, and what can be done. */
export function ItemDetail({ item, onAct, isInView, onOther }: DetailProps): ReactNode {
  const [asks, setAsks] = useState<"discard" | "again" | null>(null);
  const actions = useItemActions();
  const { failure, sentNothing } = actions;
  const line = useSession().connection?.state;
  const hold = useItemHold(item);
  const shared = useSharedItem(item, onAct);
  const unsent = sentNothing ? explainUnsent(item, line, { ...shared, hold }) : null;
  const zone = useSettings().settings?.timeZone;
  const act = (action: ItemAction, shown: ShownClaim | null, of = item): Promise<void> => {
    onAct();
    return actions.run({ action, item: of, shown });
  };
  return (
    <>
      <div className={split["whole"]}>
        <DetailHeader item={item} />
        <ItemReason item={item} mayStillSend={shared.mayStillSend} />
        <SharedNotice item={item} shared={shared} />
        <WhatToAsk item={item} />
        <ItemFacts item={item} />
        {item.kind === "booking" && item.status === "needs-checking" && <NoticeEvidence id={item.id} />}
        <StateHelp item={item} />
        {failure !== null && <FailureNotice failure={failure} />}
        {shared.failure !== null && <FailureNotice failure={shared.failure} />}
        {unsent !== null && (
          <NoticeBox tone="info" live="polite">
            {unsent}
          </NoticeBox>
        )}
        <Attempts attempts={item.attempts} told={item.problem?.why ?? null} timeZone={zone} />
        <p className={styles["times"]}>
          {words.outbox.times({
            begun: formatClockMoment(item.createdAt, zone),
            changed: formatClockMoment(item.updatedAt, zone),
            resends: item.resends,
          })}
        </p>
      </div>
      <ActionBar
        item={item}
        onCanceled={(number) => {
          onAct();
          void actions.run({ action: "say-canceled", item, number });
        }}
        actions={actions}
        shared={shared}
        isInView={isInView && asks === null}
        onOther={onOther}
        onChoose={(action) => {
          if (action === "discard" || (action === "again" && getItemKind(item).mayBeMadeTwice))
            setAsks(action);
          else void act(action, shared.claim === null ? null : toShownClaim(shared.claim));
        }}
      />
      {shared.question}
      {asks !== null && (
        <ItemQuestion
          asks={asks}
          item={item}
          claim={shared.claim}
          onClose={() => setAsks(null)}
          onYes={(shown, read) => {
            setAsks(null);
            return act(asks, shown, read);
          }}
        />
      )}
    </>
  );
}

type BarProps = Pick<DetailProps, "isInView" | "onOther"> & {
  readonly item: ListedItem;
  readonly actions: ItemActions;
  readonly shared: SharedItem;
  readonly onChoose: (action: ItemAction) => void;
  readonly onCanceled: (number: number) => void;
};

/** What can be done, the likeliest last. Where a person must find out first, nothing is put before the rest. */
function ActionBar({ item, actions, shared, onChoose, onCanceled, ...bar }: BarProps): ReactNode {
  const { pending } = actions;
  // Without the hub nobody hears what other desks did: there is another way then, with a question of its own.
  const [first, ...others] = listActions(item).filter((action) => action !== "again" || !shared.isHubAway);
  const twice = listDuplicateNumbers(item);
  const leans = !(item.status === "needs-checking" && getItemKind(item).mayBeMadeTwice);
  const primary = leans && pending === null && !shared.isPending ? first : undefined;
  useCommandEnter(() => {
    const row = document.activeElement?.getAttribute("data-row") ?? item.id;
    if (row !== item.id) bar.onOther(row);
    else if (bar.isInView && primary !== undefined && primary !== "discard") onChoose(primary);
  });
  if (first === undefined && shared.buttons === null && twice.length === 0) return null;
  return (
    <div className={`${split["bar"]} ${split["apart"]}`}>
      {shared.buttons}
      {twice.map((number) => (
        <Button key={number} isDisabled={pending !== null} onPress={() => onCanceled(number)}>
          {words.outbox.canceled({ number: String(number) })}
        </Button>
      ))}
      {[...others.toReversed(), ...(first === undefined ? [] : [first])].map((action) => (
        <Button
          key={action}
          icon={action === "discard" ? Trash2 : undefined}
          variant={action === "discard" ? "quiet" : leans && action === first ? "primary" : "secondary"}
          isPending={pending === action}
          isDisabled={(pending !== null && pending !== action) || shared.isPending}
          // What other desks did is read before it is decided on.
          isBlocked={action === "again" && shared.isReading}
          {...(leans && action === first && action !== "discard" ? { keys: "mod+Enter" } : {})}
          onPress={() => onChoose(action)}
        >
          {labelAction(action, item)}
        </Button>
      ))}
    </div>
  );
}

type Props = { readonly item: ListedItem; readonly shared: SharedItem };

/** Of an item that several desks share: who holds it, what may have arrived, and that the hub can't be asked. */
function SharedNotice({ item, shared: { claim, isReading, isHubAway, stopped } }: Props): ReactNode {
  const { claim: says, withoutHub } = words.clinic;
  const isElsewhere = item.status === "elsewhere";
  const isMember = useMember() !== null;
  if (claim === null) {
    // Who checks it, and that the result comes here, is said already.
    if (!isElsewhere || isCheckedElsewhere(item)) return null;
    return <p className={styles["reason"]}>{isMember && isReading ? says.reading : says.notKnown}</p>;
  }
  // Held here and waiting for nothing but its turn it is as any other.
  const isNews = isElsewhere || claim.blocked !== null || claim.attempts.length > 0;
  return (
    <>
      {isNews && <ClaimNotice claim={claim} isStale={stopped !== null} />}
      {isHubAway && stopped === null && <NoticeBox tone="warning" title={withoutHub.why} />}
      {isHubAway && stopped !== null && (
        <NoticeBox tone="warning" title={withoutHub.stopped}>
          {stopped.why !== null && <bdi>{stopped.why}</bdi>}
        </NoticeBox>
      )}
    </>
  );
}
