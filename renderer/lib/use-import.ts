import type { ImportState } from "../../shared/import/import.ts";
import { useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

type Import = { readonly state: ImportState | null };

/** The file that is looked at and the import that is under way, as main has them; null until it has answered. */
export const createImportStore = (desk: MainDesk): MainStore<Import, ImportState> =>
  createMainStore<Import, ImportState>(desk, {
    empty: { state: null },
    ask: () => desk.bridge.call("import.get", {}),
    show: (state) => ({ state }),
    hear: (on) => [on("import.changed", (state) => ({ state }))],
    clear: () => ({ state: null }),
  });

export const useImport = (): ReturnType<typeof useMainStore<Import, ImportState>> =>
  useMainStore(createImportStore);
