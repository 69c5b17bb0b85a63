import { signedPush, type Push } from "../../contract/hub/signed.ts";
import { isSignedBy } from "./desk-keys.ts";
import { isGone } from "./gone.ts";
import type { KeptMembership } from "./membership.ts";

/**
 * What a hub's word that this desk was removed is worth: `lost` when an admin said that the computer was lost or stolen, `removed`
 * when only that it is no member any more; null when no admin of the clinic said so.
 */
export function removalIn(
  removal: Push,
  { clinic, desk, members, gone }: KeptMembership,
): "removed" | "lost" | null {
  const bytes = Buffer.from(removal.bytes, "base64");
  const push = read(bytes);
  const said = push?.entries.find((entry) => entry.type === "member-removed" && entry.desk === desk);
  // One that was ever removed has its key still, and may sign whatever it likes.
  const admin = members.find(
    (member) =>
      member.desk === push?.desk && member.admin && member.removedAt === null && !isGone(gone, member.desk),
  );
  if (push === null || said?.type !== "member-removed" || admin === undefined || push.clinic !== clinic)
    return null;
  if (!isSignedBy(admin, { bytes, signature: removal.signature })) return null;
  return said.lost ? "lost" : "removed";
}

function read(bytes: Uint8Array) {
  try {
    return signedPush.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
