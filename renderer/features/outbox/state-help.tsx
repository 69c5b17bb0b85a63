import type { ReactNode } from "react";
import type { ListedItem } from "../../../contract/records/item.ts";
import { words } from "../../../messages/words.ts";
import { useRecordsKept } from "../../state/hooks.ts";
import { Help, HelpTerms } from "../../ui/help.tsx";
import { groupOf, groupWords } from "./words.ts";

/** Where an item stands: what that means, what happens next by itself, and what a person can do. */
export function StateHelp({ item }: { readonly item: ListedItem }): ReactNode {
  const kept = useRecordsKept();
  const group = groupOf(item);
  if (group === null) return null;
  const { help } = words.outbox;
  const { next, you } = help.state[group];
  const { title, sentence } = groupWords(group, kept);
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
