import { z } from "zod";
import {
  type AppointmentInput,
  appointmentInput,
  type AppointmentStatus,
} from "../shared/service-api/appointment.ts";
import type { PatientInput } from "../shared/service-api/patient.ts";
import {
  type WebhookInput,
  type WebhookRegistration,
  webhookRegistration,
} from "../shared/service-api/webhook.ts";
import type { Answer } from "./answer.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Delivery, delivery, type LedgerEntry, ledgerEntry } from "./ledger.ts";

/** Which answer is kept: that of one account to one key on one path. */
export type AnswerKey = { readonly account: string; readonly path: string; readonly idempotencyKey: string };

export type NewAppointment = {
  readonly account: string;
  readonly input: AppointmentInput;
  /** As it was answered: with the clinic's offset. */
  readonly dateTime: string;
};

export type StoredAppointment = NewAppointment & { readonly id: number; readonly status: string };

/** All that the mock remembers. Each call is one transaction unless `atomically` joins several. */
export type Store = ReturnType<typeof openStore>;

const idRow = z.object({ id: z.int() });
const keptAnswerRow = z.object({ status: z.int(), body: z.string() });
const appointmentRow = z.object({
  id: z.int(),
  account: z.string(),
  input: z.string(),
  dateTime: z.string(),
  status: z.string(),
});
const webhookRow = z.object({ id: z.int(), url: z.string(), events: z.string() });
const deliveryRow = z.object({ record: z.string() });
const settingRow = z.object({ value: z.string() });
const ledgerRow = ledgerEntry.extend({ body: z.string() });

const fromJson = (text: string): unknown => JSON.parse(text);

function patientTable(db: Database) {
  const insert = db.prepare("INSERT INTO patient (account, external_id, input) VALUES (?, ?, ?)");
  const byId = db.prepare("SELECT id FROM patient WHERE account = ? AND id = ?");
  const byExternalId = db.prepare("SELECT id FROM patient WHERE account = ? AND external_id = ?");
  return {
    addPatient(account: string, input: PatientInput): number {
      return Number(insert.run(account, input.externalId ?? null, JSON.stringify(input)).lastInsertRowid);
    },
    hasPatient: (account: string, id: number): boolean => byId.get(account, id) !== undefined,
    patientByExternalId(account: string, externalId: string): number | null {
      const row = byExternalId.get(account, externalId);
      return row === undefined ? null : idRow.parse(row).id;
    },
  };
}

function appointmentTable(db: Database) {
  const insert = db.prepare(
    "INSERT INTO appointment (account, patient_id, input, date_time, status) VALUES (?, ?, ?, ?, 'Pending')",
  );
  const byId = db.prepare(
    "SELECT id, account, input, date_time AS dateTime, status FROM appointment WHERE id = ?",
  );
  const pending = db.prepare("SELECT id FROM appointment WHERE status = 'Pending' ORDER BY id");
  const setStatus = db.prepare("UPDATE appointment SET status = ? WHERE id = ?");
  return {
    addAppointment({ account, input, dateTime }: NewAppointment): number {
      const result = insert.run(account, input.patientId, JSON.stringify(input), dateTime);
      return Number(result.lastInsertRowid);
    },
    appointment(id: number): StoredAppointment | null {
      const row = byId.get(id);
      if (row === undefined) return null;
      const { input, ...rest } = appointmentRow.parse(row);
      return { ...rest, input: appointmentInput.parse(fromJson(input)) };
    },
    pendingAppointments: (): number[] => pending.all().map((row) => idRow.parse(row).id),
    setStatus: (id: number, status: AppointmentStatus): void => void setStatus.run(status, id),
  };
}

function webhookTable(db: Database) {
  const insert = db.prepare("INSERT INTO webhook (account, url, events) VALUES (?, ?, ?)");
  const ofAccount = db.prepare("SELECT id, url, events FROM webhook WHERE account = ? ORDER BY id");
  return {
    addWebhook(account: string, input: WebhookInput): number {
      return Number(insert.run(account, input.url, JSON.stringify(input.events)).lastInsertRowid);
    },
    webhooks: (account: string): WebhookRegistration[] =>
      ofAccount.all(account).map((row) => {
        const { events, ...rest } = webhookRow.parse(row);
        return webhookRegistration.parse({ ...rest, events: fromJson(events) });
      }),
  };
}

function ledgerTable(db: Database) {
  const insert = db.prepare(
    `INSERT INTO ledger (at, account, kind, entity_id, idempotency_key, external_id, body)
     VALUES (:at, :account, :kind, :id, :idempotencyKey, :externalId, :body)`,
  );
  const all = db.prepare(
    `SELECT at, account, kind, entity_id AS id, idempotency_key AS idempotencyKey, external_id AS externalId, body
     FROM ledger ORDER BY seq`,
  );
  return {
    addToLedger: (entry: LedgerEntry): void =>
      void insert.run({ ...entry, body: JSON.stringify(entry.body) }),
    ledger: (): LedgerEntry[] =>
      all.all().map((row) => {
        const entry = ledgerRow.parse(row);
        return { ...entry, body: fromJson(entry.body) };
      }),
  };
}

function answerTable(db: Database) {
  const insert = db.prepare(
    "INSERT INTO kept_answer VALUES (:account, :path, :idempotencyKey, :status, :body)",
  );
  const byKey = db.prepare(
    `SELECT status, body FROM kept_answer
     WHERE account = :account AND path = :path AND idempotency_key = :idempotencyKey`,
  );
  return {
    keepAnswer: (key: AnswerKey, { status, body }: Answer): void =>
      void insert.run({ ...key, status, body: JSON.stringify(body) }),
    keptAnswer(key: AnswerKey): Answer | null {
      const row = byKey.get(key);
      if (row === undefined) return null;
      const { status, body } = keptAnswerRow.parse(row);
      return { status, body: fromJson(body) };
    },
  };
}

function deliveryTable(db: Database) {
  const insert = db.prepare("INSERT INTO delivery (account, record) VALUES (?, ?)");
  const all = db.prepare("SELECT record FROM delivery ORDER BY seq");
  const ofAccount = db.prepare("SELECT record FROM delivery WHERE account = ? ORDER BY seq");
  return {
    addDelivery: (record: Delivery): void => void insert.run(record.account, JSON.stringify(record)),
    deliveries: (account?: string): Delivery[] =>
      (account === undefined ? all.all() : ofAccount.all(account)).map((row) =>
        delivery.parse(fromJson(deliveryRow.parse(row).record)),
      ),
  };
}

function settingTable(db: Database) {
  const upsert = db.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)");
  const byName = db.prepare("SELECT value FROM setting WHERE name = ?");
  return {
    setting(name: string): string | null {
      const row = byName.get(name);
      return row === undefined ? null : settingRow.parse(row).value;
    },
    setSetting: (name: string, value: string): void => void upsert.run(name, value),
  };
}

/** Opens the store in a file, or in memory when `file` is null. Throws when the file cannot be used. */
export function openStore(file: string | null, key: Uint8Array | null = null) {
  const db = openDatabase(file, key);
  return {
    ...patientTable(db),
    ...appointmentTable(db),
    ...webhookTable(db),
    ...ledgerTable(db),
    ...answerTable(db),
    ...deliveryTable(db),
    ...settingTable(db),
    /** Runs `work` in one transaction: all of it is on the disk when this returns, or none is. */
    atomically: <T>(work: () => T): T => db.transaction(work).immediate(),
    close: (): void => void db.close(),
  };
}
