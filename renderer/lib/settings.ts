import type { Result } from "../../shared/core/failure.ts";
import type { Settings, SettingsChange } from "../../shared/settings/settings.ts";
import type { Bridge } from "./ipc.ts";
import { createMainStore, type MainDesk, type MainStore } from "./main-store.ts";

/** The settings of the account at the desk; null until main has answered. Each account has its own, as practice has. */
export type SettingsState = { readonly settings: Settings | null };

export const createSettingsStore = (desk: MainDesk): MainStore<SettingsState, Settings> =>
  createMainStore<SettingsState, Settings>(desk, {
    empty: { settings: null },
    ask: () => desk.bridge.call("settings.get", {}),
    show: (settings) => ({ settings }),
    hear: (on) => [on("settings.changed", (settings) => ({ settings }))],
    clear: () => ({ settings: null }),
  });

/** Saves a change; the store shows it only when main has kept it. Main keeps the rest as it is then. */
export const saveSettings = (
  store: MainStore<SettingsState, Settings>,
  bridge: Bridge,
  change: SettingsChange,
): Promise<Result<Settings>> => store.change(bridge.call("settings.save", change));
