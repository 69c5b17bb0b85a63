import { memberRecord, nameWords, newKey, ringFor } from "./acts.ts";
import type { Answer, ClinicLine, Words } from "./clinic-line.ts";
import { ringRecipients } from "./clinic-log.ts";
import { isAdmin, logOf, type KeptMembership } from "./membership.ts";

type Own = { readonly account: string; readonly name: string };

/** The clinic has no key: whoever founded it was cut off from the hub before it could say one. */
const hasNoKey = (kept: KeptMembership): boolean =>
  kept.head.number > 0 && kept.keyEpoch === 0 && isAdmin(kept);

/** The first key, and the founder's name sealed with it. */
async function firstWords(line: ClinicLine, { name }: Own): Promise<Words> {
  const { clinic, desk } = line.kept();
  const ring = [newKey()];
  const words = await ringFor(ring, { clinic, recipients: ringRecipients(logOf(line.kept())) });
  const content = { kind: "desk" as const, name };
  const named = memberRecord({ clinic, ring }, { member: desk, version: 1, content });
  return () => (hasNoKey(line.kept()) ? [words, ...(named === null ? [] : [named])] : null);
}

/**
 * Says what the clinic has to know of a desk before all else, where the log has it not: its key, when this desk founded it, and this desk's name.
 * Null: the log has both.
 */
export async function introduced(line: ClinicLine, own: Own): Promise<Answer | null> {
  if (hasNoKey(line.kept())) return line.say(await firstWords(line, own));
  let isNamed = false;
  const words: Words = (repositories) => {
    isNamed = (repositories.clinic.records.get(own.account, line.kept().desk)?.version ?? 0) > 0;
    return isNamed ? null : nameWords(line, own)(repositories);
  };
  const answer = await line.say(words);
  return isNamed ? null : answer;
}
