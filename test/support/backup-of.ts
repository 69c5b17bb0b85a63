import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SecretStore } from "../../main/platform/secret-store.ts";
import { createBackupDisk } from "../../main/features/backup/disk.ts";
import { writeBackup } from "../../main/features/backup/write.ts";
import { systemClock } from "../../main/platform/system.ts";
import { connect } from "../../main/db/connection.ts";
import { readSchemaVersion } from "../../main/db/migrations.ts";
import { cheap, passphrase } from "./backup-kit.ts";
import { keyOf } from "./store-files.ts";

/**
 * Writes a backup of records that no desk has open, in the layout they have: as a version of that time would have. Answers
 * its path. The records' log is merged, nothing else is changed.
 */
export async function backupOf(
  directory: string,
  { secrets, folder }: { readonly secrets: SecretStore; readonly folder: string },
): Promise<string> {
  const file = join(directory, "front-desk.db");
  const key = await keyOf(file, secrets);
  const db = await connect(file, key);
  const layout = readSchemaVersion(db);
  db.close();
  const bytes = readFileSync(file);
  const { file: written } = await writeBackup({
    snapshot: {
      bytes: bytes.length,
      key: key.bytes,
      layout,
      counts: { patients: 0, bookings: 0, waiting: 0 },
      read: async (at, into) => bytes.copy(into, 0, at),
      isChecked: true,
      release: () => undefined,
    },
    facts: { desk: "earlier", at: systemClock.now().toISOString(), version: "0.0.0" },
    desk: { word: "00000001", name: "earlier" },
    folder,
    keep: 1,
    passphrase,
    clock: systemClock,
    disk: createBackupDisk(systemClock),
    signal: new AbortController().signal,
    onPart: () => undefined,
    onStep: () => undefined,
    cost: cheap,
  });
  return written;
}
