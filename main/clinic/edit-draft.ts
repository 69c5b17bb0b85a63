import type { EntryOf } from "../../contract/hub/entries.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import type { BookingItem } from "../../contract/records/item.ts";
import { isBooking, kindOf } from "../kinds/kinds.ts";
import type { KeptMembership } from "./membership.ts";
import type { Reading } from "./reading.ts";
import { sharedIdOf } from "./shared-content.ts";

type Fresh = Pick<BookingItem, "idempotencyKey"> & {
  readonly clinic: string;
  /** RFC 3339 instant. */
  readonly at: string;
};

/**
 * The draft that takes a booking's place. An item is edited once, and its draft's id follows from its own: so it can be made again
 * from what it was, whatever became of the hub's answer.
 */
export function editDraft(item: BookingItem, { clinic, idempotencyKey, at }: Fresh): BookingItem {
  const fresh = { idempotencyKey, createdAt: at, updatedAt: at, editOf: item.id };
  const unsent = { status: "draft" as const, payload: null, attempts: [], resends: 0 };
  return {
    ...kindOf(item).withEarlierTry(item),
    ...fresh,
    ...unsent,
    id: sharedIdOf(clinic, `draft:${item.id}`),
  };
}

/**
 * The log says that this desk began the draft. One that is too large did not come with it: it is made of what it took the place of.
 * Answers its id; null where it is here, or was.
 */
export function keepEditDraft(
  { repositories, account, newId, now }: Reading,
  { clinic: of }: KeptMembership,
  entry: EntryOf<"edit">,
): RecordId | null {
  const { clinic, items } = repositories;
  const [before, claim] = [clinic.claims.get(account, entry.item), clinic.claims.get(account, entry.draft)];
  const item = before?.recordId === null || before === null ? null : items.find(before.recordId);
  if (item === null || claim === null || !isBooking(item)) return null;
  const draft = editDraft(item, { clinic: of, idempotencyKey: newId(), at: now() });
  // In a log that is read anew, it may be that it was here and was deleted.
  const wasHere = (clinic.records.get(account, entry.draft)?.had ?? 0) > 0 || items.find(draft.id) !== null;
  if (wasHere || sharedIdOf(of, draft.id) !== entry.draft) return null;
  items.insert(draft);
  clinic.claims.put(account, { ...claim, recordId: draft.id });
  return draft.id;
}
