import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ClinicState, RecoverySheet } from "../../../shared/clinic/clinic.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { listLetInBy } from "../../../shared/clinic/log/let-in.ts";
import { mostMembers } from "../../../shared/clinic/log/members.ts";
import { mayAnswer } from "../../../shared/clinic/log/losses.ts";
import { say } from "../../../messages/saying.ts";
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

  async function answer(accept: boolean): Acted {
    const open = invitation;
    if (open === null) return failed(fail("not-found", say("failures.clinic.noInvitation")));
    const at = here();
    if (!at.ok) return at;
    const guest = open.guest();
    const done = accept ? await open.accept() : ok(null);
    if (!done.ok) return done;
    end();
    if (guest !== null)
      options.noteAct(at.value.account, accept ? "desk-let-in" : "desk-turned-away", { other: guest });
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

  async function removeDesk({ letInSince, ...removed }: RouteInput<"clinic.removeDesk">): Acted {
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const { members } = getClinicLog(line.kept());
    // One of whom the log says nothing is of no clinic that this desk knows; one that is gone takes its guests along.
    if (removed.desk === line.kept().desk || !members.has(removed.desk)) return failed(refused);
    const report = members.get(removed.desk)?.report ?? null;
    if (report !== null) return answerReport(line, removed);
    // This desk stays, whoever let it in, and so do its own guests.
    const letIn = new Map([...findRecent(members).letIn].filter(([desk]) => desk !== line.kept().desk));
    const guests =
      letInSince === undefined
        ? new Set<string>()
        : listLetInBy(removed.desk, { since: Date.parse(letInSince), letIn });
    const stay = [...members].flatMap(([desk, { removedAt }]) =>
      removedAt === null && desk !== removed.desk && !guests.has(desk) ? [desk] : [],
    );
    // It is noted when the log has it, also where nobody heard so (`belonging.ts`).
    return afterSaying(await requestMemberChange(line, { account, removed: [removed], stay }));
  }

  /** It is removed, and its keys are old: said again, this says whether it was lost, as another desk has said. */
  async function answerReport(line: ClinicLine, { desk, lost }: Removed): Acted {
    const lately = findRecent(getClinicLog(line.kept()).members);
    const of = { lately, at: options.clock.now().getTime() };
    if (!mayAnswer(line.kept().desk, { desk, lost }, of)) return failed(othersSay);
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

  async function leave({ accountId: account }: OpenSession): Acted {
    const before = belonging.kept();
    if (before === null) return failed(noMember);
    // With the membership it would forget that it is locked.
    if (before.stopped === "reported") return failed(isReported);
    if (isSending(account)) return failed(sending);
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
