import { randomBytes, randomUUID } from "node:crypto";
import type { Push } from "../../../shared/hub-api/signed.ts";
import { emptyLog } from "../../../shared/hub-api/values.ts";
import { createMemberAdded, createCredential } from "./acts.ts";
import { hashBytes } from "./clinic-log.ts";
import { deriveDeskKeys, createDeskKeys, type DeskKeys } from "./desk-keys.ts";
import type { KeptSecrets } from "./membership.ts";
import { signPush } from "./push.ts";

/** A desk that belongs to no clinic yet: its keys and its name in the log. */
export type Newcomer = {
  readonly secrets: Omit<KeptSecrets, "clinic">;
  readonly keys: DeskKeys;
  /** SHA-256 of its credential. */
  readonly credential: string;
};

export async function createNewcomer(): Promise<Newcomer> {
  const kept = await createDeskKeys();
  const { secret, digest } = createCredential();
  const secrets = { ...kept, desk: randomUUID(), credential: secret };
  return { secrets, keys: await deriveDeskKeys(kept), credential: digest };
}

/** The push that founds a clinic, whose name is its SHA-256. */
export function createFoundingPush({ secrets, keys, credential }: Newcomer): {
  readonly push: Push;
  readonly clinic: string;
} {
  const { desk } = secrets;
  const facts = { clinic: null, desk, sequence: 1, generation: 0, read: emptyLog };
  const push = signPush(keys, facts, [createMemberAdded({ ...keys.card, desk, credential })]);
  return { push, clinic: hashBytes(Buffer.from(push.bytes, "base64")) };
}

export const createSecret = (): Uint8Array => randomBytes(16);
