import type { BookingItem } from "../../../shared/outbox/item.ts";
import { getKind } from "../outbox/index.ts";
import { deriveSharedId } from "./shared-content.ts";

type Fresh = Pick<BookingItem, "id" | "idempotencyKey"> & {
  /** RFC 3339 instant. */
  readonly at: string;
};

/**
 * The draft that takes a booking's place: it can be made again from what it was, whatever became of the hub's answer. Its id is a
 * random one, which nobody can write under before.
 */
export function createEditDraft(item: BookingItem, { id, idempotencyKey, at }: Fresh): BookingItem {
  const fresh = { id, idempotencyKey, createdAt: at, updatedAt: at, editOf: item.id };
  const unsent = { status: "draft" as const, payload: null, attempts: [], resends: 0 };
  return { ...getKind(item).withEarlierTry(item), ...fresh, ...unsent };
}

/** The id that an earlier Front Desk gave to a booking's draft: it follows from the booking's own. */
export const deriveEarlierDraftId = (clinic: string, id: string): string =>
  deriveSharedId(clinic, `draft:${id}`);
