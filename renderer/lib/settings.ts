import { createStore, type StoreApi } from "zustand/vanilla";
import type { Failure, Result } from "../../shared/core/failure.ts";
import type { Settings, SettingsChange } from "../../shared/settings/settings.ts";
import type { Bridge } from "./ipc.ts";

/** The settings of the account at the desk; null until main has answered. */
export type SettingsState = { readonly settings: Settings | null; readonly failure: Failure | null };

export const createSettingsStore = (): StoreApi<SettingsState> =>
  createStore(() => ({ settings: null, failure: null }));

/** Keeps the settings fresh. Each account has its own, as practice has: those of the last one are not shown. */
export function subscribeSettings(store: StoreApi<SettingsState>, bridge: Bridge): () => void {
  let account: string | null | undefined;
  let asked = 0;
  const read = async (): Promise<void> => {
    const serial = ++asked;
    const answer = await bridge.call("settings.get", {});
    if (serial !== asked) return;
    if (answer.ok) store.setState({ settings: answer.value, failure: null });
    else store.setState({ failure: answer.failure });
  };
  const stops = [
    // Taken away by `readSettingsAgain`.
    store.subscribe((now, before) => {
      if (now.settings === null && now.failure === null && before.failure !== null) void read();
    }),
    bridge.listen("settings.changed", (settings) => {
      asked += 1;
      store.setState({ settings, failure: null });
    }),
    bridge.listen("session.changed", ({ accountId }) => {
      if (account !== undefined && account !== accountId) store.setState({ settings: null });
      account = accountId;
      void read();
    }),
  ];
  void read();
  return () => stops.forEach((stop) => stop());
}

/** Reads them again where they could not be read. */
export const readSettingsAgain = (store: StoreApi<SettingsState>): void => store.setState({ failure: null });

/** Saves a change; the store shows it only when main has kept it. Main keeps the rest as it is then. */
export async function saveSettings(
  store: StoreApi<SettingsState>,
  bridge: Bridge,
  change: SettingsChange,
): Promise<Result<Settings>> {
  const answer = await bridge.call("settings.save", change);
  if (answer.ok) store.setState({ settings: answer.value, failure: null });
  return answer;
}
