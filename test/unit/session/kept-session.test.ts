import { expect, it } from "vitest";
import { createKeptSession } from "../../../main/features/session/kept-session.ts";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretProblem,
} from "../../../main/platform/secret-store.ts";

/** A kept session whose keychain has that problem from the first call on, and what its log holds. */
function keeping(problem: SecretProblem | null) {
  const logged: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (...entry: unknown[]) => void logged.push(entry),
    error: () => undefined,
  };
  const broken = async () => createSecretFailure(problem ?? "unavailable");
  const secrets = problem === null ? createMemorySecretStore() : { get: broken, set: broken, delete: broken };
  return { kept: createKeptSession(secrets, log), logged };
}
const session = {
  kind: "service",
  serviceAddress: "https://booking.example.com",
  accountId: "a",
  token: "opaque",
} as const;

it.each([session, { kind: "practice" }] as const)(
  "what was kept is there until it is forgotten: %j",
  async (value) => {
    const { kept, logged } = keeping(null);
    expect(await kept.read()).toBeNull();
    expect(await kept.keep(value)).toBe("keychain");
    expect(await kept.read()).toEqual(value);
    expect(await kept.forget()).toBeNull();
    expect(await kept.read()).toBeNull();
    expect(logged).toEqual([]);
  },
);

it.each(["unavailable", "locked", "damaged", "refused"] as const)(
  "a keychain that is %s keeps nothing, and the log says so, without the token",
  async (problem) => {
    const { kept, logged } = keeping(problem);
    expect([await kept.read(), await kept.keep(session), await kept.forget()]).toEqual([
      null,
      "memory",
      problem,
    ]);
    expect(logged).toEqual([
      ["keychain.not-read", { problem }],
      ["keychain.not-kept", { problem }],
      ["keychain.not-removed", { problem }],
    ]);
  },
);
