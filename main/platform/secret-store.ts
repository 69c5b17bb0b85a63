import { fail, type Failure } from "../../shared/core/failure.ts";
import { say, type Saying } from "../../messages/saying.ts";

/**
 * Why a secret could not be read or written. `unavailable`: no keychain on this system, or it does not
 * answer. `locked`: it is there and did not open. `damaged`: what it holds is not what was put in.
 * `refused`: the value itself cannot be kept (too long, or no well-formed text).
 */
export type SecretProblem = "unavailable" | "locked" | "damaged" | "refused";

/** A `Result` whose failure also names the kind of problem. Never holds the secret in its failure. */
export type SecretResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: SecretProblem; readonly failure: Failure };

/** Keeps secrets by name, for this user of this computer. */
export type SecretStore = {
  /** The secret as it was set, or null when there is none of that name. */
  readonly get: (name: string) => Promise<SecretResult<string | null>>;
  /** Replaces the secret: afterwards, or after a crash in between, the old or the new one is there, whole. */
  readonly set: (name: string, value: string) => Promise<SecretResult<null>>;
  /** Removes the secret. No such secret is no failure. */
  readonly delete: (name: string) => Promise<SecretResult<null>>;
};

/** Longest secret that is kept, in UTF-16 code units. Tokens of the service are up to 16 Ki. */
export const longestSecret = 65_536;

const whys: Record<SecretProblem, Saying> = {
  unavailable: say("failures.signIn.keychain.unavailable"),
  locked: say("failures.signIn.keychain.locked"),
  damaged: say("failures.signIn.keychain.damaged"),
  refused: say("failures.signIn.keychain.refused", { longest: longestSecret }),
};

/** The failed `SecretResult` for a problem, with its sentence for the person at the desk. */
export const createSecretFailure = (problem: SecretProblem): SecretResult<never> => ({
  ok: false,
  problem,
  failure: fail("keychain", whys[problem], { next: problem === "damaged" ? "sign-in" : "retry" }),
});

/** Whether a secret may be kept: not too long, and no half of a surrogate pair, which UTF-8 cannot hold. */
export const isKeepable = (value: string): boolean => value.length <= longestSecret && value.isWellFormed();

/** A store whose code is loaded when it is first asked: the program's start needs none of it. */
export function createLazySecretStore(load: () => Promise<SecretStore>): SecretStore {
  let store: Promise<SecretStore> | undefined;
  const loaded = (): Promise<SecretStore> => (store ??= load());
  return {
    get: async (name) => (await loaded()).get(name),
    set: async (name, value) => (await loaded()).set(name, value),
    delete: async (name) => (await loaded()).delete(name),
  };
}

/** A secret store that forgets everything with the process: for tests, and where there is no keychain. */
export function createMemorySecretStore(): SecretStore {
  const secrets = new Map<string, string>();
  return {
    get: async (name) => ({ ok: true, value: secrets.get(name) ?? null }),
    set: async (name, value) => {
      if (!isKeepable(value)) return createSecretFailure("refused");
      secrets.set(name, value);
      return { ok: true, value: null };
    },
    delete: async (name) => {
      secrets.delete(name);
      return { ok: true, value: null };
    },
  };
}
