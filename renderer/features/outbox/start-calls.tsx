import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useNavigation } from "../../state/hooks.ts";
import { Button } from "../../ui/button.tsx";
import { peopleIn } from "./call-words.ts";
import split from "./split.module.css";

/** How many people are to be called for a card, and the way to call them. Nothing when there are none. */
export function StartCalls({ items }: { readonly items: readonly ListedItem[] }): ReactNode {
  const { go } = useNavigation();
  const count = peopleIn(items.filter(({ status }) => status === "needs-card"));
  if (count === 0) return null;
  return (
    <div className={split["bar"]}>
      <p className={split["note"]}>{words.outbox.calls.people({ count })}</p>
      <Button icon={Phone} onPress={() => go({ screen: "outbox", calls: true })}>
        {words.outbox.calls.start}
      </Button>
    </div>
  );
}
