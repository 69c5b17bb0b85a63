import { beforeEach, expect, it } from "vitest";
import {
  createMemorySecretStore,
  createSecretFailure,
  type SecretStore,
} from "../../../main/platform/secret-store.ts";
import { noLock, readLock, writeLock, type KeptLock } from "../../../main/features/lock/kept-lock.ts";
import { lockAct, mostActs } from "../../../main/features/lock/lock-acts.ts";

const at = "2026-04-01T15:00:00.000Z";
const pin = { salt: "c2FsdA==", hash: "aGFzaA==", cost: 17, tries: 2 };
const act = { act: "unlocked", why: "pin", at, until: at, count: 3 } as const;
const whole: KeptLock = { version: 1, after: 5, desk: pin, admin: { ...pin, tries: 0 }, acts: [act] };

let secrets: SecretStore;
beforeEach(() => {
  secrets = createMemorySecretStore();
});
const readBack = async (entry: unknown): Promise<unknown> => {
  await secrets.set("desk-lock", JSON.stringify(entry));
  return readLock(secrets);
};
const damaged = {
  ok: false,
  failure: { code: "keychain", next: "none", why: { id: "failures.lock.damaged" } },
};

it("the lock is read as it was kept, as one entry of the keychain", async () => {
  expect(await writeLock(secrets, whole)).toBeNull();
  expect(await secrets.get("desk-lock")).toMatchObject({ value: JSON.stringify(whole) });
  expect(await readLock(secrets)).toEqual({ ok: true, value: whole });
});

it("a computer that kept none has no PIN, and would lock after ten minutes", async () => {
  expect(await readLock(secrets)).toEqual({ ok: true, value: noLock });
  expect(noLock).toEqual({ version: 1, after: 10, desk: null, admin: null, acts: [] });
});

it.each<[string, Partial<Record<keyof KeptLock, unknown>>]>([
  ["of a later version", { version: 2 }],
  ["that locks before no time", { after: -1 }],
  ["that locks after half a minute", { after: 0.5 }],
  ["that locks after more than four hours", { after: 241 }],
  ["with fewer than no tries", { desk: { ...pin, tries: -1 } }],
  ["with half a try", { desk: { ...pin, tries: 1.5 } }],
  ["with more tries than anybody makes", { desk: { ...pin, tries: 1_000_001 } }],
  ["whose PIN has no tries", { admin: { ...pin, tries: undefined } }],
  ["whose salt is none", { admin: { ...pin, salt: "ä" } }],
  ["whose salt has something before it", { desk: { ...pin, salt: "-c2FsdA==" } }],
  ["whose hash has something behind it", { desk: { ...pin, hash: "aGFzaA==\n" } }],
  ["whose hash is empty", { desk: { ...pin, hash: "" } }],
  ["whose hash is longer than any", { desk: { ...pin, hash: "a".repeat(101) } }],
  ["without its admin PIN", { admin: undefined }],
  ["with an act that there is not", { acts: [{ ...act, act: "levitated" }] }],
  ["with an act of no time", { acts: [{ ...act, at: "yesterday" }] }],
  ["with an act that was done no time", { acts: [{ ...act, count: 0 }] }],
  ["with an act done more often than anybody can", { acts: [{ ...act, count: 1_000_001 }] }],
  ["with an act for a long reason", { acts: [{ ...act, why: "x".repeat(21) }] }],
  ["with more acts than are ever kept", { acts: Array.from({ length: mostActs + 1 }, () => act) }],
])("an entry %s is damaged, and not a desk without a PIN", async (_what, change) => {
  expect(await readBack({ ...whole, ...change })).toMatchObject(damaged);
});

it.each<[string, Partial<Record<keyof KeptLock, unknown>>]>([
  ["never to lock", { after: 0 }],
  ["of four hours", { after: 240 }],
  ["with the most tries", { desk: { ...pin, tries: 1_000_000 } }],
  ["with the longest hash", { desk: { ...pin, hash: "a".repeat(100) } }],
  ["with as many acts as are ever kept", { acts: Array.from({ length: mostActs }, () => act) }],
  [
    "with an act done most often, for the longest reason",
    { acts: [{ ...act, count: 1_000_000, why: "x".repeat(20) }] },
  ],
  ["of any act", { acts: lockAct.options.map((name) => ({ ...act, act: name })) }],
])("an entry %s is read", async (_what, change) => {
  expect(await readBack({ ...whole, ...change })).toEqual({ ok: true, value: { ...whole, ...change } });
});

it("a keychain that does not answer is told as it says", async () => {
  const refused = createSecretFailure("locked");
  const failure = refused.ok ? null : refused.failure;
  Object.assign(secrets, { get: async () => refused, set: async () => refused });
  expect(await readLock(secrets)).toEqual({ ok: false, failure });
  expect(await writeLock(secrets, whole)).toEqual(failure);
});
