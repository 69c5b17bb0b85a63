import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  createKeytarSecretStore,
  getKeychainTimeout,
} from "../../../main/features/session/keytar-secret-store.ts";
import { asOneEntry, type KeytarApi } from "../../../main/features/session/keytar-api.ts";
import { longestPart } from "../../../main/features/session/secret-parts.ts";
import { createMemorySecretStore, type SecretStore } from "../../../main/platform/secret-store.ts";

type Fault = (call: number) => "before" | "after" | null;
class Killed extends Error {}

/** Windows' limit on one entry, in bytes of UTF-16. */
const windowsLimit = 2_560;

/** A keychain in memory with a limit on one entry and UTF-8 inside, which ends at the call that `fault` names. */
function fakeKeychain(
  entries: Map<string, string>,
  fault: Fault = () => null,
  limit = windowsLimit,
): KeytarApi {
  let calls = 0;
  let dead = false;
  const step = async <T>(work: () => T): Promise<T> => {
    if (dead) throw new Killed();
    calls += 1;
    const when = fault(calls);
    if (when === "before") dead = true;
    if (dead) throw new Killed();
    const value = work();
    if (when === "after") dead = true;
    if (dead) throw new Killed();
    return value;
  };
  const key = (service: string, account: string): string => `${service}\n${account}`;
  return {
    getPassword: (service, account) => step(() => entries.get(key(service, account)) ?? null),
    setPassword: (service, account, password) =>
      step(() => {
        if (Buffer.byteLength(password, "utf16le") > limit) throw new Error("Platform failure: too long");
        entries.set(key(service, account), password.toWellFormed());
      }),
    deletePassword: (service, account) => step(() => entries.delete(key(service, account))),
  };
}

const noTimer = { after: () => () => undefined };
const over = (api: KeytarApi): SecretStore =>
  createKeytarSecretStore({ service: "desk", clock: noTimer, load: async () => api });
const onMac = (entries: Map<string, string>, fault?: Fault): KeytarApi =>
  asOneEntry(fakeKeychain(entries, fault, Number.POSITIVE_INFINITY));
const long = (letter: string, parts: number): string => letter.repeat(longestPart * parts - 7);

describe.each([
  { twin: "keytar", create: () => over(fakeKeychain(new Map())) },
  { twin: "memory", create: createMemorySecretStore },
  { twin: "one entry, as on macOS", create: () => over(onMac(new Map())) },
])("every secret store: $twin", ({ create }) => {
  test("there is nothing under a new name", async () => {
    expect(await create().get("token")).toEqual({ ok: true, value: null });
  });

  test.each([
    ["empty", ""],
    ["one part", "secret"],
    ["exactly one part", "p".repeat(longestPart)],
    ["a 16 KB token", "t".repeat(16_384)],
    ["the longest", "m".repeat(65_536)],
    ["pairs over each cut", `x${"🩺".repeat(2_000)}`],
    ["line ends, quotes and zeros", 'a\r\n"b"\u0000c'],
  ])("%s comes back as it was set", async (_name, value) => {
    const secrets = create();
    expect(await secrets.set("token", value)).toEqual({ ok: true, value: null });
    expect(await secrets.get("token")).toEqual({ ok: true, value });
  });

  test("a replaced secret is the new one alone, whichever is longer", async () => {
    const secrets = create();
    for (const value of [long("a", 5), long("b", 2), "c", long("d", 9)]) {
      await secrets.set("token", value);
      expect(await secrets.get("token")).toEqual({ ok: true, value });
    }
  });

  test("names do not mix", async () => {
    const secrets = create();
    await secrets.set("one", "1");
    await secrets.set("two", "2");
    await secrets.delete("one");
    expect(await secrets.get("one")).toEqual({ ok: true, value: null });
    expect(await secrets.get("two")).toEqual({ ok: true, value: "2" });
  });

  test.each([
    ["too long", "x".repeat(65_537)],
    ["half a surrogate pair", "\ud83e"],
  ])("%s is refused, and the old secret stays", async (_name, value) => {
    const secrets = create();
    await secrets.set("token", "old");
    expect(await secrets.set("token", value)).toMatchObject({ ok: false, problem: "refused" });
    expect(await secrets.get("token")).toEqual({ ok: true, value: "old" });
  });

  test("calls made at once do not mix their parts", async () => {
    const secrets = create();
    const values = [long("a", 4), long("b", 3), long("c", 6)];
    await Promise.all(values.map((value) => secrets.set("token", value)));
    expect(await secrets.get("token")).toEqual({ ok: true, value: values.at(-1) });
  });
});

describe("a process killed while it replaces a secret", () => {
  const oldValue = long("o", 3);
  const newValue = long("n", 5);

  for (const when of ["before", "after"] as const) {
    test(`at each call, ${when} it takes effect: the old or the new secret, whole, and no leftovers`, async () => {
      let kept = { old: 0, new: 0 };
      for (let cut = 1; cut < 100; cut += 1) {
        const entries = new Map<string, string>();
        await over(fakeKeychain(entries)).set("token", oldValue);
        const killed = await over(fakeKeychain(entries, (call) => (call === cut ? when : null))).set(
          "token",
          newValue,
        );
        if (killed.ok) break;
        const found = await over(fakeKeychain(entries)).get("token");
        expect([oldValue, newValue]).toContain(found.ok ? found.value : null);
        if (found.ok && found.value === newValue) kept = { ...kept, new: kept.new + 1 };
        else kept = { ...kept, old: kept.old + 1 };

        await over(fakeKeychain(entries)).set("token", "last");
        expect(await over(fakeKeychain(entries)).get("token")).toEqual({ ok: true, value: "last" });
        expect(entries.size).toBe(1);
      }
      expect(kept.old).toBeGreaterThan(5);
      expect(kept.new).toBeGreaterThan(3);
    });
  }

  test("at two calls in a row of attempts: never a mix, and the third attempt clears both", async () => {
    for (let first = 1; first < 14; first += 1) {
      for (let second = 1; second < 14; second += 1) {
        const entries = new Map<string, string>();
        await over(fakeKeychain(entries)).set("token", oldValue);
        const cutAt = (cut: number) => fakeKeychain(entries, (call) => (call === cut ? "after" : null));
        await over(cutAt(first)).set("token", newValue);
        await over(cutAt(second)).set("token", long("s", 2));
        const found = await over(fakeKeychain(entries)).get("token");
        expect([oldValue, newValue, long("s", 2)]).toContain(found.ok ? found.value : null);
        await over(fakeKeychain(entries)).set("token", "last");
        expect(entries.size).toBe(1);
      }
    }
  });

  const short = (letter: string): string => letter.repeat(9);
  test.each([
    ["a short one for a long one", oldValue, short("n")],
    ["a long one for a short one", short("o"), newValue],
    ["a short one for a short one", short("o"), short("n")],
  ])("%s: the old or the new, whole, and the next leaves nothing else", async (_name, before, after) => {
    const found = new Set<string | null>();
    for (let cut = 1; cut < 30; cut += 1) {
      const entries = new Map<string, string>();
      await over(fakeKeychain(entries)).set("token", before);
      await over(fakeKeychain(entries, (call) => (call === cut ? "after" : null))).set("token", after);
      const kept = await over(fakeKeychain(entries)).get("token");
      found.add(kept.ok ? kept.value : "damaged");
      await over(fakeKeychain(entries)).set("token", "last");
      expect([...entries.keys()]).toEqual(["desk\ntoken"]);
    }
    expect(found).toEqual(new Set([before, after]));
  });

  test("while deleting: the secret is there whole or not at all, and deleting again clears everything", async () => {
    for (let cut = 1; cut < 10; cut += 1) {
      const entries = new Map<string, string>();
      await over(fakeKeychain(entries)).set("token", oldValue);
      await over(fakeKeychain(entries, (call) => (call === cut ? "after" : null))).delete("token");
      const found = await over(fakeKeychain(entries)).get("token");
      expect([oldValue, null]).toContain(found.ok ? found.value : "damaged");
      await over(fakeKeychain(entries)).delete("token");
      expect(entries.size).toBe(0);
    }
  });
});

describe("a short secret", () => {
  test("is one entry: read by one call, replaced by two", async () => {
    const asked: string[] = [];
    const keychain = fakeKeychain(new Map());
    const secrets = over({
      ...keychain,
      getPassword: (service, account) => {
        asked.push(`get ${account}`);
        return keychain.getPassword(service, account);
      },
      setPassword: (service, account, password) => {
        asked.push(`set ${account}`);
        return keychain.setPassword(service, account, password);
      },
    });
    await secrets.set("count", "1");
    asked.length = 0;
    await secrets.set("count", "2");
    expect(await secrets.get("count")).toEqual({ ok: true, value: "2" });
    expect(asked).toEqual(["get count", "set count", "get count"]);
  });

  test("under a new name is written once, when it was seen that nothing stands beside it", async () => {
    const calls: string[] = [];
    const entries = new Map<string, string>();
    const secrets = over(
      fakeKeychain(entries, (call) => {
        calls.push(`${call}: ${entries.size}`);
        return null;
      }),
    );
    await secrets.set("token", "new");
    expect(calls).toEqual(["1: 0", "2: 0", "3: 0", "4: 0"]);
    expect([...entries.values()]).toEqual(['{"version":2,"value":"new","alone":true}']);
  });

  test("that is read or written has what was loaded for it, and no other has", async () => {
    let loads = 0;
    const api = fakeKeychain(new Map());
    const secrets = createKeytarSecretStore({
      service: "desk",
      clock: noTimer,
      load: async () => {
        loads += 1;
        return api;
      },
    });
    await secrets.set("token", "new");
    expect(loads).toBe(1);
    await Promise.all([secrets.get("token"), secrets.get("other")]);
    expect(loads).toBe(3);
  });

  test("that an earlier version kept in a part is read, and becomes one entry when it is replaced", async () => {
    const sha256 = createHash("sha256").update("kept").digest("hex");
    const header = { version: 1, slot: "b", parts: 1, length: 4, sha256 };
    const entries = new Map([
      ["desk\ncount", JSON.stringify(header)],
      ["desk\ncount/b/1", "kept"],
    ]);
    const secrets = over(fakeKeychain(entries));
    expect(await secrets.get("count")).toEqual({ ok: true, value: "kept" });
    await secrets.set("count", "new");
    expect(await secrets.get("count")).toEqual({ ok: true, value: "new" });
    expect([...entries.keys()]).toEqual(["desk\ncount"]);
  });
});

describe("a keychain that was changed by someone else", () => {
  const changed = async (change: (entries: Map<string, string>) => void): Promise<SecretStore> => {
    const entries = new Map<string, string>();
    await over(fakeKeychain(entries)).set("token", long("a", 3));
    change(entries);
    return over(fakeKeychain(entries));
  };

  test.each<[string, (entries: Map<string, string>) => void]>([
    ["a part is gone", (entries) => void entries.delete("desk\ntoken/a/2")],
    ["a part is another", (entries) => void entries.set("desk\ntoken/a/2", "b".repeat(longestPart))],
    ["the header is no header", (entries) => void entries.set("desk\ntoken", "hello")],
    ["the header is of another version", (entries) => void entries.set("desk\ntoken", '{"version":2}')],
  ])("%s: damaged, and setting it again mends it", async (_name, change) => {
    const secrets = await changed(change);
    expect(await secrets.get("token")).toMatchObject({
      ok: false,
      problem: "damaged",
      failure: { code: "keychain" },
    });
    expect(await secrets.set("token", "new")).toEqual({ ok: true, value: null });
    expect(await secrets.get("token")).toEqual({ ok: true, value: "new" });
  });
});

describe("a keychain that does not work", () => {
  const throwing = (message: string): SecretStore =>
    over({
      getPassword: () => Promise.reject(new Error(message)),
      setPassword: () => Promise.reject(new Error(message)),
      deletePassword: () => Promise.reject(new Error(message)),
    });

  test.each([
    ["Couldn't access platform storage: Secret Service: unlock prompt was dismissed", "locked"],
    [
      "Couldn't access platform storage: In dark wake, no UI possible: User interaction is not allowed.",
      "locked",
    ],
    ["Platform failure: DBus error: Failed to connect to socket", "unavailable"],
  ])("%s", async (message, problem) => {
    for (const call of ["get", "delete"] as const) {
      const result = await throwing(message)[call]("token");
      expect(result).toMatchObject({ ok: false, problem, failure: { code: "keychain" } });
      expect(JSON.stringify(result)).not.toContain("platform");
    }
  });

  test("no native module: unavailable, not a crash", async () => {
    const secrets = createKeytarSecretStore({
      service: "desk",
      clock: noTimer,
      load: () => Promise.reject(new Error("Cannot find native binding")),
    });
    expect(await secrets.get("token")).toMatchObject({ ok: false, problem: "unavailable" });
  });

  test("a call without an answer ends at the time limit; none is begun behind it until it settles", async () => {
    const timers: (() => void)[] = [];
    let answer: (value: string | null) => void = () => undefined;
    let asked = 0;
    const keychain = fakeKeychain(new Map());
    const secrets = createKeytarSecretStore({
      service: "desk",
      clock: {
        after: (_milliseconds, callback) => {
          timers.push(callback);
          return () => undefined;
        },
      },
      load: async () => ({
        ...keychain,
        getPassword: () => {
          asked += 1;
          return asked === 1 ? new Promise((resolve) => (answer = resolve)) : Promise.resolve(null);
        },
      }),
    });
    const first = secrets.get("token");
    while (timers.length === 0) await Promise.resolve();
    timers[0]?.();
    expect(await first).toMatchObject({ ok: false, problem: "locked" });
    expect(await secrets.get("token")).toMatchObject({ ok: false, problem: "locked" });
    expect(asked).toBe(1);
    answer(null);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await secrets.get("token")).toEqual({ ok: true, value: null });
  });
});

describe("on macOS, which asks a person about each entry", () => {
  test("all secrets are one entry, which goes with the last of them", async () => {
    const entries = new Map<string, string>();
    const secrets = over(onMac(entries));
    await secrets.set("session", long("t", 14));
    await secrets.set("database-key/1", "k");
    expect(entries.size).toBe(1);
    await secrets.delete("session");
    expect(await secrets.get("database-key/1")).toEqual({ ok: true, value: "k" });
    await secrets.delete("database-key/1");
    expect(entries.size).toBe(0);
  });

  test.each(["before", "after"] as const)(
    "killed %s any call: every secret is the old or the new one, whole",
    async (when) => {
      for (let cut = 1; cut < 60; cut += 1) {
        const entries = new Map<string, string>();
        await over(onMac(entries)).set("key", "kept");
        await over(onMac(entries)).set("token", long("o", 3));
        const killed = over(onMac(entries, (call) => (call === cut ? when : null)));
        const isDone = (await killed.set("token", long("n", 4))).ok;
        const found = await over(onMac(entries)).get("token");
        expect([long("o", 3), long("n", 4)]).toContain(found.ok ? found.value : null);
        expect(await over(onMac(entries)).get("key")).toEqual({ ok: true, value: "kept" });
        if (isDone) return;
      }
      throw new Error("No call was the last.");
    },
  );

  test.each(["no JSON", "[]", '{"token":1}'])(
    "an entry that is %s is damaged, and is not written over",
    async (text) => {
      const entries = new Map([["desk\nsecrets", text]]);
      const secrets = over(onMac(entries));
      expect(await secrets.get("token")).toMatchObject({ ok: false, problem: "damaged" });
      expect(await secrets.set("token", "new")).toMatchObject({ ok: false, problem: "damaged" });
      expect([...entries.values()]).toEqual([text]);
    },
  );

  test("a person has two minutes to answer; nobody elsewhere is asked", () => {
    expect(getKeychainTimeout("darwin")).toBe(120_000);
    expect(getKeychainTimeout("win32")).toBe(10_000);
  });
});
