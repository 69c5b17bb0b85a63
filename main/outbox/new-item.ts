import type { AccountId } from "../../contract/records/account.ts";
import type { Item } from "../../contract/records/item.ts";
import type { FormOf } from "../../contract/routes.ts";
import type { RandomIds } from "../platform/ports.ts";

/** Letters and digits that are not mistaken for each other when read aloud (Crockford's base 32). */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const externalIdOf = (bytes: Uint8Array): string =>
  `FD-${[...bytes].map((byte) => alphabet[byte % 32]).join("")}`;

type NewItemOptions = {
  readonly accountId: AccountId;
  /** RFC 3339 instant. */
  readonly at: string;
  readonly random: RandomIds;
};

/** A draft with that form, and with the names it keeps for ever: id, idempotency key, external ID. */
export function newItem(content: FormOf, { accountId, at, random }: NewItemOptions): Item {
  const base = {
    id: random.uuid(),
    accountId,
    status: "draft" as const,
    parked: false,
    createdAt: at,
    updatedAt: at,
    idempotencyKey: random.uuid(),
    payload: null,
    attempts: [],
    resends: 0,
    problem: null,
    editOf: null,
    result: null,
  };
  switch (content.kind) {
    case "patient":
      return {
        ...base,
        ...content,
        generatedExternalId: externalIdOf(random.bytes(12)),
        patientRecordId: null,
      };
    case "booking":
    case "webhook":
      return { ...base, ...content };
  }
}
