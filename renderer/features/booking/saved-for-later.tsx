import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import type { BookingItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useRecordsKept } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { useHeadingFocus } from "../../ui/use-arrive.ts";
import { ItemName } from "../outbox/index.ts";
import { savedForLaterText } from "./outcome.ts";

type Props = {
  readonly item: BookingItem;
  readonly onContinue: (id: string) => void;
  readonly onNew: () => void;
};

/** What "Save for later" did, and the two ways on. */
export function SavedForLater({ item, onContinue, onNew }: Props): ReactNode {
  useHeadingFocus();
  const kept = useRecordsKept();
  return (
    <Page
      title={words.booking.title}
      actions={
        <>
          <Button onPress={() => onContinue(item.id)}>{words.booking.continueThis}</Button>
          <Button variant="primary" icon={CalendarPlus} onPress={onNew}>
            {words.booking.title}
          </Button>
        </>
      }
    >
      <Notice tone="info" live="polite" title={words.booking.savedNotBooked({ kept })}>
        <p>
          <ItemName item={item} />
        </p>
        <p>{savedForLaterText(item, kept)}</p>
      </Notice>
    </Page>
  );
}
