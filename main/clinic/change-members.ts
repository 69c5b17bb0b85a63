import { memberRecord, membersChange, removalWords, type Change } from "./acts.ts";
import type { Answer, ClinicLine } from "./clinic-line.ts";
import { ringRecipients } from "./clinic-log.ts";
import { introduced } from "./introducing.ts";
import { hasRing, logOf, ringOf, type KeptMembership } from "./membership.ts";
import type { SharedContent } from "./shared-content.ts";

type Asked = Change & {
  readonly account: string;
  /** What the added member's own record says. */
  readonly content?: SharedContent;
};

/** Another desk that changes members at the same moment comes first this often at most. */
const mostTries = 5;

/** The members and the key for which a ring was sealed are still those of the log. */
const isSame = (one: KeptMembership, other: KeptMembership): boolean =>
  one.keyEpoch === other.keyEpoch &&
  ringRecipients(logOf(one)).join() === ringRecipients(logOf(other)).join();

/**
 * Says a change of members, with the ring for whoever is one afterwards. Sealing takes a while and its turn may come late: what was
 * sealed for others than the members of that moment is sealed anew.
 */
export async function changeMembers(
  line: ClinicLine,
  { account, content, ...change }: Asked,
): Promise<Answer> {
  // Its founder may be still at saying the clinic's first key.
  if (line.kept().keyEpoch === 0) await introduced(line, { account, name: line.kept().name });
  for (let tries = 1; ; tries += 1) {
    const kept = line.kept();
    const words = await membersChange(kept, change);
    const of = { clinic: kept.clinic, ring: ringOf(kept) };
    const named =
      content === undefined || change.added === undefined
        ? null
        : memberRecord(of, { member: change.added.desk, version: 1, content });
    let isOutdated = false;
    const answer = await line.say(() => {
      isOutdated = !isSame(kept, line.kept());
      return isOutdated || !hasRing(kept) ? null : [...words, ...(named === null ? [] : [named])];
    });
    const isBehind = answer.kind === "refused" && answer.failure.code === "members-changed";
    if (!(isOutdated || isBehind)) return answer;
    if (tries < mostTries) continue;
    return change.removed === undefined ? answer : removeAlone(line, { account, removed: change.removed });
  }
}

/**
 * A desk that says one ring after the other keeps every other ring out. It goes without one, is refused from then on, and then the
 * key is renewed.
 */
async function removeAlone(
  line: ClinicLine,
  { account, removed }: { readonly account: string; readonly removed: NonNullable<Change["removed"]> },
): Promise<Answer> {
  const answer = await line.say(() => removalWords(removed));
  if (answer.kind === "taken") await changeMembers(line, { account, renews: true });
  return answer;
}
