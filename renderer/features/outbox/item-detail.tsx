import { Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useSession, useSettings } from "../../state/hooks.ts";
import { kindOf } from "../../state/item-kinds.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { clockMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import split from "../../ui/split.module.css";
import { Attempts } from "./attempts.tsx";
import { DetailHeader } from "./detail-header.tsx";
import { ItemReason } from "./item-reason.tsx";
import styles from "./outbox.module.css";
import { ItemQuestion } from "./question.tsx";
import { useItemActions, type ItemActions } from "./use-item-actions.ts";
import { StateHelp } from "./state-help.tsx";
import { WhatToAsk } from "./what-to-ask.tsx";
import { actionLabel, actionsFor, unsentWords, type ItemAction } from "./words.ts";

type DetailProps = {
  readonly item: ListedItem;
  /** Before anything is done with it: it is to stay here, also when it then leaves the list. */
  readonly onAct: () => void;
};

/** One item: what it is, why it stands where it stands, every attempt, and what can be done. */
export function ItemDetail({ item, onAct }: DetailProps): ReactNode {
  const [asks, setAsks] = useState<"discard" | "again" | null>(null);
  const actions = useItemActions();
  const { failure, sentNothing } = actions;
  const line = useSession().connection?.state;
  const unsent = sentNothing ? unsentWords(item, line) : null;
  const zone = useSettings().settings?.timeZone;
  const act = (action: ItemAction): void => {
    onAct();
    void actions.run(action, item);
  };
  return (
    <>
      <div className={split["whole"]}>
        <DetailHeader item={item} />
        <ItemReason item={item} />
        <WhatToAsk item={item} />
        <StateHelp item={item} />
        {failure !== null && <FailureNotice failure={failure} />}
        {unsent !== null && (
          <Notice tone="info" live="polite">
            {unsent}
          </Notice>
        )}
        <Attempts attempts={item.attempts} told={item.problem?.why ?? null} timeZone={zone} />
        <p className={styles["times"]}>
          {words.outbox.times({
            begun: clockMoment(item.createdAt, zone),
            changed: clockMoment(item.updatedAt, zone),
            resends: item.resends,
          })}
        </p>
      </div>
      <ActionBar
        item={item}
        actions={actions}
        onChoose={(action) => {
          if (action === "discard" || (action === "again" && kindOf(item).mayBeMadeTwice)) setAsks(action);
          else act(action);
        }}
      />
      {asks !== null && (
        <ItemQuestion
          asks={asks}
          item={item}
          onClose={() => setAsks(null)}
          onYes={() => {
            setAsks(null);
            act(asks);
          }}
        />
      )}
    </>
  );
}

type BarProps = {
  readonly item: ListedItem;
  readonly actions: ItemActions;
  readonly onChoose: (action: ItemAction) => void;
};

/** What can be done, the likeliest last. Where a person must find out first, nothing is put before the rest. */
function ActionBar({ item, actions: { pending }, onChoose }: BarProps): ReactNode {
  const [first, ...others] = actionsFor(item);
  if (first === undefined) return null;
  const leans = !(item.status === "needs-checking" && kindOf(item).mayBeMadeTwice);
  return (
    <div className={`${split["bar"]} ${split["apart"]}`}>
      {[...others.toReversed(), first].map((action) => (
        <Button
          key={action}
          icon={action === "discard" ? Trash2 : undefined}
          variant={action === "discard" ? "quiet" : leans && action === first ? "primary" : "secondary"}
          isPending={pending === action}
          isDisabled={pending !== null && pending !== action}
          onPress={() => onChoose(action)}
        >
          {actionLabel(action, item)}
        </Button>
      ))}
    </div>
  );
}
