import { fail, failed, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { listLetInBy } from "../../../shared/clinic/log/let-in.ts";
import { mayAnswer } from "../../../shared/clinic/log/losses.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import { noMember, type ActingMember, type MemberOptions } from "./acting-member.ts";
import type { Removed } from "./acts.ts";
import { requestMemberChange } from "./change-members.ts";
import type { ClinicLine } from "./clinic-line.ts";
import { findRecent } from "./clinic-log.ts";
import { getClinicLog } from "./membership.ts";

const refused = fail("refused", say("failures.clinic.refused"));
const othersSay = fail("refused", say("failures.clinic.othersSay"));
const isReported = fail("refused", say("failures.clinic.stopped.reported"));
const sending = fail("busy", say("failures.clinic.leaveLater"));

type Acted = Promise<Result<ClinicState>>;

/** Who goes and who stays with that removal; null: this desk cannot be asked for it. */
function findLeaving(
  line: ClinicLine,
  { desk: leaving, letInSince }: RouteInput<"clinic.removeDesk">,
): { readonly isReported: boolean; readonly stay: string[]; readonly others: number } | null {
  const { members } = getClinicLog(line.kept());
  // One of whom the log says nothing is of no clinic that this desk knows; one that is gone takes its guests along.
  if (leaving === line.kept().desk || !members.has(leaving)) return null;
  // This desk stays, whoever let it in, and so do its own guests.
  const letIn = new Map([...findRecent(members).letIn].filter(([desk]) => desk !== line.kept().desk));
  const guests =
    letInSince === undefined
      ? new Set<string>()
      : listLetInBy(leaving, { since: Date.parse(letInSince), letIn });
  const others = [...members].flatMap(([desk, { removedAt }]) =>
    removedAt === null && desk !== leaving ? [desk] : [],
  );
  const stay = others.filter((desk) => !guests.has(desk));
  const isReported = (members.get(leaving)?.report ?? null) !== null;
  return { isReported, stay, others: others.length - stay.length };
}

/** Removes another desk from the clinic, and lets this one leave it. */
export function createDeskRemoval(options: MemberOptions, member: ActingMember) {
  const { belonging, told } = options;

  async function removeDesk(asked: RouteInput<"clinic.removeDesk">): Acted {
    const { letInSince: _since, ...removed } = asked;
    const at = member.findAdmin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const of = findLeaving(line, asked);
    if (of === null) return failed(refused);
    const { desk, lost } = removed;
    const name = line.kept().names[desk] ?? desk;
    if (of.isReported) {
      const problem = mayAnswerReport(line, removed)
        ? await member.agree(at.value, { use: lost ? "lost" : "notLost", name })
        : othersSay;
      return problem === null ? answerReport(line, removed) : failed(problem);
    }
    const refusal = await member.agree(at.value, { use: lost ? "lost" : "remove", name, others: of.others });
    if (refusal !== null) return failed(refusal);
    // Whoever came or went while a person was asked.
    const now = findLeaving(line, asked);
    if (now === null || now.isReported || now.others > of.others) return failed(refused);
    // It is noted when the log has it, also where nobody heard so (`belonging.ts`).
    return member.finish(await requestMemberChange(line, { account, removed: [removed], stay: now.stay }));
  }

  const mayAnswerReport = (line: ClinicLine, word: Removed): boolean => {
    const lately = findRecent(getClinicLog(line.kept()).members);
    return mayAnswer(line.kept().desk, word, { lately, at: options.clock.now().getTime() });
  };

  /** It is removed, and its keys are old: said again, this says whether it was lost, as another desk has said. */
  async function answerReport(line: ClinicLine, { desk, lost }: Removed): Acted {
    return member.finish(await line.say(() => [{ entry: { type: "member-removed", desk, lost } }]));
  }

  /** What becomes of it is written into the item when its answer comes, over whatever leaving notes there. */
  const isSending = (account: AccountId): boolean =>
    options.store.read(({ items }) => items.sending()).some(({ accountId }) => accountId === account);

  /** Why that account's desk cannot leave now. */
  function refuseLeaving({ accountId, isOpen }: OpenSession): Failure | null {
    const kept = isOpen() ? belonging.kept() : null;
    if (kept === null) return noMember;
    // With the membership it would forget that it is locked.
    if (kept.stopped === "reported") return isReported;
    return isSending(accountId) ? sending : null;
  }

  async function leave(session: OpenSession): Acted {
    const account = session.accountId;
    const before = belonging.kept();
    const problem = refuseLeaving(session);
    if (problem !== null || before === null) return failed(problem ?? noMember);
    const { hub, clinic } = before;
    const refusal = (await options.agreeToDeed({ use: "leave", hub })) ?? refuseLeaving(session);
    if (refusal !== null) return failed(refusal);
    // What was agreed to is this clinic alone.
    if (belonging.kept()?.clinic !== clinic) return failed(noMember);
    const { line } = belonging.member() ?? {};
    if (line !== undefined) {
      const { desk } = line.kept();
      // Where it cannot be said, the others remove it.
      await line.say(() => [{ entry: { type: "member-removed", desk, lost: false } }]);
      if (isSending(account)) return failed(sending);
    }
    await belonging.leave(account, null);
    return told();
  }

  return { removeDesk, leave };
}
