import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { isLoopbackHost } from "../../../shared/connection/host.ts";
import { readHubAddress } from "../../../shared/connection/hub-address.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import type { OpenSession } from "../session/open-session.ts";
import { computeAccountMark } from "./account-mark.ts";
import { noAccount, type Belonging } from "./belonging.ts";
import { hashBytes } from "./clinic-log.ts";
import { createFoundingPush, createNewcomer, type Newcomer } from "./founding.ts";
import type { HubAnswer } from "./hub-client.ts";
import { createHubAddressFailure } from "./hub-trouble.ts";
import { introduceDesk } from "./introducing.ts";
import { startJoining, type JoinedClinic, type Joining } from "./joining.ts";
import { createMembership, withPrinted } from "./membership.ts";
import type { ClinicOptions } from "./ports.ts";
import { recoverWithSheet } from "./recovering.ts";

const practice = fail("refused", say("failures.clinic.practice"));
const already = fail("refused", say("failures.clinic.already"));
const away = fail("not-reached", say("failures.clinic.away"));

const onField = (field: "hub" | "token" | "code" | "sheet", why: Saying): Failure =>
  fail("invalid-input", say("failures.someFields"), { fields: { [field]: why } });

type Acted = Promise<Result<ClinicState>>;

/** How a desk comes to belong to a clinic: it makes one, joins one by a code, or comes back with the recovery sheet. */
export type Entering = {
  readonly create: (asked: { hub: string; token: string; name: string }, session: OpenSession) => Acted;
  readonly join: (asked: { hub: string; code: string; name: string }, session: OpenSession) => Acted;
  readonly stopJoining: () => Acted;
  readonly recover: (asked: { sheet: string; name: string }, session: OpenSession) => Acted;
  /** The joining that is under way. */
  readonly joining: () => ReturnType<Joining["state"]> | null;
  readonly end: () => void;
};

type Options = ClinicOptions & {
  readonly belonging: Belonging;
  readonly told: () => Result<ClinicState>;
};

export function createJoinFlow(options: Options): Entering {
  const { client, log, belonging, told } = options;
  let join: Joining | null = null;
  /** A clinic that may have been made: its answer was lost. */
  let founding: ({ token: string; of: Newcomer } & ReturnType<typeof createFoundingPush>) | null = null;

  /** Practice shares with a hub on this computer alone. */
  const addressOf = (typed: string, isPractice: boolean): Result<string> => {
    const read = readHubAddress(typed);
    if (read.kind === "refused") return failed(onField("hub", read.why));
    const isHere = isLoopbackHost(new URL(read.address).hostname);
    return isPractice && !isHere
      ? failed(onField("hub", say("failures.clinic.practiceHub")))
      : ok(read.address);
  };

  const markOf = (account: AccountId): ((key: Uint8Array) => string) => {
    const of = options.store.read(({ accounts }) => accounts.get(account));
    return (key) => computeAccountMark(key, of);
  };
  /** Why that session's account cannot begin to belong to a clinic. Asked again after a wait, the session may be over. */
  const refuse = ({ isOpen }: OpenSession): Failure | null => {
    if (!isOpen()) return noAccount;
    return belonging.kept() === null && join === null ? null : already;
  };
  /** The same of one that is not real: it does not come among what is. */
  const refuseUnreal = (session: OpenSession): Failure | null =>
    session.practice ? practice : refuse(session);
  /** Asks a person to share with that hub. */
  const agreeFor = async (session: OpenSession, hub: string): Promise<Failure | null> =>
    (await options.agree("clinic", hub)) ?? refuse(session);
  const end = (): void => {
    join?.end();
    join = null;
  };

  const create: Entering["create"] = async ({ hub, token, name }, session) => {
    const before = refuse(session);
    if (before !== null) return failed(before);
    const address = addressOf(hub, session.practice);
    if (!address.ok) return address;
    if (!/^[\w-]{43}$/.test(token)) return failed(onField("token", say("failures.clinic.token")));
    const refusal = await agreeFor(session, address.value);
    if (refusal !== null) return failed(refusal);
    // The same words again where it is not known what became of them: a token works once.
    if (founding?.token !== token) {
      const of = await createNewcomer();
      founding = { token, of, ...createFoundingPush(of) };
    }
    const { of, push, clinic } = founding;
    const answer = await client({ address: address.value, credential: null }, "createClinic", {
      input: { token, push },
    });
    if (answer.kind !== "ok") return failed(notMade(address.value, answer));
    founding = null;
    const kept = createMembership({ hub: address.value, clinic, desk: of.secrets.desk, name });
    const digest = hashBytes(Buffer.from(push.bytes, "base64"));
    return introduce(session, await belonging.begin(session, { act: "clinic-created", of, kept, digest }));
  };

  /** What has just begun is known to the hub: whatever else is to be said is said when it can be. */
  async function introduce({ accountId: account }: OpenSession, problem: Failure | null): Acted {
    if (problem !== null) return failed(problem);
    const { line } = belonging.member() ?? {};
    if (line !== undefined) await introduceDesk(line, { account, name: line.kept().name });
    return told();
  }

  const joinAt: Entering["join"] = async ({ hub, code, name }, session) => {
    const before = refuseUnreal(session);
    if (before !== null) return failed(before);
    const address = addressOf(hub, session.practice);
    if (!address.ok) return address;
    const begun = await startJoining({
      ...options,
      agree: (place) => agreeFor(session, place),
      hub: address.value,
      code,
      name,
      mark: markOf(session.accountId),
      onJoined: (joined) => void onJoined(session, joined),
      onEnded: (why) => {
        join = null;
        belonging.because(why);
        told();
      },
    });
    if (!begun.ok) return begun;
    // While the hub was asked somebody may have signed out or in, or have begun another.
    const meanwhile = refuse(session);
    if (meanwhile !== null) {
      begun.value.end();
      return failed(meanwhile);
    }
    join = begun.value;
    belonging.because(null);
    return told();
  };

  async function onJoined(session: OpenSession, { of, kept, inviter }: JoinedClinic): Promise<void> {
    join = null;
    const problem = await belonging.begin(session, { act: "clinic-joined", of, kept });
    const { line } = belonging.member() ?? {};
    if (problem !== null || line === undefined) {
      belonging.because(problem?.why ?? away.why);
      return void told();
    }
    // The hub's story has to be that of the desk whose code this was.
    const knows = line.kept().members.some(({ publicKey, admin: is }) => is && publicKey === inviter);
    if (line.state().line === "up" && !knows) {
      log.warn("clinic.other-inviter");
      await belonging.leave(session.accountId, say("failures.clinic.otherClinic"));
      return;
    }
    await introduce(session, null);
  }

  const recover: Entering["recover"] = async ({ sheet, name }, session) => {
    const before = refuseUnreal(session);
    if (before !== null) return failed(before);
    const of = await createNewcomer();
    const done = await recoverWithSheet({
      ...options,
      agree: (hub) => agreeFor(session, hub),
      typed: sheet,
      of,
      mark: markOf(session.accountId),
    });
    if (!done.ok) return done;
    const { sheet: used, ...where } = done.value;
    // Who has it in hand has it on paper, whatever was said where it was made.
    const kept = withPrinted(createMembership({ ...where, desk: of.secrets.desk, name }), used);
    return introduce(session, await belonging.begin(session, { act: "clinic-recovered", of, kept }));
  };

  return {
    create,
    join: joinAt,
    stopJoining: () => {
      end();
      return Promise.resolve(told());
    },
    recover,
    joining: () => join?.state() ?? null,
    end,
  };
}

/** Why the hub made no clinic. */
function notMade(address: string, answer: Exclude<HubAnswer<unknown>, { kind: "ok" }>): Failure {
  if (answer.kind === "refused" && answer.failure.code === "token-refused")
    return onField("token", say("failures.clinic.tokenUsed"));
  return createHubAddressFailure(address, answer);
}
