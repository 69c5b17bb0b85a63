import { noticeContent, type HubNotice, type NoticeContent } from "../../../shared/hub-api/notice.ts";
import { loadAge } from "../../platform/age.ts";

/**
 * What is in the seal of a notice; null where it does not open, or holds something else. Address and time are believed as they
 * stand in the seal, not beside it; the hub, which received it, could have made up both.
 */
export async function openNotice(
  { sealed }: Pick<HubNotice, "sealed">,
  identities: readonly string[],
): Promise<NoticeContent | null> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  for (const identity of identities) addTo(decrypter, identity);
  try {
    const plain = await decrypter.decrypt(Buffer.from(sealed, "base64"), "text");
    return noticeContent.safeParse(JSON.parse(plain)).data ?? null;
  } catch {
    return null;
  }
}

/** Another desk may have said one that is none: it opens nothing, and keeps no other from opening. */
function addTo(decrypter: { readonly addIdentity: (identity: string) => void }, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch {
    // The others are tried without it.
  }
}

/** A notice that was opened before, as it is kept. */
export function readKeptContent(json: string | null): NoticeContent | null {
  if (json === null) return null;
  try {
    return noticeContent.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
