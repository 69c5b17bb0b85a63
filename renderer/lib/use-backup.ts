import type { BackupState } from "../../shared/backup/backup.ts";
import { useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

type Backups = { readonly state: BackupState | null };

/** Backups as main has them, whoever is signed in; null until it has answered. */
export const createBackupStore = (desk: MainDesk): MainStore<Backups, BackupState> =>
  createMainStore<Backups, BackupState>(desk, {
    empty: { state: null },
    ask: () => desk.bridge.call("backup.get", {}),
    show: (state) => ({ state }),
    hear: (on) => [on("backup.changed", (state) => ({ state }))],
  });

export const useBackup = (): ReturnType<typeof useMainStore<Backups, BackupState>> =>
  useMainStore(createBackupStore);
