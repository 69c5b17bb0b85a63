import { z } from "zod";
import { fail, type Failure } from "../../../shared/core/failure.ts";
import { say } from "../../../messages/saying.ts";
import type { SecretStore } from "../../platform/secret-store.ts";
import { keptAct, mostActs } from "./lock-acts.ts";
import { pinHash } from "./pin-hash.ts";

const secretName = "desk-lock";

const keptPin = pinHash.extend({
  /** Wrong tries in a row, the one under way included. */
  tries: z.int().min(0).max(1_000_000),
});

/** All that is kept of the lock, as one entry of the keychain, which turns from the old to the new at once. */
const keptLock = z.strictObject({
  version: z.literal(1),
  after: z.int().min(0).max(240),
  desk: keptPin.nullable(),
  admin: keptPin.nullable(),
  /** What is not in the activity log yet, the first one first. Left out by a Front Desk that did not keep it. */
  acts: z.array(keptAct).max(mostActs).default([]),
});
export type KeptLock = z.infer<typeof keptLock>;

/** Minutes without a key or a mouse, until somebody chooses. Off in effect: without a PIN nothing locks. */
export const noLock: KeptLock = { version: 1, after: 10, desk: null, admin: null, acts: [] };

function parse(text: string): KeptLock | null {
  try {
    return keptLock.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export type LockRead =
  | { readonly ok: true; readonly value: KeptLock }
  /** `isDamaged`: the keychain answered, and what it holds will not become readable. */
  | { readonly ok: false; readonly isDamaged?: true; readonly failure: Failure };

/** Fails where the keychain does not answer, and where its entry cannot be read: then nobody knows that there is no PIN. */
export async function readLock(secrets: SecretStore): Promise<LockRead> {
  const stored = await secrets.get(secretName);
  if (!stored.ok && stored.problem !== "damaged") return { ok: false, failure: stored.failure };
  const kept = !stored.ok ? null : stored.value === null ? noLock : parse(stored.value);
  if (kept !== null) return { ok: true, value: kept };
  const failure = fail("keychain", say("failures.lock.damaged"), { next: "none" });
  return { ok: false, isDamaged: true, failure };
}

/** Null when it is kept. */
export async function writeLock(secrets: SecretStore, kept: KeptLock): Promise<Failure | null> {
  const written = await secrets.set(secretName, JSON.stringify(kept));
  return written.ok ? null : written.failure;
}
