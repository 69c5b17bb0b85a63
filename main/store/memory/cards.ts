import type { CardRepository, KeptCard, PendingIntent } from "../types.ts";
import { patientText } from "../cards.ts";
import type { Table } from "./table.ts";

const keyOf = (accountId: string, cardId: string): string => JSON.stringify([accountId, cardId]);

/** Collected cards and pending setup intents in memory. A null in `intents` is one that was cleared. */
export function memoryCards(cards: Table<KeptCard>, intents: Table<PendingIntent | null>): CardRepository {
  return {
    keep: (kept) => cards.put(keyOf(kept.accountId, kept.card.id), kept),
    get: (accountId, cardId) => cards.get(keyOf(accountId, cardId)) ?? null,
    ofPatient: (accountId, patientRecordId) =>
      cards
        .all()
        .filter((kept) => kept.accountId === accountId && kept.patientRecordId === patientRecordId)
        .toReversed()
        .toSorted((a, b) => b.usedAt.localeCompare(a.usedAt)),
    moveTo: (accountId, { from, to }) => {
      for (const kept of cards.all())
        if (kept.accountId === accountId && kept.patientRecordId === from)
          cards.put(keyOf(accountId, kept.card.id), { ...kept, patientRecordId: to });
      for (const intent of intents.all())
        if (intent?.accountId === accountId && intent.patient === patientText(from))
          intents.put(intent.itemId, { ...intent, patient: patientText(to) });
    },
    pendingIntent: (itemId) => intents.get(itemId) ?? null,
    setPendingIntent: (intent) => intents.put(intent.itemId, intent),
    clearPendingIntent: (itemId) => intents.put(itemId, null),
  };
}
