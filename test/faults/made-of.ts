import { z } from "zod";
import type { Item } from "../../shared/outbox/item.ts";
import type { LedgerEntry } from "../../mock/ledger.ts";

const sentBody = z.looseObject({ externalId: z.string().optional() });

/** The JSON of a frozen body; undefined when there is none. */
export function parsedBody(payload: string | null): unknown {
  if (payload === null) return undefined;
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

/** The external ID that a patient went out under, or will. */
function externalIdOf(item: Item): string | null {
  if (item.kind !== "patient") return null;
  const sent = sentBody.safeParse(parsedBody(item.payload)).data?.externalId;
  return sent ?? item.heldExternalId ?? (item.form.externalId.trim() || item.generatedExternalId);
}

/** What the service made of an item: by its key, and for a patient also by the external ID. */
export function madeOf(item: Item, ledger: readonly LedgerEntry[]): LedgerEntry[] {
  const externalId = externalIdOf(item);
  return ledger.filter(
    (entry) =>
      entry.idempotencyKey === item.idempotencyKey ||
      (externalId !== null && entry.kind === "patient" && entry.externalId === externalId),
  );
}
