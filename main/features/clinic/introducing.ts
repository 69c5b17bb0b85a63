import { computeAccountMark, computeOwnMark } from "./account-mark.ts";
import { createMemberRecord, nameWords, createClinicKey, sealRingFor } from "./acts.ts";
import type { Answer, ClinicLine, Words } from "./clinic-line.ts";
import { listRingRecipients } from "./clinic-log.ts";
import { createRing } from "./key-ring.ts";
import { isAdmin, getClinicLog, type KeptMembership } from "./membership.ts";

type Own = { readonly account: string; readonly name: string };

/** The clinic has no key: whoever founded it was cut off from the hub before it could say one. */
const hasNoKey = (kept: KeptMembership): boolean =>
  kept.head.number > 0 && kept.keyEpoch === 0 && isAdmin(kept);

/** The first key, and the founder's name sealed with it. */
async function firstWords(line: ClinicLine, { account, name }: Own): Promise<Words> {
  const { clinic, desk } = line.kept();
  const key = createClinicKey();
  const ring = createRing([key]);
  const words = await sealRingFor(ring, {
    clinic,
    recipients: listRingRecipients(getClinicLog(line.kept())),
  });
  return ({ accounts }) => {
    if (!hasNoKey(line.kept())) return null;
    const content = { kind: "desk", name, account: computeAccountMark(key, accounts.get(account)) } as const;
    const named = createMemberRecord({ clinic, ring }, { member: desk, version: 1, content });
    return [words, ...(named === null ? [] : [named])];
  };
}

/**
 * Says what the clinic has to know of a desk before all else, where the log has it not: its key, when this desk founded it, and this desk's name
 * and account. Null: the log has all.
 */
export async function introduceDesk(line: ClinicLine, own: Own): Promise<Answer | null> {
  if (hasNoKey(line.kept())) return line.say(await firstWords(line, own));
  let isNamed = false;
  const words: Words = (repositories) => {
    const kept = line.kept();
    const version = repositories.clinic.records.get(own.account, kept.desk)?.version ?? 0;
    // One that an earlier Front Desk introduced has not said its account.
    const mark = computeOwnMark(repositories, own.account, kept);
    isNamed = version > 0 && (mark === null || kept.accounts[kept.desk] === mark);
    return isNamed ? null : nameWords(line, own)(repositories);
  };
  const answer = await line.say(words);
  return isNamed ? null : answer;
}
