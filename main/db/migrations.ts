import type { Database } from "better-sqlite3-multiple-ciphers";
import { clinicTables, goneNotices, noticeTables } from "./clinic-migrations.ts";
import { keptForYears } from "./keeping-migration.ts";
import { indexAllPatients } from "./patient-index.ts";

/**
 * One step from a version of the schema to the next. `statements` run in one transaction, in order, and `fill` after
 * them, for what SQL cannot compute.
 */
export type Migration = {
  readonly version: number;
  readonly statements: readonly string[];
  readonly fill?: (db: Database) => void;
};

/** The number that the service gave a booking: no two may have the same. */
export const bookingNumberSql =
  "case when json_valid(json) then json_extract(json, '$.result.appointment.id') end";

/** Whether an item is a booking that is more than a form. */
export const inAgenda = "kind = 'booking' and status not in ('draft', 'on-hold', 'discarded')";

/**
 * `items.sequence` is the order of saving and never reused; `changed` is the order of changes. The columns beside
 * `json` are what rows are found by; the record itself is always the JSON.
 *
 * Notes, the body that was sent and the answer to it may be a megabyte each. They stand in columns behind the
 * record's JSON, which SQLite does not touch while it reads a list. They are JSON too: as text, a half of a
 * surrogate pair would be lost.
 *
 * Cards have rows of their own: one is kept the moment it is collected, whatever becomes of its booking. A setup
 * intent is kept while the provider may know more of it than this computer.
 */
const first: Migration = {
  version: 1,
  statements: [
    `create table items (
      sequence integer primary key autoincrement,
      id text not null unique,
      account_id text not null,
      kind text not null,
      status text not null,
      created_at text not null,
      updated_at text not null,
      changed integer not null,
      patient_record_id text,
      appointment_instant text,
      search_text text not null,
      json text not null,
      notes text,
      payload text,
      answer text
    ) strict`,
    `create index items_changed on items (changed)`,
    `create index items_listed on items (account_id, changed, kind, status)`,
    `create index items_queued on items (account_id, status, sequence)`,
    `create index items_of_status on items (status, sequence)`,
    `create index items_of_patient on items (patient_record_id, appointment_instant, sequence)
      where patient_record_id is not null`,
    `create index items_booked on items (account_id, changed, search_text)
      where kind = 'booking' and status = 'done'`,
    `create index items_booking_number on items (account_id, ${bookingNumberSql}) where kind = 'booking'`,
    `create table patients (
      sequence integer primary key autoincrement,
      id text not null unique,
      account_id text not null,
      patient_id integer,
      first text not null,
      last text not null,
      dob text not null,
      phone text not null,
      phone_reversed text not null,
      email text not null,
      external_id text not null,
      json text not null
    ) strict`,
    `create index patients_account on patients (account_id)`,
    `create index patients_first on patients (account_id, first)`,
    `create index patients_last on patients (account_id, last)`,
    `create index patients_name on patients (account_id, last, first)`,
    `create index patients_dob on patients (account_id, dob)`,
    `create index patients_phone on patients (account_id, phone)`,
    `create index patients_phone_reversed on patients (account_id, phone_reversed)`,
    `create index patients_email on patients (account_id, email)`,
    `create index patients_external_id on patients (account_id, external_id)`,
    `create index patients_patient_id on patients (account_id, patient_id) where patient_id is not null`,
    `create virtual table patient_words using fts5 (
      account, words, content = '', contentless_delete = 1, prefix = '1 2 3',
      tokenize = 'unicode61 remove_diacritics 2'
    )`,
    `create table settings (scope text primary key, json text not null) strict, without rowid`,
    `create table accounts (
      sequence integer primary key autoincrement,
      id text not null unique,
      service_address text not null,
      issuer text,
      subject text,
      created_at text not null,
      last_used_at text not null
    ) strict`,
    `create table webhook_lists (
      account_id text primary key, as_of text not null, json text not null
    ) strict, without rowid`,
    `create table cards (
      sequence integer primary key autoincrement,
      id text not null,
      account_id text not null,
      patient_record_id text,
      created_at text not null,
      used_at text not null,
      json text not null,
      unique (account_id, id)
    ) strict`,
    `create index cards_of_patient on cards (account_id, patient_record_id, used_at)
      where patient_record_id is not null`,
    `create table setup_intents (
      item_id text primary key,
      account_id text not null,
      patient text not null,
      client_secret text not null,
      publishable_key text not null,
      created_at text not null
    ) strict, without rowid`,
    `create table meta (key text primary key, value text not null) strict, without rowid`,
  ],
};

/**
 * A table of words that keeps no text and no places. Deleted words are wiped from its pages; its segments are merged when
 * nobody waits (`index-merge.ts`); a page of it fits on one of the file, of which encryption takes 64 bytes.
 */
const wordTable = (name: string, options: string): readonly string[] => [
  `create virtual table ${name} using fts5 (
    words, content = '', columnsize = 0, detail = none, tokenize = 'ascii'${options}
  )`,
  ...["'secure-delete', 1", "'automerge', 0", "'crisismerge', 64", "'pgsz', 3980"].map(
    (setting) => `insert into ${name} (${name}, rank) values (${setting})`,
  ),
];

/**
 * Patients are found by words alone (`search-words.ts`) and their number at the service: an index in the order of a
 * name, an address or a phone number has to be written all over, and slows down as it grows.
 */
const words: Migration = {
  version: 2,
  statements: [
    "drop table patient_words",
    "alter table patients rename to patients_before",
    `create table patients (
      sequence integer primary key autoincrement,
      id text not null unique,
      account_id text not null,
      patient_id integer,
      json text not null
    ) strict`,
    `insert into patients (sequence, id, account_id, patient_id, json)
      select sequence, id, account_id, patient_id, json from patients_before order by sequence`,
    "drop table patients_before",
    `create index patients_patient_id on patients (account_id, patient_id) where patient_id is not null`,
    ...wordTable("patient_names", ", prefix = '3 4 5 6 7 8'"),
    ...wordTable("patient_whole", ""),
    "create virtual table patient_name_terms using fts5vocab (patient_names, row)",
    "create virtual table patient_terms using fts5vocab (patient_whole, instance)",
  ],
  fill: indexAllPatients,
};

/**
 * Bookings in the order of their visits, with what they are searched in, so that a search reads no records. The
 * conditions are those of `main/db/bookings.ts`, word for word.
 */
const agenda: Migration = {
  version: 3,
  statements: [
    `create index items_agenda on items (account_id, appointment_instant, sequence, status, search_text)
      where ${inAgenda}`,
  ],
};

/**
 * Every change of an item writes a page of each index that has its status or its place in the order of changes: one
 * for the list, one for the queue. What stands in no index is found by its account first (`lastChange`).
 */
const fewerIndexes: Migration = {
  version: 4,
  statements: [
    "drop index items_changed",
    "drop index items_queued",
    "drop index items_of_status",
    "create index items_of_status on items (status, account_id, sequence)",
  ],
};

/** For which patient's number of the service a booking is whose number was typed, not chosen. */
export const typedNumber = `case when json_valid(json) and json ->> '$.form.patient.kind' = 'number'
  then cast(ltrim(json ->> '$.form.patient.text', '# ') as integer) end`;
/** Whether an item is a booking for nobody who was chosen. */
export const ofNobodyKnown = "kind = 'booking' and patient_record_id is null";

/**
 * Records of patients that a person said are one person (`same-people.ts`), and what is noted of patients on this
 * computer alone, as JSON: as text, a half of a surrogate pair would be lost.
 */
const people: Migration = {
  version: 5,
  statements: [
    `create table same_people (
      record_id text primary key, kept_id text not null, said_at text not null
    ) strict, without rowid`,
    "create index same_people_kept on same_people (kept_id)",
    `create table patient_notes (
      record_id text primary key, account_id text not null, notes text not null
    ) strict, without rowid`,
    `create index items_typed_number on items (account_id, ${typedNumber}) where ${ofNobodyKnown}`,
  ],
};

/**
 * What is imported from files: each row waits in `import_rows` until it is a patient, and what it became stands in `import_items`
 * until it is settled. Patients who came with a file are none of those who were just added: a column says so, and an index has
 * the others in their order.
 */
const imports: Migration = {
  version: 6,
  statements: [
    `create table imports (
      number integer primary key, id text not null unique, account_id text not null, json text not null
    ) strict`,
    `create table import_rows (
      number integer not null, row integer not null, json text not null, primary key (number, row)
    ) strict, without rowid`,
    `create table import_items (item_id text primary key, number integer not null) strict, without rowid`,
    "alter table patients add column imported integer",
    "create index patients_added on patients (account_id, sequence) where imported is null",
  ],
};

/**
 * The activity log (`audit.ts`): entries are added and never changed or deleted. Who did something is one row for each
 * person of an account, since an entry with the name in it would be half as long again.
 */
const auditLog: Migration = {
  version: 7,
  statements: [
    `create table audit_people (
      id integer primary key, account_id text, person text
    ) strict`,
    `create table audit (
      n integer primary key,
      at text not null,
      who integer not null references audit_people (id),
      by_program integer not null,
      act text not null,
      record_id text,
      more text not null,
      hash blob not null
    ) strict`,
    ...["audit", "audit_people"].flatMap((table) =>
      ["update", "delete"].map(
        (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
          begin select raise(abort, 'the activity log is only added to'); end`,
      ),
    ),
  ],
};

/** The item that an item was made from; null for most. As the indexed expression, word for word. */
export const editedItem = "case when json_valid(json) then json ->> '$.editOf' end";

/** What took the place of an item that was attempted and then edited: its companions and its correction are found by it. */
const edited: Migration = {
  version: 10,
  statements: [`create index items_edited on items (${editedItem}) where ${editedItem} is not null`],
};

/** Whose word it was that the clinic keeps a record no more: what a removed desk dropped comes back. Each removal asks, of few. */
const droppers: Migration = {
  version: 13,
  statements: [
    "alter table clinic_records add column dropped_by text",
    "create index clinic_records_dropped on clinic_records (dropped_by) where dropped_by is not null",
    "create index clinic_records_aside on clinic_records (account_id, aside) where aside > 0",
  ],
};

/**
 * A claim names who said that it was booked, and who said which number (`kept-claims.ts`). An earlier Front Desk would take a claim with such
 * names for none, and send what others hold: it stops instead.
 */
const sayers: Migration = { version: 14, statements: [] };

/** All steps, oldest first, without gaps. A step that was ever released is never changed again. */
export const migrations: readonly Migration[] = [
  first,
  words,
  agenda,
  fewerIndexes,
  people,
  imports,
  auditLog,
  { version: 8, statements: clinicTables },
  { version: 9, statements: noticeTables },
  edited,
  { version: 11, statements: goneNotices },
  { version: 12, statements: keptForYears },
  droppers,
  sayers,
];

/** How far a migration got; for tests that end the process there. */
export type MigrationStep = {
  readonly version: number;
  readonly at: number | "before-commit" | "committed";
};

/** The version of the schema in the file. */
export const readSchemaVersion = (db: Database): number =>
  Number(db.pragma("user_version", { simple: true }));

/**
 * Brings the schema from its version to the newest of `steps`. Each step and its version number are one
 * transaction, so a crash leaves the version before or after it.
 */
export function migrateDatabase(
  db: Database,
  steps: readonly Migration[],
  onStep: (step: MigrationStep) => void = () => undefined,
): void {
  const from = readSchemaVersion(db);
  for (const { version, statements, fill } of steps) {
    if (version <= from) continue;
    db.transaction(() => {
      for (const [at, statement] of statements.entries()) {
        onStep({ version, at });
        db.exec(statement);
      }
      fill?.(db);
      db.pragma(`user_version = ${version}`);
      onStep({ version, at: "before-commit" });
    }).immediate();
    onStep({ version, at: "committed" });
  }
}
