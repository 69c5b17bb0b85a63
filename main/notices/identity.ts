import { generateX25519Identity, identityToRecipient } from "age-encryption";
import type { NoticeBook } from "../../domain/notices/book.ts";

/** To whom the hub is to seal notices from now on. */
export async function newIdentity(keyEpoch: number): Promise<NoticeBook["identities"][number]> {
  const identity = await generateX25519Identity();
  return { keyEpoch, identity, recipient: await identityToRecipient(identity) };
}
