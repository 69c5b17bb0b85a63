import { PhoneForwarded } from "lucide-react";
import { useState, type ReactNode } from "react";
import { words } from "../../../messages/words.ts";
import { useToast, useDesk, useItems, useNavigation, useSettings } from "../../lib/hooks.ts";
import type { Target } from "../../lib/navigation.ts";
import { Button } from "../../ui/button.tsx";
import { said } from "../../../messages/saying.ts";
import { sortCalls } from "./call-words.ts";

/** A booking that needs a card, in the wizard at the field for it. */
export const createCardTarget = (itemId: string): Target => ({
  screen: "new-booking",
  itemId,
  focus: "paymentMethod",
});

/** The same at the choice of how it is billed. */
export const createBillingTarget = (itemId: string): Target => ({
  screen: "new-booking",
  itemId,
  focus: "billingType",
});

/** Goes on to the next person to call for a card; nothing when there is none. */
export function NextCard({ except }: { readonly except?: string }): ReactNode {
  const count = useItems((items) => items.counts?.["needs-card"] ?? 0);
  const { bridge } = useDesk();
  const { settings } = useSettings();
  const { go } = useNavigation();
  const toast = useToast();
  const [isPending, setPending] = useState(false);
  if (count === 0 || settings === null) return null;
  const next = async (): Promise<void> => {
    setPending(true);
    const answer = await bridge.call("items.list", {
      kinds: ["booking"],
      statuses: ["needs-card"],
      limit: 200,
      offset: 0,
    });
    setPending(false);
    if (!answer.ok) return toast(said(answer.failure.why));
    const now = new Date().toISOString();
    const others = answer.value.items.filter(({ id }) => id !== except);
    const [first] = sortCalls(others, { settings, now });
    if (first === undefined) toast(words.outbox.noNextCard);
    else go({ screen: "outbox", calls: true, itemId: first.id });
  };
  return (
    <Button icon={PhoneForwarded} isPending={isPending} onPress={() => void next()}>
      {words.outbox.nextCard}
    </Button>
  );
}
