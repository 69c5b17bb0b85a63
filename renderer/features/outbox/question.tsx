import type { ReactNode } from "react";
import type { ListedBooking, ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { Question } from "../../ui/dialog.tsx";
import { actionLabel, discardWords } from "./words.ts";
import { useItemWords } from "../items/index.ts";
import { NameAndDetail } from "../../ui/text.tsx";

type Props = { readonly onClose: () => void; readonly onYes: () => void };
type ItemProps = Props & { readonly asks: "discard" | "again"; readonly item: ListedItem };

/** Asked before an item is thrown away, or sent a second time. */
export function ItemQuestion({ asks, item, onClose, onYes }: ItemProps): ReactNode {
  const { title, detail } = useItemWords(item);
  const isDiscard = asks === "discard";
  return (
    <Question
      title={isDiscard ? words.outbox.discardTitle({ title }) : words.outbox.againTitle[item.kind]}
      no={isDiscard ? words.outbox.keep : words.outbox.notYet}
      yes={actionLabel(asks, item)}
      onNo={onClose}
      onYes={onYes}
    >
      <p>
        <NameAndDetail name={title} detail={detail} />
      </p>
      <p>{isDiscard ? discardWords(item) : words.outbox.againText}</p>
    </Question>
  );
}

/** Whether somebody has asked the service, before a booking that may have been made is sent again. */
export const BookAgainQuestion = (props: Props & { readonly item: ListedBooking }): ReactNode => (
  <ItemQuestion asks="again" {...props} />
);
