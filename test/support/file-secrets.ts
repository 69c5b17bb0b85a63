import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { SecretStore } from "../../main/platform/secret-store.ts";

/** Secrets in a plain file, so that the processes of one test share them. For tests alone. */
export function fileSecrets(file: string): SecretStore {
  const load = (): Record<string, string> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>) : {};
  const save = (secrets: Record<string, string>): void => {
    writeFileSync(`${file}.new`, JSON.stringify(secrets));
    renameSync(`${file}.new`, file);
  };
  return {
    get: async (name) => ({ ok: true, value: load()[name] ?? null }),
    set: async (name, value) => {
      save({ ...load(), [name]: value });
      return { ok: true, value: null };
    },
    delete: async (name) => {
      const { [name]: _gone, ...rest } = load();
      save(rest);
      return { ok: true, value: null };
    },
  };
}
