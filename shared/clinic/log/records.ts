import type { EntryOf } from "../../hub-api/entries.ts";
import type { LogItem } from "./item.ts";
import { getClaim, refuse, type Ruled, accept } from "./refusal.ts";

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
  readonly item: LogItem | undefined;
  /** Whether that desk is a member. */
  readonly isThere: (desk: string) => boolean;
};

/**
 * A change is taken on the present version alone; an item's, of its holder alone (rule 7), while that is a member: whoever has one desk's
 * keys shares any record as an item, a patient's too, and with its removal that ends. What was dropped is put back once whoever dropped it is
 * removed: else a thief would drop what stands, and put another content in its place for who reads the log later.
 */
export function applyRecordEntry(
  { current, item, isThere }: Named,
  entry: EntryOf<"record" | "drop" | "put-back">,
  desk: string,
): Ruled<RecordState> {
  if (item !== undefined && item.holder !== desk && isThere(item.holder))
    return refuse({ code: "item-held", claim: getClaim(item) });
  const { record, version } = entry;
  const before = current?.version ?? 0;
  const isDropped = current?.dropped === true;
  if (isDropped !== (entry.type === "put-back"))
    return refuse({ code: "version-behind", current: isDropped ? null : before });
  const by = current?.droppedBy;
  if (by !== undefined && isThere(by)) return refuse({ code: "version-behind", current: null });
  // A name that nobody has used is not taken from whoever uses it first.
  const isNothing = current === undefined && entry.type === "drop";
  if (isNothing || version !== before + 1) return refuse({ code: "version-behind", current: before });
  return accept({
    record,
    version,
    dropped: entry.type === "drop",
    ...(entry.type === "drop" && { droppedBy: desk }),
  });
}
