import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { BookingItem } from "../../../contract/records/item.ts";
import { useKeptWords } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useHeadingFocus } from "../../ui/use-arrive.ts";
import { ItemName } from "../outbox/index.ts";
import { savedForLaterText, savedNotBooked } from "./outcome.ts";

type Props = {
  readonly item: BookingItem;
  readonly onContinue: (id: string) => void;
  readonly onNew: () => void;
};

/** What "Save for later" did, and the two ways on. */
export function SavedForLater({ item, onContinue, onNew }: Props): ReactNode {
  useHeadingFocus();
  const asKept = useKeptWords();
  return (
    <Page
      title="New booking"
      actions={
        <>
          <Button onPress={() => onContinue(item.id)}>Continue this booking</Button>
          <Button variant="primary" icon={CalendarPlus} onPress={onNew}>
            New booking
          </Button>
        </>
      }
    >
      <Notice tone="info" live="polite" title={asKept(savedNotBooked)}>
        <p>
          <ItemName item={item} />
        </p>
        <p>{asKept(savedForLaterText(item))}</p>
      </Notice>
    </Page>
  );
}
