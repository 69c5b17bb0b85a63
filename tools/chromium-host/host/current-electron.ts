import type { ElectronApi } from "./electron-api.ts";

// The one thing this process has one of: an app asks for "electron" by name, so the answer must be found by name too.
const current: { api: ElectronApi | undefined } = { api: undefined };

/** Says what `electron` is in this process. */
export function setCurrentElectron(api: ElectronApi): void {
  current.api = api;
}

/** What `electron` is in this process. */
export function currentElectron(): ElectronApi {
  if (current.api === undefined) throw new Error("chromium-host: electron was asked for before it was made");
  return current.api;
}
