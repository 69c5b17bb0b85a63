import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { say } from "../../../messages/saying.ts";
import type { Deed } from "../lock/new-places.ts";
import type { Belonging } from "./belonging.ts";
import type { Answer } from "./clinic-line.ts";
import { createNotPushedFailure } from "./hub-trouble.ts";
import { isAdmin } from "./membership.ts";
import type { ClinicAct, ClinicOptions, ActiveMember } from "./ports.ts";

export type MemberOptions = ClinicOptions & {
  readonly belonging: Belonging;
  readonly told: () => Result<ClinicState>;
};

export const noMember = fail("refused", say("failures.clinic.none"));
const notAdmin = fail("refused", say("failures.clinic.notAdmin"));

type Noted = { readonly account: AccountId; readonly act: ClinicAct };

/** This desk as a member that acts: whether it may, what a person agrees to, and what its word came to. */
export type ActingMember = ReturnType<typeof createActingMember>;

export function createActingMember({ belonging, told, agreeToDeed, noteAct }: MemberOptions) {
  const find = (): Result<ActiveMember> => {
    const member = belonging.member();
    return member === null ? failed(noMember) : ok(member);
  };
  const findAdmin = (): Result<ActiveMember> => {
    const at = find();
    return at.ok && !isAdmin(at.value.line.kept()) ? failed(notAdmin) : at;
  };
  return {
    find,
    findAdmin,
    /**
     * Asks a person outside of the page before what no page may do alone, since nothing brings it back. The same desk's membership has to be
     * there afterwards.
     */
    agree: async ({ line }: Pick<ActiveMember, "line">, deed: Omit<Deed, "hub">): Promise<Failure | null> => {
      const refusal = await agreeToDeed({ ...deed, hub: line.kept().hub });
      return refusal ?? (belonging.member()?.line === line ? null : noMember);
    },
    /** What the page is told after the hub's answer; what was done is noted where it was taken. */
    finish: (answered: Answer, noted?: Noted): Result<ClinicState> => {
      if (answered.kind === "taken") {
        if (noted !== undefined) noteAct(noted.account, noted.act);
        return told();
      }
      return failed(createNotPushedFailure(answered, belonging.member()?.line.state().reason ?? null));
    },
  };
}
