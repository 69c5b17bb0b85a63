import Database from "better-sqlite3-multiple-ciphers";

export type { Database } from "better-sqlite3-multiple-ciphers";

const schemaVersion = 1;

const schema = `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE patient (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, external_id TEXT, input TEXT NOT NULL,
    UNIQUE (account, external_id)
  ) STRICT;
  CREATE TABLE appointment (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, patient_id INTEGER NOT NULL REFERENCES patient (id),
    input TEXT NOT NULL, date_time TEXT NOT NULL, status TEXT NOT NULL
  ) STRICT;
  CREATE INDEX appointment_pending ON appointment (id) WHERE status = 'Pending';
  CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, url TEXT NOT NULL, events TEXT NOT NULL
  ) STRICT;
  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, account TEXT NOT NULL, kind TEXT NOT NULL,
    entity_id INTEGER NOT NULL, idempotency_key TEXT, external_id TEXT, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE kept_answer (
    account TEXT NOT NULL, path TEXT NOT NULL, idempotency_key TEXT NOT NULL, status INTEGER NOT NULL,
    body TEXT NOT NULL, PRIMARY KEY (account, path, idempotency_key)
  ) STRICT;
  CREATE TABLE delivery (seq INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, record TEXT NOT NULL) STRICT;
`;

function migrate(db: Database.Database, name: string): void {
  const version = db.pragma("user_version", { simple: true });
  if (version === schemaVersion) return;
  if (version !== 0) throw new Error(`${name} was made by another version of the mock service.`);
  db.transaction(() => {
    db.exec(schema);
    db.pragma(`user_version = ${schemaVersion}`);
  })();
}

/**
 * Opens the mock's database, or makes it. `file` null keeps it in memory; with a key the file is encrypted.
 * FULL, so that what a killed mock has answered is on the disk.
 */
export function openDatabase(file: string | null, key: Uint8Array | null = null): Database.Database {
  const db = new Database(file ?? ":memory:");
  try {
    if (key !== null) {
      db.pragma("cipher = 'chacha20'");
      db.pragma(`key = "x'${Buffer.from(key).toString("hex")}'"`);
      db.pragma("temp_store = MEMORY");
    }
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = FULL");
    db.pragma("foreign_keys = ON");
    migrate(db, file ?? "The database");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
