import type { Database } from "better-sqlite3-multiple-ciphers";
import { card as schema, cardUpgrades } from "../../shared/cards/card.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import { stampVersion, getVersion } from "../../shared/core/stored.ts";
import { ofNobodyKnown, typedNumber } from "./migrations.ts";
import { isNewer, parseRow } from "./rows.ts";
import type { CardRepository, KeptCard, PendingIntent } from "./record-types.ts";

const shape = { schema, upgrades: cardUpgrades };

type CardRow = Omit<KeptCard, "card"> & { readonly id: string; readonly json: string };

const columns = `id, account_id as accountId, patient_record_id as patientRecordId, used_at as usedAt, json`;

/** A known patient as a setup intent names whose card it is for: as the booking's form does, in JSON. */
export const formatKnownPatient = (id: RecordId): string => JSON.stringify({ kind: "known", id });

function readCard({ id, json, ...row }: CardRow): KeptCard | null {
  const card = parseRow(shape, json);
  return typeof card === "object" && card.id === id ? { ...row, card } : null;
}

/** Collected cards, and the setup intents whose end is not known, in the database. */
export function createCardRepository(db: Database): CardRepository {
  const keep = db.prepare(`insert into cards (id, account_id, patient_record_id, created_at, used_at, json)
    values (:id, :accountId, :patientRecordId, :usedAt, :usedAt, :json)
    on conflict (account_id, id) do update set
      patient_record_id = excluded.patient_record_id, used_at = excluded.used_at, json = excluded.json
    where not (${isNewer})`);
  const get = db.prepare<unknown[], CardRow>(`select ${columns} from cards where account_id = ? and id = ?`);
  const ofPatient = db.prepare<unknown[], CardRow>(`select ${columns} from cards
    where account_id = ? and patient_record_id = ? order by used_at desc, sequence desc`);
  const ofNumber = db.prepare<unknown[], CardRow>(`select ${columns} from cards
    where account_id = :accountId and patient_record_id is null and id in (
      select json ->> '$.form.card.id' from items
      where account_id = :accountId and ${ofNobodyKnown} and ${typedNumber} = :patientNumber)
    order by used_at desc, sequence desc`);
  const pending = db.prepare<unknown[], PendingIntent>(`select item_id as itemId, account_id as accountId,
    patient, client_secret as clientSecret, publishable_key as publishableKey, created_at as createdAt
    from setup_intents where item_id = ?`);
  const setPending = db.prepare(`insert or replace into setup_intents
    (item_id, account_id, patient, client_secret, publishable_key, created_at)
    values (:itemId, :accountId, :patient, :clientSecret, :publishableKey, :createdAt)`);
  const moveCards = db.prepare(
    "update cards set patient_record_id = :to where account_id = :accountId and patient_record_id = :from",
  );
  const moveIntents = db.prepare(
    "update setup_intents set patient = :to where account_id = :accountId and patient = :from",
  );
  const clearPending = db.prepare("delete from setup_intents where item_id = ?");
  return {
    keep: ({ card, ...kept }) =>
      void keep.run({
        ...kept,
        id: card.id,
        json: JSON.stringify(stampVersion(shape, card)),
        version: getVersion(shape),
      }),
    get: (accountId, cardId) => {
      const row = get.get(accountId, cardId);
      return row === undefined ? null : readCard(row);
    },
    ofPatient: (accountId, patientRecordId) =>
      ofPatient.all(accountId, patientRecordId).flatMap((row) => readCard(row) ?? []),
    ofNumber: (accountId, patientNumber) =>
      ofNumber.all({ accountId, patientNumber }).flatMap((row) => readCard(row) ?? []),
    moveTo: (accountId, { from, to }) => {
      moveCards.run({ accountId, from, to });
      moveIntents.run({ accountId, from: formatKnownPatient(from), to: formatKnownPatient(to) });
    },
    pendingIntent: (itemId) => pending.get(itemId) ?? null,
    setPendingIntent: (intent) => void setPending.run(intent),
    clearPendingIntent: (itemId) => void clearPending.run(itemId),
  };
}
