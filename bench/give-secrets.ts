import { readFileSync } from "node:fs";
import { createKeytarSecretStore } from "../main/features/session/keytar-secret-store.ts";
import { systemClock } from "../main/platform/system.ts";
import { chooseProfile } from "../main/electron/profile.ts";

/**
 * Puts the secrets of a file into the keychain under the names that the app looks for. A process of its own, since a
 * process reads the address of its bus once. Arguments: the file, and the folder of the app's profile.
 */
const kept = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Record<string, string>;
const { keychain } = chooseProfile({
  isPackaged: false,
  name: "Front Desk",
  appData: "",
  chosen: process.argv[3] ?? "",
});
const secrets = createKeytarSecretStore({ service: keychain, clock: systemClock });
for (const [name, value] of Object.entries(kept)) {
  const result = await secrets.set(name, value);
  if (!result.ok) throw new Error(`The keychain did not take ${name}.`);
}
