import type { ReactNode } from "react";
import type { ListedItem } from "../../../shared/outbox/item.ts";
import { words } from "../../../messages/words.ts";
import { useRecordsKept } from "../../lib/hooks.ts";
import { useItemHold, type ItemHold } from "../../lib/use-hold.ts";
import { useMoment } from "../../lib/use-moments.ts";
import { Help, HelpTerms } from "../../ui/help.tsx";
import { getGroup, describeGroup, explainHold, isCheckedElsewhere } from "./words.ts";

type NextWords = { readonly next: string; readonly you: string };

/** What happens next by itself, and what a person can do. */
function nextOf(group: NonNullable<ReturnType<typeof getGroup>>, hold: ItemHold | null): NextWords {
  const state = words.outbox.help.state[group];
  const next = explainHold(group, hold);
  if (next === null) return state;
  // Nothing can be taken over while nobody can say who has it.
  return { next, you: group === "elsewhere" ? words.outbox.help.unshared : state.you };
}

/** Where an item stands: what that means, what happens next by itself, and what a person can do. */
export function StateHelp({ item }: { readonly item: ListedItem }): ReactNode {
  const kept = useRecordsKept();
  const hold = useItemHold(item);
  const moment = useMoment(item.id);
  const group = getGroup(item);
  // Nobody can take that over.
  if (group === null || isCheckedElsewhere(item)) return null;
  const { help, aboutToSend } = words.outbox;
  const { next, you } =
    moment === null ? nextOf(group, hold) : { next: aboutToSend.next, you: aboutToSend.you };
  const { title, sentence } = moment === null ? describeGroup(group, kept, hold) : aboutToSend;
  return (
    <Help title={help.open({ state: title })}>
      <HelpTerms
        terms={[
          // Without a problem it stands above already.
          ...(item.problem === null ? [] : [{ name: help.means, lines: [sentence] }]),
          { name: help.next, lines: [next] },
          { name: help.you, lines: [you] },
        ]}
      />
    </Help>
  );
}
