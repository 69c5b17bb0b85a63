import { useState, type ReactNode } from "react";
import type { SharedClaim, ShownClaim } from "../../../shared/clinic/clinic.ts";
import { mayHaveBeenMade } from "../../../shared/outbox/attempts.ts";
import type { ListedBooking, ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { Question } from "../question/index.ts";
import { labelAction, explainDiscard } from "./words.ts";
import { toShownClaim, ShownClaimText } from "../clinic/index.ts";
import { useItemWords } from "../items/index.ts";
import { NameAndDetail } from "../../ui/text.tsx";

type Props = {
  /** Who may send it among the desks of the clinic; null where it is not shared. */
  readonly claim: SharedClaim | null;
  readonly onClose: () => void;
  /** `shown`: of the claim, as it stood in the question; `read`: the item, as it stood there. */
  readonly onYes: (shown: ShownClaim | null, read: ListedItem) => unknown;
};
type ItemProps = Props & { readonly asks: "discard" | "again"; readonly item: ListedItem };

/** Asked before an item is thrown away, or sent a second time. */
export function ItemQuestion({ asks, item: itemNow, claim: now, onClose, onYes }: ItemProps): ReactNode {
  // What is decided is what was read here: news, also from other desks, does not slip in below.
  const [claim] = useState(now);
  const [item] = useState(itemNow);
  const { title, detail } = useItemWords(item);
  const isDiscard = asks === "discard";
  // What waits for the line may go out meanwhile: what was said of it is so no more, and main carries out no yes to it.
  const isChanged = itemNow.status !== item.status || mayHaveBeenMade(itemNow) !== mayHaveBeenMade(item);
  return (
    <Question
      title={isDiscard ? words.outbox.discardTitle({ title }) : words.outbox.againTitle[item.kind]}
      no={isDiscard ? words.outbox.keep : words.outbox.notYet}
      yes={labelAction(asks, item)}
      onNo={onClose}
      onYes={() => onYes(claim === null ? null : toShownClaim(claim), item)}
    >
      <p>
        <NameAndDetail name={title} detail={detail} />
      </p>
      {isChanged ? (
        <p role="alert">{words.failures.outbox.changedMeanwhile}</p>
      ) : (
        <p>{isDiscard ? explainDiscard(item) : words.outbox.againText}</p>
      )}
      {claim !== null && <ShownClaimText claim={claim} />}
    </Question>
  );
}

/** Whether somebody has asked the service, before a booking that may have been made is sent again. */
export const BookAgainQuestion = (props: Props & { readonly item: ListedBooking }): ReactNode => (
  <ItemQuestion asks="again" {...props} />
);
