import { beforeEach, describe, expect, it } from "vitest";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../../main/platform/secret-store.ts";
import { mostActs, type KeptAct } from "../../../main/features/lock/lock-acts.ts";
import type { PinHashing } from "../../../main/features/lock/pin-hash.ts";
import { createPinKeeper, type Pins } from "../../../main/features/lock/pins.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";

const begin = "2026-04-01T15:00:00.000Z";
const right = "2580";
const wrong = "1111";
const locked = createSecretFailure("locked");
const why = locked.ok ? null : locked.failure;

let secrets: SecretStore;
let clock: FakeClock;
let pins: Pins;

/** A hash that costs nothing: how slow the real one is has a test of its own. */
const hashing: PinHashing = {
  hash: async (pin) => ({ salt: "c2FsdA==", hash: Buffer.from(pin).toString("base64"), cost: 17 }),
  matches: async (pin, { hash }) => Buffer.from(pin).toString("base64") === hash,
};
const keeper = (): Pins => {
  clock = fakeClock(begin);
  return createPinKeeper({ secrets, clock, hashing });
};
async function restart(): Promise<void> {
  pins = keeper();
  expect(await pins.load()).toBeNull();
}
/** The keychain takes or tells nothing until the returned function is called. */
function lockKeychain(...parts: readonly ("get" | "set")[]): () => void {
  const before = { ...secrets };
  for (const part of parts) Object.assign(secrets, { [part]: async () => locked });
  return () => void Object.assign(secrets, before);
}
const kept = async (): Promise<unknown> => {
  const read = await secrets.get("desk-lock");
  return JSON.parse((read.ok ? read.value : null) ?? "null");
};
async function handed(): Promise<readonly KeptAct[]> {
  let all: readonly KeptAct[] = [];
  await pins.handOver((acts) => {
    all = acts;
    return true;
  });
  return all;
}

beforeEach(async () => {
  secrets = createMemorySecretStore();
  await restart();
});

describe("a desk where no PIN was ever set", () => {
  it("has none, takes anything as right, and writes nothing", async () => {
    expect([pins.has("desk"), pins.has("admin"), pins.after()]).toEqual([false, false, 10]);
    expect(await pins.attempt("desk", wrong)).toEqual({
      ok: true,
      value: { outcome: "right", left: 5, waitSeconds: 0 },
    });
    expect(await kept()).toBeNull();
  });
});

describe("a PIN that is set", () => {
  it("is there from then on, after a restart as well, and no longer when it is removed", async () => {
    expect(await pins.put("desk", right)).toBeNull();
    expect([pins.has("desk"), pins.has("admin")]).toEqual([true, false]);
    await restart();
    expect([pins.has("desk"), pins.has("admin")]).toEqual([true, false]);
    expect(await pins.put("desk", null)).toBeNull();
    expect(pins.has("desk")).toBe(false);
    await restart();
    expect(pins.has("desk")).toBe(false);
  });

  it("ends the wait and the tries of the one before", async () => {
    await pins.put("desk", right);
    for (let time = 0; time < 5; time += 1) await pins.attempt("desk", wrong);
    expect(pins.waitSeconds("desk")).toBe(30);
    await pins.put("desk", "8642", "token");
    expect(pins.waitSeconds("desk")).toBe(0);
    expect(await pins.attempt("desk", "8642")).toEqual({
      ok: true,
      value: { outcome: "right", left: 5, waitSeconds: 0 },
    });
    expect(await kept()).toMatchObject({ desk: { tries: 0 } });
  });

  it("that the keychain does not take is none, and the one before is still there", async () => {
    await pins.put("desk", right);
    for (let time = 0; time < 5; time += 1) await pins.attempt("desk", wrong);
    await clock.advance(10_000);
    const unlock = lockKeychain("set");
    expect(await pins.put("desk", "8642")).toEqual(why);
    expect(await pins.put("desk", null)).toEqual(why);
    expect([pins.has("desk"), pins.waitSeconds("desk")]).toEqual([true, 20]);
    unlock();
    await clock.advance(20_000);
    expect(await pins.attempt("desk", right)).toMatchObject({ value: { outcome: "right" } });
  });

  it("of the admin is named as that in the log, whatever becomes of it", async () => {
    await pins.put("admin", right);
    await pins.put("admin", "8642");
    await pins.put("admin", null, "token");
    await pins.put("admin", null);
    expect(await handed()).toEqual([
      { act: "admin-pin-set", at: begin, until: begin, count: 1 },
      { act: "admin-pin-changed", at: begin, until: begin, count: 1 },
      { act: "admin-pin-removed", why: "token", at: begin, until: begin, count: 1 },
    ]);
  });

  it("of the admin is waited for after a restart as the desk's is", async () => {
    await pins.put("admin", right);
    for (let time = 0; time < 6; time += 1) {
      await pins.attempt("admin", wrong);
      await clock.advance(30_000);
    }
    await restart();
    expect([pins.waitSeconds("admin"), pins.waitSeconds("desk")]).toEqual([60, 0]);
    expect(await pins.attempt("admin", right)).toEqual({
      ok: true,
      value: { outcome: "wait", left: 0, waitSeconds: 60 },
    });
  });
});

describe("a right PIN", () => {
  it("opens, though the keychain cannot forget the try", async () => {
    await pins.put("desk", right);
    const { set } = secrets;
    let writes = 0;
    Object.assign(secrets, {
      set: async (name: string, value: string) => ((writes += 1) > 1 ? locked : set(name, value)),
    });
    expect(await pins.attempt("desk", right, { act: "unlocked", why: "pin" })).toEqual({
      ok: true,
      value: { outcome: "right", left: 5, waitSeconds: 0 },
    });
    expect(writes).toBe(2);
    // It is a try too many the next time.
    expect(await kept()).toMatchObject({ desk: { tries: 1 } });
  });

  it("is forgotten in the keychain as well", async () => {
    await pins.put("desk", right);
    await pins.attempt("desk", wrong);
    await pins.attempt("desk", right);
    expect(await kept()).toMatchObject({ desk: { tries: 0 } });
  });
});

describe("the time after which the desk locks", () => {
  it("is kept, and what is the same as before is no entry of the log", async () => {
    expect(await pins.putAfter(10)).toBeNull();
    expect(await pins.putAfter(5)).toBeNull();
    expect(pins.after()).toBe(5);
    expect((await handed()).map(({ act }) => act)).toEqual(["lock-time-changed"]);
    await restart();
    expect(pins.after()).toBe(5);
  });

  it("stays as it was where the keychain does not take it", async () => {
    lockKeychain("set");
    expect(await pins.putAfter(5)).toEqual(why);
    expect(pins.after()).toBe(10);
  });
});

describe("before the keychain could be read", () => {
  it("no PIN is known, and nothing is waited for", () => {
    const unread = keeper();
    expect([unread.has("desk"), unread.waitSeconds("desk"), unread.waitSeconds("admin")]).toEqual([
      false,
      0,
      0,
    ]);
  });

  it("nothing is written, and what was noted comes last once it is read", async () => {
    await pins.note({ act: "started" });
    const before = await kept();
    const unlock = lockKeychain("get");
    pins = keeper();
    expect(await pins.load()).toEqual(why);
    await pins.note({ act: "locked", why: "person" });
    expect(await handed()).toEqual([]);
    unlock();
    expect(await kept()).toEqual(before);
    expect(await pins.load()).toBeNull();
    expect((await handed()).map((act) => [act.act, act.why])).toEqual([
      ["started", undefined],
      ["locked", "person"],
    ]);
    expect(await kept()).toMatchObject({ acts: [] });
  });

  it("removing a PIN writes a lock without one: the organization's token opened it", async () => {
    await pins.put("desk", right);
    pins = keeper();
    expect(await pins.put("desk", null, "token")).toBeNull();
    const acts = [{ act: "pin-set" }, { act: "pin-removed", why: "token" }];
    expect(await kept()).toMatchObject({ desk: null, acts });
    await pins.note({ act: "started" });
    expect(await kept()).toMatchObject({ acts: [...acts, { act: "started" }] });
  });

  it("no PIN is right, none is removed and no time is set: the keychain is asked first", async () => {
    await pins.put("desk", right);
    await pins.put("admin", right);
    const before = await kept();
    const unlock = lockKeychain("get");
    pins = keeper();
    expect(await pins.attempt("admin", wrong)).toEqual({ ok: false, failure: why });
    expect(await pins.put("desk", null, "token")).toEqual(why);
    expect(await pins.putAfter(5)).toEqual(why);
    unlock();
    expect(await kept()).toEqual(before);
    expect(await pins.attempt("admin", wrong)).toMatchObject({ value: { outcome: "wrong" } });
    expect(await pins.put("desk", null, "token")).toBeNull();
    expect([pins.has("desk"), pins.has("admin"), pins.isRead()]).toEqual([false, true, true]);
  });

  it("an entry that nobody can read any more is begun anew, and both PINs are noted as removed", async () => {
    await secrets.set("desk-lock", "junk");
    pins = keeper();
    expect(await pins.attempt("desk", right)).toMatchObject({ ok: false });
    expect(await pins.put("admin", null, "token")).toBeNull();
    const removed = ["pin-removed", "admin-pin-removed"].map((act) => ({ act, why: "token" }));
    expect(await kept()).toMatchObject({ desk: null, admin: null, acts: removed });
  });

  it("more was noted than is ever kept: the last of it stays", async () => {
    const act = { act: "started", at: begin, until: begin, count: 1 };
    const acts = Array.from({ length: mostActs }, (_, at) => ({ ...act, count: at + 1 }));
    await secrets.set("desk-lock", JSON.stringify({ version: 1, after: 10, desk: null, admin: null, acts }));
    pins = keeper();
    await pins.note({ act: "locked" });
    await pins.load();
    expect((await handed()).map(({ count }) => count)).toEqual([
      ...acts.slice(1).map(({ count }) => count),
      1,
    ]);
  });
});

it("what is noted is in the keychain at once, with its time", async () => {
  await clock.advance(1_500);
  await pins.note({ act: "locked", why: "idle" });
  const at = "2026-04-01T15:00:01.500Z";
  expect(await kept()).toMatchObject({ acts: [{ act: "locked", why: "idle", at, until: at, count: 1 }] });
});

it("a desk with nothing to hand over asks nobody to take it", async () => {
  let asked = 0;
  await pins.handOver(() => ((asked += 1), true));
  expect(asked).toBe(0);
});

it("work that breaks keeps nobody waiting behind it", async () => {
  await pins.note({ act: "started" });
  const broken = pins.handOver(() => {
    throw new Error("no log");
  });
  const next = pins.putAfter(7);
  await expect(broken).rejects.toThrow("no log");
  expect(await next).toBeNull();
  expect((await handed()).map(({ act }) => act)).toEqual(["started", "lock-time-changed"]);
});
