import type { RecordsNotice } from "../../contract/routes.ts";
import { words } from "../../messages/words.ts";

type Missing = NonNullable<RecordsNotice["missing"]>;

/** What is missing from the records, a sentence each. */
export function missingWords({ sends, items, changes, otherCopy }: Missing): readonly string[] {
  const { missing } = words.shell;
  return [
    ...(sends > 0 ? [missing.sends({ count: sends })] : []),
    ...(items > 0
      ? [missing.items({ count: items })]
      : changes > 0
        ? [missing.changes({ count: changes })]
        : []),
    ...(sends + items + changes > 0 ? [missing.olderCopy] : []),
    ...(otherCopy ? [missing.otherCopy] : []),
    ...(sends > 0 || otherCopy ? [missing.check] : []),
    missing.tell,
  ];
}
