import type { Entry } from "../../../shared/hub-api/entries.ts";
import { signedPush, type Push } from "../../../shared/hub-api/signed.ts";
import {
  findSpeakers,
  isSpeakingForSheet,
  mustWaitForSecondReport,
} from "../../../shared/clinic/log/losses.ts";
import { listRemoved } from "../../../shared/clinic/log/members.ts";
import { toDesks, findRecent } from "./clinic-log.ts";
import { isSignedBy } from "./desk-keys.ts";
import { isGone } from "./gone.ts";
import { getClinicLog, type KeptMembership } from "./membership.ts";

/**
 * What a hub's word that this desk was removed is worth: `lost` when an admin said that the computer was lost or stolen, `reported`
 * when another desk has to say so too, `removed` when only that it is no member any more; null when no admin of the clinic said
 * so. `asked`: the hub says that the report waits. It is asked as well where this desk has read of another one within a day.
 */
export function evaluateRemoval(
  { removal, asked }: { readonly removal: Push; readonly asked?: true | undefined },
  kept: KeptMembership,
  now: Date,
): "removed" | "reported" | "lost" | null {
  const { clinic, desk, members, gone } = kept;
  const bytes = Buffer.from(removal.bytes, "base64");
  const push = read(bytes);
  const said = listRemoved(push?.entries ?? [], () => toDesks(getClinicLog(kept).members)).find(
    (one) => one.desk === desk,
  );
  // One that was ever removed has its key still, and may sign whatever it likes.
  const admin = members.find(
    (member) =>
      member.desk === push?.desk && member.admin && member.removedAt === null && !isGone(gone, member.desk),
  );
  if (push === null || said === undefined || admin === undefined || push.clinic !== clinic) return null;
  if (!isSignedBy(admin, { bytes, signature: removal.signature })) return null;
  if (!said.lost) return "removed";
  const lately = findRecent(getClinicLog(kept).members);
  const isAnswer = !isReport(push.entries);
  // Whatever a hub says of it: a sheet is no second word.
  if (isAnswer && isSpeakingForSheet(admin.desk, now.getTime(), lately.letIn)) return "reported";
  const report = { desk, by: admin.desk, number: Infinity, at: now.getTime(), answer: null };
  const isConfirmed = isAnswer && isAnothers(admin.desk, kept, now);
  return asked === true || (!isConfirmed && mustWaitForSecondReport(report, lately)) ? "reported" : "lost";
}

/** Whether that desk speaks for another one than the desk that reported this one: whoever has one desk's keys says both, with a hub that shows both. */
function isAnothers(desk: string, kept: KeptMembership, now: Date): boolean {
  const { letIn } = findRecent(getClinicLog(kept).members);
  const speakers = (of: string): ReadonlySet<string> => findSpeakers(of, now.getTime(), letIn);
  if (kept.reportedBy === null) return false;
  const reporters = speakers(kept.reportedBy);
  return ![...speakers(desk)].some((one) => reporters.has(one));
}

/** Who signed it; null: it is no push. */
export const findSigner = (removal: Push): string | null =>
  read(Buffer.from(removal.bytes, "base64"))?.desk ?? null;

/** Whoever removes a desk brings the key that it does not have; whoever says that it was lost as well has none to bring. */
const isReport = (entries: readonly Entry[]): boolean => entries.some(({ type }) => type === "ring");

function read(bytes: Uint8Array) {
  try {
    return signedPush.safeParse(JSON.parse(Buffer.from(bytes).toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
