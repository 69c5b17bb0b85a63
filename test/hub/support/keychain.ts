import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";

/** A keychain that can be copied with its computer, and whose entry for the clinic can be exchanged. */
export type Keychain = {
  readonly store: SecretStore;
  /** What a desk keeps for its clinic, as JSON. */
  readonly clinic: () => string;
  readonly keepForClinic: (value: string) => void;
  readonly copy: () => Promise<Keychain>;
};

export function keychain(): Keychain {
  const store = createMemorySecretStore();
  const values = new Map<string, string>();
  const names = (): readonly string[] => [...values.keys()].filter((name) => name.startsWith("clinic "));
  const set: SecretStore["set"] = (name, value) => {
    values.set(name, value);
    return store.set(name, value);
  };
  return {
    store: { ...store, set },
    clinic: () => values.get(names()[0] ?? "") ?? "",
    keepForClinic: (value) => {
      for (const name of names()) void set(name, value);
    },
    copy: async () => {
      const other = keychain();
      for (const [name, value] of values) await other.store.set(name, value);
      return other;
    },
  };
}
