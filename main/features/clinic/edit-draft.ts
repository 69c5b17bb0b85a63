import type { BookingItem } from "../../../shared/outbox/item.ts";
import { getKind } from "../outbox/index.ts";
import { deriveSharedId } from "./shared-content.ts";

type Fresh = Pick<BookingItem, "idempotencyKey"> & {
  readonly clinic: string;
  /** RFC 3339 instant. */
  readonly at: string;
};

/**
 * The draft that takes a booking's place. An item is edited once, and its draft's id follows from its own: so it can be made again
 * from what it was, whatever became of the hub's answer.
 */
export function createEditDraft(item: BookingItem, { clinic, idempotencyKey, at }: Fresh): BookingItem {
  const fresh = { idempotencyKey, createdAt: at, updatedAt: at, editOf: item.id };
  const unsent = { status: "draft" as const, payload: null, attempts: [], resends: 0 };
  return {
    ...getKind(item).withEarlierTry(item),
    ...fresh,
    ...unsent,
    id: deriveSharedId(clinic, `draft:${item.id}`),
  };
}
