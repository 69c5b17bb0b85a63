import type { EntryOf } from "../../hub-api/entries.ts";
import type { Item } from "./item.ts";
import { claimOf, refused, type Ruled, ruled } from "./refusal.ts";

export type RecordState = {
  readonly record: string;
  readonly version: number;
  readonly dropped: boolean;
  /** Whose word that was, as the hub knows it: a desk takes what the hub took. Absent: it was not dropped, or by nobody knows whom. */
  readonly droppedBy?: string | undefined;
};

/** What the hub knows of what a record names. */
type Named = {
  readonly current: RecordState | undefined;
  readonly item: Item | undefined;
  /** Whether that desk is a member. */
  readonly isThere: (desk: string) => boolean;
};

/**
 * A change is taken on the present version alone; an item's, of its holder alone (rule 7), while that is a member: whoever has one desk's
 * keys shares any record as an item, a patient's too, and with its removal that ends. What was dropped is put back once whoever dropped it is
 * removed: else a thief would drop what stands, and put another content in its place for who reads the log later.
 */
export function nextRecord(
  { current, item, isThere }: Named,
  entry: EntryOf<"record" | "drop" | "put-back">,
  desk: string,
): Ruled<RecordState> {
  if (item !== undefined && item.holder !== desk && isThere(item.holder))
    return refused({ code: "item-held", claim: claimOf(item) });
  const { record, version } = entry;
  const before = current?.version ?? 0;
  const isDropped = current?.dropped === true;
  if (isDropped !== (entry.type === "put-back"))
    return refused({ code: "version-behind", current: isDropped ? null : before });
  const by = current?.droppedBy;
  if (by !== undefined && isThere(by)) return refused({ code: "version-behind", current: null });
  // A name that nobody has used is not taken from whoever uses it first.
  const isNothing = current === undefined && entry.type === "drop";
  if (isNothing || version !== before + 1) return refused({ code: "version-behind", current: before });
  return ruled({
    record,
    version,
    dropped: entry.type === "drop",
    ...(entry.type === "drop" && { droppedBy: desk }),
  });
}
