import { fail, failed, ok, type Failure, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import { isLoopbackHost } from "../../../shared/connection/host.ts";
import { readHubAddress } from "../../../shared/connection/hub-address.ts";
import { say, type Saying } from "../../../messages/saying.ts";
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
  readonly create: (asked: { hub: string; token: string; name: string }) => Acted;
  readonly join: (asked: { hub: string; code: string; name: string }) => Acted;
  readonly stopJoining: () => Acted;
  readonly recover: (asked: { sheet: string; name: string }) => Acted;
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

  const addressOf = (typed: string): Result<string> => {
    const read = readHubAddress(typed);
    if (read.kind === "refused") return failed(onField("hub", read.why));
    const isHere = isLoopbackHost(new URL(read.address).hostname);
    return options.isPractice() && !isHere
      ? failed(onField("hub", say("failures.clinic.practiceHub")))
      : ok(read.address);
  };

  const markOf = (account: AccountId): ((key: Uint8Array) => string) => {
    const of = options.store.read(({ accounts }) => accounts.get(account));
    return (key) => computeAccountMark(key, of);
  };
  const free = (): Result<AccountId> => {
    const account = options.account();
    if (account === null) return failed(noAccount);
    return belonging.kept() === null && join === null ? ok(account) : failed(already);
  };
  /** Asks a person to share with that hub; whoever was at the desk then still has to be. */
  const agreeFor = async (account: AccountId, hub: string): Promise<Failure | null> => {
    const refusal = await options.agree("clinic", hub);
    if (refusal !== null) return refusal;
    const still = free();
    if (!still.ok) return still.failure;
    return still.value === account ? null : noAccount;
  };
  const end = (): void => {
    join?.end();
    join = null;
  };

  async function create({ hub, token, name }: Parameters<Entering["create"]>[0]): Acted {
    const at = free();
    if (!at.ok) return at;
    const address = addressOf(hub);
    if (!address.ok) return address;
    if (!/^[\w-]{43}$/.test(token)) return failed(onField("token", say("failures.clinic.token")));
    const refusal = await agreeFor(at.value, address.value);
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
    return introduce(at.value, await belonging.begin(at.value, { act: "clinic-created", of, kept, digest }));
  }

  /** What has just begun is known to the hub: whatever else is to be said is said when it can be. */
  async function introduce(account: AccountId, problem: Failure | null): Acted {
    if (problem !== null) return failed(problem);
    const { line } = belonging.member() ?? {};
    if (line !== undefined) await introduceDesk(line, { account, name: line.kept().name });
    return told();
  }

  /** What is not real does not come among what is. */
  const freeAndReal = (): Result<AccountId> => (options.isPractice() ? failed(practice) : free());

  async function joinAt({ hub, code, name }: Parameters<Entering["join"]>[0]): Acted {
    const at = freeAndReal();
    if (!at.ok) return at;
    const address = addressOf(hub);
    if (!address.ok) return address;
    const begun = await startJoining({
      ...options,
      agree: (place) => agreeFor(at.value, place),
      hub: address.value,
      code,
      name,
      mark: markOf(at.value),
      onJoined: (joined) => void onJoined(at.value, joined),
      onEnded: (why) => {
        join = null;
        belonging.because(why);
        told();
      },
    });
    if (!begun.ok) return begun;
    // While the hub was asked somebody may have signed out or in, or have begun another.
    const still = free();
    if (!still.ok || still.value !== at.value) {
      begun.value.end();
      return still.ok ? failed(noAccount) : still;
    }
    join = begun.value;
    belonging.because(null);
    return told();
  }

  async function onJoined(account: AccountId, { of, kept, inviter }: JoinedClinic): Promise<void> {
    join = null;
    const problem = await belonging.begin(account, { act: "clinic-joined", of, kept });
    const { line } = belonging.member() ?? {};
    if (problem !== null || line === undefined) {
      belonging.because(problem?.why ?? away.why);
      return void told();
    }
    // The hub's story has to be that of the desk whose code this was.
    const knows = line.kept().members.some(({ publicKey, admin: is }) => is && publicKey === inviter);
    if (line.state().line === "up" && !knows) {
      log.warn("clinic.other-inviter");
      await belonging.leave(account, say("failures.clinic.otherClinic"));
      return;
    }
    await introduce(account, null);
  }

  async function recover({ sheet, name }: Parameters<Entering["recover"]>[0]): Acted {
    const at = freeAndReal();
    if (!at.ok) return at;
    const of = await createNewcomer();
    const done = await recoverWithSheet({
      ...options,
      agree: (hub) => agreeFor(at.value, hub),
      typed: sheet,
      of,
      mark: markOf(at.value),
    });
    if (!done.ok) return done;
    const { sheet: used, ...where } = done.value;
    // Who has it in hand has it on paper, whatever was said where it was made.
    const kept = withPrinted(createMembership({ ...where, desk: of.secrets.desk, name }), used);
    return introduce(at.value, await belonging.begin(at.value, { act: "clinic-recovered", of, kept }));
  }

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
