import type { UpdatesState } from "../../shared/updates/updates.ts";
import { useMainStore } from "./hooks.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

type Updates = { readonly state: UpdatesState | null };

/** How the program's own updates stand; null until main has answered. */
export const createUpdatesStore = (desk: MainDesk): MainStore<Updates, UpdatesState> =>
  createMainStore<Updates, UpdatesState>(desk, {
    empty: { state: null },
    ask: () => desk.bridge.call("updates.get", {}),
    show: (state) => ({ state }),
    hear: (on) => [on("updates.changed", (state) => ({ state }))],
  });

export const useUpdates = (): UpdatesState | null => useMainStore(createUpdatesStore).state;
