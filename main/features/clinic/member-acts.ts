import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ClinicState, RecoverySheet } from "../../../shared/clinic/clinic.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { listLetInBy } from "../../../shared/clinic/log/let-in.ts";
import { mostMembers } from "../../../shared/clinic/log/members.ts";
import { mayAnswer } from "../../../shared/clinic/log/losses.ts";
import { say } from "../../../messages/saying.ts";
import type { Deed } from "../lock/new-places.ts";
import type { OpenSession } from "../session/open-session.ts";
import { computeAccountMark } from "./account-mark.ts";
import { nameWords, type Removed } from "./acts.ts";
import { unkept, type Belonging } from "./belonging.ts";
import { requestMemberChange } from "./change-members.ts";
import type { Answer, ClinicLine } from "./clinic-line.ts";
import { findRecent } from "./clinic-log.ts";
import { createNotPushedFailure } from "./hub-trouble.ts";
import { startInviting, type Inviting } from "./inviting.ts";
import { readSecrets } from "./kept-secrets.ts";
import { isAdmin, getClinicLog, listSheets, withPrinted, withUnprinted } from "./membership.ts";
import type { ClinicAct, ClinicOptions, ActiveMember } from "./ports.ts";
import { createSheet } from "./sheet.ts";

const noInvitation = fail("not-found", say("failures.clinic.noInvitation"));
const noMember = fail("refused", say("failures.clinic.none"));
const notAdmin = fail("refused", say("failures.clinic.notAdmin"));
const refused = fail("refused", say("failures.clinic.refused"));
const othersSay = fail("refused", say("failures.clinic.othersSay"));
const isReported = fail("refused", say("failures.clinic.stopped.reported"));
const replaced = fail("refused", say("failures.clinic.sheetReplaced"));
const bothGood = fail("not-reached", say("failures.clinic.sheetsBoth"));
const sending = fail("busy", say("failures.clinic.leaveLater"));

type Acted = Promise<Result<ClinicState>>;

/** What a desk does in its clinic: it lets others in and out, makes the recovery sheet, has another name, leaves. */
export type MemberActs = {
  readonly invite: () => Acted;
  readonly answer: (accept: boolean) => Acted;
  readonly withdraw: () => Acted;
  readonly renameDesk: (name: string) => Acted;
  readonly removeDesk: (asked: RouteInput<"clinic.removeDesk">) => Acted;
  readonly leave: (session: OpenSession) => Acted;
  readonly makeSheet: () => Promise<Result<{ sheet: RecoverySheet; state: ClinicState }>>;
  readonly keepSheet: () => Acted;
  /** The invitation that is open. */
  readonly invitation: () => ReturnType<Inviting["state"]> | null;
  readonly end: () => void;
};

type Options = ClinicOptions & {
  readonly belonging: Belonging;
  readonly tell: () => void;
  readonly told: () => Result<ClinicState>;
};

export function createMemberActs(options: Options): MemberActs {
  const { secrets, belonging, tell, told } = options;
  let invitation: Inviting | null = null;
  /** The sheet that is on the screen, until the person says that it is printed. */
  let shown: string | null = null;

  const here = (): Result<ActiveMember> => {
    const member = belonging.member();
    return member === null ? failed(noMember) : ok(member);
  };
  const admin = (): Result<ActiveMember> => {
    const at = here();
    return at.ok && !isAdmin(at.value.line.kept()) ? failed(notAdmin) : at;
  };
  const end = (): void => {
    invitation?.end();
    invitation = null;
  };

  async function invite(): Acted {
    const at = admin();
    if (!at.ok) return at;
    const own = await readSecrets(secrets, at.value.account);
    if (own === null) return failed(unkept);
    invitation?.end();
    const { line } = at.value;
    const { account } = at.value;
    const of = options.store.read(({ accounts }) => accounts.get(account));
    const mark = (key: Uint8Array): string => computeAccountMark(key, of);
    const opened = await startInviting({ ...options, account, line, own, mark, onChange: tell });
    if (!opened.ok) return opened;
    invitation = opened.value;
    options.noteAct(at.value.account, "desk-invited");
    return told();
  }

  /**
   * Asks a person outside of the page before what no page may do alone, since nothing brings it back. The same desk's membership has to be
   * there afterwards.
   */
  async function agree(
    { line }: Pick<ActiveMember, "line">,
    deed: Omit<Deed, "hub">,
  ): Promise<Failure | null> {
    const refusal = await options.agreeToDeed({ ...deed, hub: line.kept().hub });
    return refusal ?? (belonging.member()?.line === line ? null : noMember);
  }

  async function answer(accept: boolean): Acted {
    const open = invitation;
    if (open === null) return failed(noInvitation);
    const at = here();
    if (!at.ok) return at;
    const guest = open.guest();
    if (accept && guest === null) return failed(noInvitation);
    const refusal = accept ? await agree(at.value, { use: "letIn", name: guest?.name ?? "" }) : null;
    if (refusal !== null) return failed(refusal);
    const done = accept ? await open.accept() : ok(null);
    if (!done.ok) return done;
    end();
    const act = accept ? "desk-let-in" : "desk-turned-away";
    if (guest !== null) options.noteAct(at.value.account, act, { other: guest.desk });
    return told();
  }

  type Noted = { readonly account: AccountId; readonly act: ClinicAct };
  const afterSaying = (answered: Answer, noted?: Noted): Result<ClinicState> => {
    if (answered.kind === "taken") {
      if (noted !== undefined) options.noteAct(noted.account, noted.act);
      return told();
    }
    return failed(createNotPushedFailure(answered, belonging.member()?.line.state().reason ?? null));
  };

  async function removeDesk(asked: RouteInput<"clinic.removeDesk">): Acted {
    const { letInSince: _since, ...removed } = asked;
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const of = findLeaving(line, asked);
    if (of === null) return failed(refused);
    const { desk, lost } = removed;
    const name = line.kept().names[desk] ?? desk;
    if (of.isReported) {
      const problem = mayAnswerReport(line, removed)
        ? await agree(at.value, { use: lost ? "lost" : "notLost", name })
        : othersSay;
      return problem === null ? answerReport(line, removed) : failed(problem);
    }
    const refusal = await agree(at.value, { use: lost ? "lost" : "remove", name, others: of.others });
    if (refusal !== null) return failed(refusal);
    // Whoever came or went while a person was asked.
    const now = findLeaving(line, asked);
    if (now === null || now.isReported || now.others > of.others) return failed(refused);
    // It is noted when the log has it, also where nobody heard so (`belonging.ts`).
    return afterSaying(await requestMemberChange(line, { account, removed: [removed], stay: now.stay }));
  }

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

  const mayAnswerReport = (line: ClinicLine, word: Removed): boolean => {
    const lately = findRecent(getClinicLog(line.kept()).members);
    return mayAnswer(line.kept().desk, word, { lately, at: options.clock.now().getTime() });
  };

  /** It is removed, and its keys are old: said again, this says whether it was lost, as another desk has said. */
  async function answerReport(line: ClinicLine, { desk, lost }: Removed): Acted {
    return afterSaying(await line.say(() => [{ entry: { type: "member-removed", desk, lost } }]));
  }

  async function renameDesk(name: string): Acted {
    const at = here();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const answered = await line.say(nameWords(line, { account, name }));
    if (answered.kind === "taken") line.change((kept) => ({ ...kept, name }));
    return afterSaying(answered, { account, act: "desk-renamed" });
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

  /** The one before stays good until this one is printed: its secret is shown once, and an answer may be lost. */
  const makeSheet: MemberActs["makeSheet"] = async () => {
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    // Whoever reads it opens all that the clinic shares, and the one before is worth nothing once somebody says that it is printed.
    const refusal = await agree(at.value, { use: "sheet" });
    if (refusal !== null) return failed(refusal);
    const kept = line.kept();
    const sheet = await createSheet();
    line.change((now) => withUnprinted(now, sheet.member.desk));
    // No list shows sheets: whoever fills the clinic with them, and is removed without them, would keep every other one out.
    const isFull = kept.members.filter(({ removedAt }) => removedAt === null).length >= mostMembers;
    const later = isFull ? listSheets(kept).slice(1) : [];
    const answered = await requestMemberChange(line, {
      account,
      added: sheet.member,
      ...(later.length > 0 && { removed: later.map((desk) => ({ desk, lost: false })) }),
      content: { kind: "sheet", printed: false },
    });
    const done = afterSaying(answered, { account, act: "sheet-made" });
    if (!done.ok) return done;
    shown = sheet.member.desk;
    return ok({ sheet: { hub: kept.hub, clinic: kept.clinic, identity: sheet.identity }, state: done.value });
  };

  async function keepSheet(): Acted {
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const printed = shown;
    if (printed === null) return told();
    if (!listSheets(line.kept()).includes(printed)) return failed(replaced);
    line.change((now) => withPrinted(now, printed));
    const others = listSheets(line.kept()).filter((one) => one !== printed);
    if (others.length > 0) {
      const removed = others.map((desk) => ({ desk, lost: false }));
      const answered = await requestMemberChange(line, { account, removed });
      if (answered.kind !== "taken") return failed(bothGood);
    }
    await line.look();
    return told();
  }

  return {
    invite,
    answer,
    withdraw: () => {
      end();
      return Promise.resolve(told());
    },
    renameDesk,
    removeDesk,
    leave,
    makeSheet,
    keepSheet,
    invitation: () => invitation?.state() ?? null,
    end,
  };
}
