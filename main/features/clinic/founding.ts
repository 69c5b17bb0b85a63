import { randomBytes, randomUUID } from "node:crypto";
import type { Push } from "../../../shared/hub-api/signed.ts";
import { emptyLog } from "../../../shared/hub-api/values.ts";
import { memberAdded, newCredential } from "./acts.ts";
import { hashOf } from "./clinic-log.ts";
import { deskKeys, newDeskKeys, type DeskKeys } from "./desk-keys.ts";
import type { KeptSecrets } from "./membership.ts";
import { signPush } from "./push.ts";

/** A desk that belongs to no clinic yet: its keys and its name in the log. */
export type Newcomer = {
  readonly secrets: Omit<KeptSecrets, "clinic">;
  readonly keys: DeskKeys;
  /** SHA-256 of its credential. */
  readonly credential: string;
};

export async function newcomer(): Promise<Newcomer> {
  const kept = await newDeskKeys();
  const { secret, digest } = newCredential();
  const secrets = { ...kept, desk: randomUUID(), credential: secret };
  return { secrets, keys: await deskKeys(kept), credential: digest };
}

/** The push that founds a clinic, whose name is its SHA-256. */
export function foundingPush({ secrets, keys, credential }: Newcomer): {
  readonly push: Push;
  readonly clinic: string;
} {
  const { desk } = secrets;
  const facts = { clinic: null, desk, sequence: 1, generation: 0, read: emptyLog };
  const push = signPush(keys, facts, [memberAdded({ ...keys.card, desk, credential })]);
  return { push, clinic: hashOf(Buffer.from(push.bytes, "base64")) };
}

export const newSecret = (): Uint8Array => randomBytes(16);
