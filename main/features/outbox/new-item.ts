import type { AccountId } from "../../../shared/session/account.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { FormOf } from "../../../shared/outbox/routes.ts";
import { getKind } from "./kinds/kinds.ts";
import type { RandomIds } from "../../platform/ports.ts";

type NewItemOptions = {
  readonly accountId: AccountId;
  /** RFC 3339 instant. */
  readonly at: string;
  /** Who is at the desk, by name; null when nobody has said. */
  readonly by: string | null;
  readonly random: RandomIds;
};

/** A draft with that form, and with the names it keeps for ever: id, idempotency key, external ID. */
export function createItem({ kind, form }: FormOf, { accountId, at, by, random }: NewItemOptions): Item {
  const base = {
    id: random.uuid(),
    accountId,
    status: "draft" as const,
    createdAt: at,
    updatedAt: at,
    idempotencyKey: random.uuid(),
    payload: null,
    attempts: [],
    resends: 0,
    problem: null,
    editOf: null,
    by,
    noAnswerAt: [],
    result: null,
  };
  return getKind({ kind }).begin(base, form, random);
}
