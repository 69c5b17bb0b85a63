import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SecretResult } from "../../main/platform/secret-store.ts";
import { onlyWith } from "../support/only-with.ts";
import { startSecretService, type SecretService } from "../support/secret-service.ts";

const child = join(import.meta.dirname, "../support/children/keychain.ts");

type Call = { verb: "get" | "set" | "delete"; name: string; value?: string; timeout?: number };
type Answer = { readonly result: SecretResult<string | null> };

const run = (env: NodeJS.ProcessEnv, ...calls: Call[]): Promise<Answer[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [child, JSON.stringify(calls)], { env }, (error, stdout, stderr) => {
      if (stdout === "") reject(new Error(stderr, { cause: error }));
      else resolve(JSON.parse(stdout) as Answer[]);
    });
  });

/** A token as long as the service's longest: no two parts of it are alike. */
const longToken = (seed: number): string =>
  Array.from({ length: 2_048 }, (_, index) =>
    ((index + 1) * 2_654_435_761 * seed).toString(36).padStart(8, "0").slice(-8),
  ).join("");

describe("a real Secret Service", onlyWith("secretService"), () => {
  let service: SecretService;
  const results = async (...calls: Call[]) => (await run(service.env, ...calls)).map(({ result }) => result);
  const set = (name: string, value: string): Call => ({ verb: "set", name, value });
  const get = (name: string): Call => ({ verb: "get", name });
  const done = { ok: true, value: null };

  beforeAll(async () => {
    service = await startSecretService({ prompts: "never-answered" });
  });
  afterAll(async () => service.close());

  test("a 16 KB token comes back whole, and so does the one that replaces it", async () => {
    const [first, second] = [longToken(1), longToken(7)];
    expect(first).toHaveLength(16_384);
    expect(await results(set("token", first), get("token"))).toEqual([done, { ok: true, value: first }]);
    expect(await results(set("token", second), get("token"))).toEqual([done, { ok: true, value: second }]);
    expect(await results(set("token", "short"), get("token"))).toEqual([done, { ok: true, value: "short" }]);
  });

  test("letters outside the first plane survive the cut between parts", async () => {
    const value = `é漢x${"🩺".repeat(2_000)}`;
    expect(await results(set("unicode", value), get("unicode"))).toEqual([done, { ok: true, value }]);
  });

  test("a deleted secret is gone; deleting it again is no failure", async () => {
    const remove: Call = { verb: "delete", name: "gone" };
    expect(await results(set("gone", "here"), remove, get("gone"), remove)).toEqual([done, done, done, done]);
  });

  test("a secret is on disk: it outlives the process and the keyring's daemon", async () => {
    await results(set("lasting", longToken(5)));
    await service.restart();
    expect(await results(get("lasting"))).toEqual([{ ok: true, value: longToken(5) }]);
  });

  test("a daemon that stands still is a failure in time, not a hang", async () => {
    service.freeze(true);
    // It stands still until there is an answer.
    const [answer] = await run(service.env, get("lasting"));
    service.freeze(false);
    expect(answer?.result).toMatchObject({ ok: false, failure: { code: "keychain" } });
  });

  test("a locked keyring whose prompt nobody answers is `locked` in time", async () => {
    await results(set("locked-away", "value"));
    service.lock();
    const [answer] = await run(service.env, { ...get("locked-away"), timeout: 500 });
    expect(answer?.result).toMatchObject({ ok: false, problem: "locked", failure: { code: "keychain" } });
    await service.restart();
    expect(await results(get("locked-away"))).toEqual([{ ok: true, value: "value" }]);
  });

  test("a locked keyring whose prompt is dismissed is `locked`, and keeps what it held", async () => {
    const other = await startSecretService({ prompts: "dismissed" });
    try {
      await run(other.env, set("token", "value"));
      other.lock();
      for (const { result } of await run(other.env, get("token"), set("token", "other"))) {
        expect(result).toMatchObject({ ok: false, problem: "locked" });
      }
      await other.restart();
      expect((await run(other.env, get("token")))[0]?.result).toEqual({ ok: true, value: "value" });
    } finally {
      await other.close();
    }
  });

  test("without a bus it is `unavailable`, and nothing goes to the kernel's key ring instead", async () => {
    const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = service.env;
    const lost = { ...env, DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent/bus" };
    for (const without of [env, lost]) {
      for (const { result } of await run(without, set("nowhere", "value"), get("nowhere"))) {
        expect(result).toMatchObject({ ok: false, problem: "unavailable", failure: { code: "keychain" } });
      }
    }
  });
});

describe("the Credential Manager of Windows", onlyWith("windows"), () => {
  test("a 16 KB token outlives the process that kept it, is replaced whole, and is gone once it is deleted", async () => {
    const name = `token-${process.pid}`;
    const call = async (verb: Call["verb"], value = ""): Promise<SecretResult<string | null> | undefined> =>
      (await run(process.env, { verb, name, value }))[0]?.result;
    const done = { ok: true, value: null };
    const value = longToken(1);
    expect(await call("set", value)).toEqual(done);
    expect(await call("get")).toEqual({ ok: true, value });
    expect(await call("set", "é漢🩺")).toEqual(done);
    expect(await call("get")).toEqual({ ok: true, value: "é漢🩺" });
    expect(await call("delete")).toEqual(done);
    expect(await call("get")).toEqual(done);
  });
});
