import { beforeEach, describe, expect, it } from "vitest";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../../main/platform/secret-store.ts";
import type { PinHashing } from "../../../main/features/lock/pin-hash.ts";
import { createPinKeeper, type Pins } from "../../../main/features/lock/pins.ts";
import { fakeClock, type FakeClock } from "../../support/fake-clock.ts";

const right = "2580";
const wrong = "1111";

let secrets: SecretStore;
let clock: FakeClock;
/** What is in the keychain while a PIN is looked at. */
let seen: (string | null)[];

/** A hash that costs nothing: how slow the real one is has a test of its own. */
const plain = (): PinHashing => ({
  hash: async (pin) => ({ salt: "c2FsdA==", hash: Buffer.from(pin).toString("base64"), cost: 17 }),
  matches: async (pin, { hash }) => {
    const kept = await secrets.get("desk-lock");
    seen.push(kept.ok ? kept.value : null);
    return Buffer.from(pin).toString("base64") === hash;
  },
});
/** The program starts: nothing is known but what the keychain holds. */
async function start(): Promise<Pins> {
  clock = fakeClock("2026-04-01T15:00:00.000Z");
  const pins = createPinKeeper({ secrets, clock, hashing: plain() });
  expect(await pins.load()).toBeNull();
  return pins;
}
const attempt = async (pins: Pins, pin: string) => {
  const tried = await pins.attempt("desk", pin);
  if (!tried.ok) throw new Error(tried.failure.why.id);
  return tried.value;
};
async function fail(pins: Pins, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    expect(await attempt(pins, wrong)).toMatchObject({ outcome: "wrong" });
}
/** What the activity log does not have yet. */
const actsKept = (text: string | null | undefined): unknown =>
  (JSON.parse(text ?? "null") as { acts: { act: unknown }[] }).acts.map(({ act }) => act);
/** What is handed over to the activity log, which takes it or does not. */
async function handed(pins: Pins, takes = true): Promise<readonly string[]> {
  let acts: readonly string[] = [];
  await pins.handOver((all) => {
    acts = all.map(({ act, why, count }) => [act, why, count].filter((part) => part !== undefined).join(" "));
    return takes;
  });
  return acts;
}
const triesKept = (text: string | null | undefined): unknown =>
  (JSON.parse(text ?? "null") as { desk: { tries: unknown } }).desk.tries;

beforeEach(async () => {
  secrets = createMemorySecretStore();
  seen = [];
  await (await start()).put("desk", right);
});

describe("wrong tries", () => {
  it("are counted in the keychain before the PIN is looked at", async () => {
    const pins = await start();
    await fail(pins, 2);
    expect(await attempt(pins, right)).toMatchObject({ outcome: "right" });
    expect(seen.map(triesKept)).toEqual([1, 2, 3]);
  });

  it("say how many are left, and then how long to wait", async () => {
    const pins = await start();
    expect(await attempt(pins, wrong)).toEqual({ outcome: "wrong", left: 4, waitSeconds: 0 });
    await fail(pins, 3);
    expect(await attempt(pins, wrong)).toEqual({ outcome: "wrong", left: 0, waitSeconds: 30 });
  });

  it("are forgotten after the right one", async () => {
    const pins = await start();
    await fail(pins, 4);
    await attempt(pins, right);
    expect(await attempt(pins, wrong)).toMatchObject({ left: 4 });
  });

  it("two at once are two, one after the other", async () => {
    const pins = await start();
    await fail(pins, 4);
    const both = await Promise.all([attempt(pins, wrong), attempt(pins, right)]);
    expect(both.map(({ outcome }) => outcome)).toEqual(["wrong", "wait"]);
  });

  it("cannot be had for nothing where the keychain does not take them", async () => {
    const pins = await start();
    const { set } = secrets;
    Object.assign(secrets, { set: async () => createSecretFailure("locked") });
    expect(await pins.attempt("desk", right)).toMatchObject({ ok: false, failure: { code: "keychain" } });
    expect(seen).toEqual([]);
    Object.assign(secrets, { set });
    expect(await attempt(pins, right)).toMatchObject({ outcome: "right" });
  });

  it("of the admin PIN keep nobody from the desk's", async () => {
    const pins = await start();
    await pins.put("admin", "8642");
    for (let time = 0; time < 6; time += 1) await pins.attempt("admin", wrong);
    expect(pins.waitSeconds("admin")).toBeGreaterThan(0);
    expect(await attempt(pins, right)).toMatchObject({ outcome: "right" });
  });
});

describe("the wait", () => {
  it("keeps the right PIN out as well, is not counted while it is on, and ends", async () => {
    const pins = await start();
    await fail(pins, 5);
    const looked = seen.length;
    expect(await attempt(pins, right)).toMatchObject({ outcome: "wait", waitSeconds: 30 });
    await clock.advance(29_999);
    expect(await attempt(pins, right)).toMatchObject({ outcome: "wait", waitSeconds: 1 });
    expect(seen).toHaveLength(looked);
    await clock.advance(1);
    expect(await attempt(pins, right)).toMatchObject({ outcome: "right" });
  });

  it("is no shorter after a restart: it begins anew, and the next one is longer", async () => {
    const before = await start();
    await fail(before, 5);
    await clock.advance(20_000);
    const pins = await start();
    expect(await attempt(pins, right)).toMatchObject({ outcome: "wait", waitSeconds: 30 });
    await clock.advance(30_000);
    expect(await attempt(pins, wrong)).toMatchObject({ outcome: "wrong", waitSeconds: 60 });
  });

  it("is no shorter with the computer's clock set forward", async () => {
    const pins = await start();
    await fail(pins, 5);
    clock.setWall("2036-04-01T15:00:00.000Z");
    expect(await attempt(pins, right)).toMatchObject({ outcome: "wait", waitSeconds: 30 });
  });
});

describe("what the keychain holds", () => {
  it("is not the PIN", async () => {
    const kept = await secrets.get("desk-lock");
    expect(kept).toMatchObject({ ok: true });
    expect(JSON.stringify(kept)).not.toContain(right);
  });

  it.each(["", "{}", '{"version":2}', '{"version":1,"after":10,"desk":{"tries":-1},"admin":null}'])(
    "and cannot be read (%j) is a failure, not a desk without a PIN",
    async (text) => {
      await secrets.set("desk-lock", text);
      const pins = createPinKeeper({ secrets, clock, hashing: plain() });
      expect(await pins.load()).toMatchObject({ code: "keychain" });
    },
  );
});

describe("what the activity log is to have", () => {
  it("a try is noted as a wrong one before it is looked at; the right one takes that back", async () => {
    await (await start()).handOver(() => true);
    const pins = await start();
    await fail(pins, 2);
    await pins.attempt("desk", right, { act: "unlocked", why: "pin" });
    expect(seen.map(actsKept)).toEqual([["pin-wrong"], ["pin-wrong"], ["pin-wrong"]]);
    expect(await handed(pins)).toEqual(["pin-wrong 2", "unlocked pin 1"]);
  });

  it("outlives the program until the log has taken it, and is handed over once", async () => {
    const pins = await start();
    await fail(pins, 1);
    expect(await handed(pins, false)).toEqual(["pin-set 1", "pin-wrong 1"]);
    const next = await start();
    await fail(next, 1);
    expect(await handed(next)).toEqual(["pin-set 1", "pin-wrong 2"]);
    expect(await handed(next)).toEqual([]);
    expect(await handed(await start())).toEqual([]);
  });

  it("names what was set, changed and removed, of which PIN, and nothing where nothing changed", async () => {
    const pins = await start();
    await pins.put("desk", "8642");
    await pins.put("desk", null, "token");
    await pins.put("desk", null);
    await pins.put("admin", "8642");
    await pins.attempt("admin", "8642", { act: "admin-pin-used" });
    await pins.attempt("admin", wrong);
    await pins.putAfter(5);
    await pins.putAfter(5);
    expect(await handed(pins)).toEqual([
      "pin-set 1",
      "pin-changed 1",
      "pin-removed token 1",
      "admin-pin-set 1",
      "admin-pin-used 1",
      "admin-pin-wrong 1",
      "lock-time-changed 1",
    ]);
  });

  it("never writes over a lock that was not read: its PINs are still there", async () => {
    const { get } = secrets;
    Object.assign(secrets, { get: async () => createSecretFailure("locked") });
    const pins = createPinKeeper({ secrets, clock, hashing: plain() });
    expect(await pins.load()).not.toBeNull();
    await pins.note({ act: "started" });
    expect(await handed(pins)).toEqual([]);
    Object.assign(secrets, { get });
    expect(await pins.load()).toBeNull();
    expect(await handed(pins)).toEqual(["pin-set 1", "started 1"]);
    expect(await attempt(pins, wrong)).toMatchObject({ outcome: "wrong" });
  });

  it("of an entry that an earlier Front Desk wrote is nothing", async () => {
    await secrets.set("desk-lock", '{"version":1,"after":10,"desk":null,"admin":null}');
    expect(await handed(await start())).toEqual([]);
  });
});
