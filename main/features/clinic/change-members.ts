import type { HubFailure } from "../../../shared/hub-api/failure.ts";
import {
  createMemberRecord,
  buildMembersChange,
  createRemovalByRule,
  createRemovals,
  listRemovedByName,
  type Change,
} from "./acts.ts";
import type { Answer, ClinicLine } from "./clinic-line.ts";
import { listRingRecipients } from "./clinic-log.ts";
import { introduceDesk } from "./introducing.ts";
import { hasRing, getClinicLog, readRing, type KeptMembership } from "./membership.ts";
import type { Said } from "./push.ts";
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
  listRingRecipients(getClinicLog(one)).join() === listRingRecipients(getClinicLog(other)).join();

/**
 * Says a change of members, with the ring for whoever is one afterwards. Sealing takes a while and its turn may come late: what was
 * sealed for others than the members of that moment is sealed anew.
 */
export async function requestMemberChange(
  line: ClinicLine,
  { account, content, ...change }: Asked,
): Promise<Answer> {
  // Its founder may be still at saying the clinic's first key.
  if (line.kept().keyEpoch === 0) await introduceDesk(line, { account, name: line.kept().name });
  for (let tries = 1; ; tries += 1) {
    const kept = line.kept();
    const words = await buildMembersChange(kept, change);
    const of = { clinic: kept.clinic, ring: readRing(kept) };
    const named =
      content === undefined || change.added === undefined
        ? null
        : createMemberRecord(of, { member: change.added.desk, version: 1, content });
    let isOutdated = false;
    const answer = await line.say(() => {
      isOutdated = !isSame(kept, line.kept());
      return isOutdated || !hasRing(kept) ? null : [...words, ...(named === null ? [] : [named])];
    });
    if (!isOutdated && !isRefused(answer, "members-changed")) return answer;
    if (tries < mostTries) continue;
    return change.removed === undefined ? answer : removeAlone(line, { account, ...change });
  }
}

/**
 * A desk that says one ring after the other, or lets in one desk after the other, keeps every other ring out. It goes without one, with
 * whoever it lets in meanwhile, is refused from then on, and then the key is renewed.
 */
async function removeAlone(line: ClinicLine, { account, ...change }: Asked): Promise<Answer> {
  const { removed = [], stay } = change;
  const byName = (): readonly Said[] => createRemovals(listRemovedByName(line.kept(), change) ?? []);
  const byRule = (): readonly Said[] =>
    stay === undefined ? byName() : createRemovalByRule(line.kept(), { removed, stay });
  let answer = await line.say(byRule);
  // It left by its own word in that moment.
  for (let tries = 1; isRefused(answer, "unknown") && tries < mostTries; tries += 1)
    answer = await line.say(byRule);
  // A hub of before that rule takes names alone.
  if (stay !== undefined && isRefused(answer, "invalid")) answer = await line.say(byName);
  if (answer.kind === "taken") await requestMemberChange(line, { account, renews: true });
  return answer;
}

const isRefused = (answer: Answer, code: HubFailure["code"]): boolean =>
  answer.kind === "refused" && answer.failure.code === code;
