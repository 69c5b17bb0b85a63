import type { ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { discardWords } from "./item-help.ts";
import { actionLabel } from "./words.ts";

type QuestionProps = {
  readonly asks: "discard" | "again";
  readonly item: ListedItem;
  /** Whose it is, and when. */
  readonly title: string;
  readonly detail: string;
  readonly onClose: () => void;
  readonly onYes: () => void;
};

/** Asked before an item is thrown away, or sent a second time. */
export function Question({ asks, item, title, detail, onClose, onYes }: QuestionProps): ReactNode {
  const isDiscard = asks === "discard";
  return (
    <Dialog
      title={isDiscard ? words.outbox.discardTitle({ title }) : words.outbox.againTitle[item.kind]}
      isOpen
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{isDiscard ? words.outbox.keep : words.outbox.notYet}</Button>
          <Button variant="danger" onPress={onYes}>
            {actionLabel(asks, item)}
          </Button>
        </>
      }
    >
      <p>
        <strong>{title}</strong> · {detail}
      </p>
      <p>{isDiscard ? discardWords(item) : words.outbox.againText}</p>
    </Dialog>
  );
}
