import type { ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
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
  const again = actionLabel("again", item);
  return (
    <Dialog
      title={isDiscard ? `Discard “${title}”?` : `${again}: have you asked the service?`}
      isOpen
      isQuestion
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{isDiscard ? "Keep it" : "Not yet"}</Button>
          <Button variant="danger" onPress={onYes}>
            {isDiscard ? "Discard" : again}
          </Button>
        </>
      }
    >
      <p>
        <strong>{title}</strong> · {detail}
      </p>
      <p>
        {isDiscard
          ? discardWords(item)
          : "If the first one did arrive, the service then has it twice. Send it again only when you know that it is not there."}
      </p>
    </Dialog>
  );
}
