import { fail, failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { ClinicState, RecoverySheet } from "../../../shared/clinic/clinic.ts";
import type { RouteInput } from "../../../shared/routes.ts";
import { say } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import { createActingMember, type MemberOptions } from "./acting-member.ts";
import { computeAccountMark } from "./account-mark.ts";
import { nameWords } from "./acts.ts";
import { unkept } from "./belonging.ts";
import { createDeskRemoval } from "./desk-removal.ts";
import { startInviting, type Inviting } from "./inviting.ts";
import { createSheetActs } from "./sheet-acts.ts";
import { readSecrets } from "./kept-secrets.ts";

const noInvitation = fail("not-found", say("failures.clinic.noInvitation"));

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

type Options = MemberOptions & { readonly tell: () => void };

export function createMemberActs(options: Options): MemberActs {
  const { secrets, tell, told } = options;
  const member = createActingMember(options);
  const removal = createDeskRemoval(options, member);
  const sheets = createSheetActs(options, member);
  let invitation: Inviting | null = null;

  const end = (): void => {
    invitation?.end();
    invitation = null;
  };

  async function invite(): Acted {
    const at = member.findAdmin();
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
    if (open === null) return failed(noInvitation);
    const at = member.find();
    if (!at.ok) return at;
    const guest = open.guest();
    if (accept && guest === null) return failed(noInvitation);
    const refusal = accept ? await member.agree(at.value, { use: "letIn", name: guest?.name ?? "" }) : null;
    if (refusal !== null) return failed(refusal);
    const done = accept ? await open.accept() : ok(null);
    if (!done.ok) return done;
    end();
    const act = accept ? "desk-let-in" : "desk-turned-away";
    if (guest !== null) options.noteAct(at.value.account, act, { other: guest.desk });
    return told();
  }

  async function renameDesk(name: string): Acted {
    const at = member.find();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const answered = await line.say(nameWords(line, { account, name }));
    if (answered.kind === "taken") line.change((kept) => ({ ...kept, name }));
    return member.finish(answered, { account, act: "desk-renamed" });
  }

  return {
    invite,
    answer,
    withdraw: () => {
      end();
      return Promise.resolve(told());
    },
    renameDesk,
    ...removal,
    ...sheets,
    invitation: () => invitation?.state() ?? null,
    end,
  };
}
