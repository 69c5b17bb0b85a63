import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { _electron, type CDPSession, type ElectronApplication, type Page } from "playwright";
import { language } from "../messages/language.ts";
import { startSecretService, type SecretService } from "../test/support/secret-service.ts";
import { electronBinaryAvailable, hostEnvironment } from "../tools/chromium-host/launch.ts";
import type { Records } from "./records.ts";

/** Windows of the built app, and of an app that does nothing, on the same host. */

const root = join(import.meta.dirname, "..");

export const bareApp = join(import.meta.dirname, "bare-app");
export const ourApp = root;

export type Place = {
  readonly profile: string;
  readonly keychain: SecretService;
  readonly remove: () => Promise<void>;
};

/** A profile and a keychain of their own; over these records, with their key and their account, when some are given. */
export async function placeFor(directory: string, records: Records | null): Promise<Place> {
  const profile = mkdtempSync(join(directory, "profile-"));
  const keychain = await startSecretService({ prompts: "dismissed" });
  if (records !== null) {
    cpSync(records.directory, join(profile, "records"), { recursive: true });
    giveSecrets({ keychain, profile }, records);
  }
  return {
    profile,
    keychain,
    remove: async () => {
      await keychain.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export type Opened = {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The DevTools protocol of the page. */
  readonly session: () => Promise<CDPSession>;
  readonly close: () => Promise<void>;
};

/** Starts an app and answers as soon as its first window is there. */
export async function open(path: string, { profile, keychain }: Place): Promise<Opened> {
  if (!electronBinaryAvailable()) Object.assign(process.env, hostEnvironment());
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const app = await _electron.launch({
    args: [path, `--user-data-dir=${profile}`],
    cwd: root,
    env: {
      ...Object.fromEntries(inherited),
      ...keychain.env,
      TZ: "America/New_York",
      FRONT_DESK_LANGUAGE: language,
      FRONT_DESK_UNDO_SECONDS: "0",
    },
  });
  const page = await app.firstWindow();
  page.setDefaultTimeout(60_000);
  return {
    app,
    page,
    session: () => page.context().newCDPSession(page),
    close: () => app.close(),
  };
}

/** The keychain's child runs with its bus, which this process does not know. */
function giveSecrets({ keychain, profile }: Omit<Place, "remove">, { secretsFile }: Records): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "give-secrets.ts"), secretsFile, profile], {
    env: { ...keychain.env },
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 60_000,
  });
}
