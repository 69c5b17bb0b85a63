import type { NoticeBook } from "../../../shared/notices/book.ts";
import { loadAge } from "../../platform/age.ts";

/** To whom the hub is to seal notices from now on. */
export async function createNoticeIdentity(keyEpoch: number): Promise<NoticeBook["identities"][number]> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { keyEpoch, identity, recipient: await identityToRecipient(identity) };
}
