import { fail, failed, ok, type Failure, type Result } from "../../contract/failure.ts";
import type { AccountId } from "../../contract/records/account.ts";
import type { actGroups, AuditMore } from "../../contract/records/audit.ts";
import { nothingAside, type ClinicState, type RecoverySheet } from "../../contract/records/clinic.ts";
import type { RecordId } from "../../contract/records/forms.ts";
import { isForm } from "../../contract/records/item.ts";
import { isLoopbackHost } from "../../domain/connection/host.ts";
import { readServiceAddress } from "../../domain/connection/service-address.ts";
import { say, type Saying } from "../../messages/saying.ts";
import type { SecretStore } from "../account/secret-store.ts";
import type { Clock, Log, RandomIds } from "../platform/ports.ts";
import type { Repositories, Store } from "../store/types.ts";
import { nameWords } from "./acts.ts";
import { changeMembers } from "./change-members.ts";
import { clinicLine, type Answer, type ClinicLine, type ClinicLineOptions } from "./clinic-line.ts";
import { deskKeys } from "./desk-keys.ts";
import { foundingPush, newcomer, type Newcomer } from "./founding.ts";
import { hashOf } from "./clinic-log.ts";
import type { HubAnswer, HubClient } from "./hub-client.ts";
import { hubTrouble, notSaid } from "./hub-trouble.ts";
import { introduced } from "./introducing.ts";
import { inviting, type Inviting } from "./inviting.ts";
import { joining, type Joined, type Joining } from "./joining.ts";
import { forgetSecrets, keepSecrets, readSecrets } from "./kept-secrets.ts";
import { isAdmin, newMembership, readMembership, type KeptMembership } from "./membership.ts";
import { recovered } from "./recovering.ts";
import { newSheet } from "./sheet.ts";
import { sightings } from "./sightings.ts";
import { clinicView } from "./clinic-view.ts";

export type ClinicOptions = {
  readonly store: Store;
  readonly secrets: SecretStore;
  readonly client: HubClient;
  readonly listen: ClinicLineOptions["listen"];
  readonly inbox: ClinicLineOptions["inbox"];
  readonly clock: Clock;
  readonly random: RandomIds;
  readonly log: Log;
  readonly account: () => AccountId | null;
  /** Whether what is at the desk is practice: then it shares with a hub on this computer alone, and with no other desk. */
  readonly isPractice: () => boolean;
  /** Whether an attempt of it is under way here. */
  readonly isBusy: (id: RecordId) => boolean;
  readonly onChange: (ids: readonly RecordId[]) => void;
  readonly onUp: () => void;
  /** An admin of the clinic said that this computer was lost or stolen. */
  readonly onLost: () => void;
  readonly emit: (state: ClinicState) => void;
  /** This desk leaves: what it shared needs checking, and what others hold is theirs. In the transaction. */
  readonly onLeft: (account: AccountId) => void;
  /** Notes it in the activity log, in the transaction that is open, if one is. */
  readonly noteAct: (account: AccountId, act: ClinicAct, more?: AuditMore) => void;
};

export type ClinicAct = (typeof actGroups)["clinic"][number];

const noAccount = fail("signed-out", say("failures.outbox.signedOut"));
const noMember = fail("refused", say("failures.clinic.none"));
const notAdmin = fail("refused", say("failures.clinic.notAdmin"));
const practice = fail("refused", say("failures.clinic.practice"));
const already = fail("refused", say("failures.clinic.already"));
const unkept = fail("keychain", say("failures.clinic.keychain"));
const away = fail("not-reached", say("failures.clinic.away"));
const refused = fail("refused", say("failures.clinic.refused"));

const onField = (field: "hub" | "token" | "code" | "sheet", why: Saying): Failure =>
  fail("invalid-input", say("failures.someFields"), { fields: { [field]: why } });

type Member = { readonly account: AccountId; readonly line: ClinicLine };
type Acted = Promise<Result<ClinicState>>;

/** A desk and its clinic: who belongs to it, and how it stands with the hub. */
export type Clinic = {
  /** Somebody else is at the desk, or nobody: the line is another one. */
  readonly belongTo: (account: AccountId | null) => Promise<void>;
  readonly line: () => Member | null;
  readonly state: () => ClinicState;
  readonly seen: () => Promise<void>;
  readonly create: (asked: { hub: string; token: string; name: string }) => Acted;
  readonly join: (asked: { hub: string; code: string; name: string }) => Acted;
  readonly stopJoining: () => Acted;
  readonly invite: () => Acted;
  readonly answer: (accept: boolean) => Acted;
  readonly withdraw: () => Acted;
  readonly renameDesk: (name: string) => Acted;
  readonly removeDesk: (asked: { desk: string; lost: boolean }) => Acted;
  readonly leave: () => Acted;
  readonly makeSheet: () => Promise<Result<{ sheet: RecoverySheet; state: ClinicState }>>;
  readonly recover: (asked: { sheet: string; name: string }) => Acted;
  readonly look: () => Acted;
  /** These records changed at this desk: the others are told now, and not at its next look. */
  readonly changed: (ids: readonly RecordId[]) => void;
  readonly stop: () => Promise<void>;
};

export function clinicDesk(options: ClinicOptions): Clinic {
  const { store, secrets, client, clock, log } = options;
  let member: Member | null = null;
  /** Why there is a membership and no line. */
  let unlit: KeptMembership | null = null;
  let join: Joining | null = null;
  let invitation: Inviting | null = null;
  let reason: Saying | null = null;
  /** A clinic that may have been made: its answer was lost. */
  let founding: ({ token: string; of: Newcomer } & ReturnType<typeof foundingPush>) | null = null;

  const state = (): ClinicState =>
    clinicView({
      kept: member?.line.kept() ?? unlit,
      line: member?.line.state() ?? null,
      joining: join?.state() ?? null,
      invitation: invitation?.state() ?? null,
      reason,
      seen: around.seen(),
      counts: () => {
        const account = options.account();
        return account === null
          ? { toShare: 0, aside: nothingAside }
          : store.read(({ clinic }) => ({
              toShare: clinic.changes.count(account),
              aside: clinic.records.asideCounts(account),
            }));
      },
    });
  const tell = (): void => options.emit(state());
  const around = sightings({ client, secrets, clock, member: () => member, onSeen: tell });
  const told = (): Result<ClinicState> => {
    tell();
    return ok(state());
  };

  /** Begins the line of an account that belongs to a clinic. */
  async function light(account: AccountId): Promise<void> {
    const found = readMembership(store.read(({ clinic }) => clinic.get(account)));
    if (found === null) return;
    // Front Desk may have been updated since.
    const kept = found.stopped === "newer" ? { ...found, stopped: null } : found;
    unlit = kept;
    const own = await readSecrets(secrets, account);
    if (options.account() !== account) return;
    if (own === null || own.desk !== kept.desk || own.clinic !== kept.clinic) {
      unlit = { ...kept, stopped: kept.stopped ?? "no-keys" };
      return tell();
    }
    const keys = await deskKeys(own);
    if (options.account() !== account || member !== null) return;
    const line = clinicLine({
      ...options,
      account,
      kept,
      keys,
      credential: own.credential,
      onState: () => {
        tell();
        around.lookForNew();
      },
      onStopped: (reason) => options.noteAct(account, "clinic-stopped", { reason }),
      onUp: () => {
        void around.look();
        void introduced(line, { account, name: line.kept().name });
        options.onUp();
      },
    });
    member = { account, line };
    unlit = null;
  }

  async function dim(): Promise<void> {
    const before = member;
    member = null;
    unlit = null;
    around.forget();
    invitation?.end();
    invitation = null;
    join?.end();
    join = null;
    await before?.line.stop();
  }

  /** Keeps a membership that has just begun, and its line. */
  async function begin(account: AccountId, { act, of, kept, digest }: Begun): Promise<Failure | null> {
    const stored = await keepSecrets(secrets, account, { ...of.secrets, clinic: kept.clinic });
    if (!stored.ok) return unkept;
    store.transaction(({ clinic }) => {
      clinic.forget(account);
      clinic.set(account, JSON.stringify(kept));
      options.noteAct(account, act);
      if (digest !== undefined) clinic.pushes.put(account, { sequence: 1, digest, json: null });
    });
    reason = null;
    await light(account);
    await member?.line.look();
    return null;
  }

  const addressOf = (typed: string): Result<string> => {
    const read = readServiceAddress(typed);
    if (read.kind === "refused") return failed(onField("hub", read.why));
    const isHere = isLoopbackHost(new URL(read.address).hostname);
    return options.isPractice() && !isHere
      ? failed(onField("hub", say("failures.clinic.practiceHub")))
      : ok(read.address);
  };

  const free = (): Result<AccountId> => {
    const account = options.account();
    if (account === null) return failed(noAccount);
    return member === null && unlit === null && join === null ? ok(account) : failed(already);
  };
  const here = (): Result<Member> => {
    if (options.account() === null) return failed(noAccount);
    return member === null ? failed(noMember) : ok(member);
  };
  const admin = (): Result<Member> => {
    const at = here();
    return at.ok && !isAdmin(at.value.line.kept()) ? failed(notAdmin) : at;
  };

  async function create({ hub, token, name }: Parameters<Clinic["create"]>[0]): Acted {
    const at = free();
    if (!at.ok) return at;
    const address = addressOf(hub);
    if (!address.ok) return address;
    if (!/^[\w-]{43}$/.test(token)) return failed(onField("token", say("failures.clinic.token")));
    // The same words again where it is not known what became of them: a token works once.
    if (founding?.token !== token) {
      const of = await newcomer();
      founding = { token, of, ...foundingPush(of) };
    }
    const { of, push, clinic } = founding;
    const answer = await client({ address: address.value, credential: null }, "createClinic", {
      input: { token, push },
    });
    if (answer.kind !== "ok") return failed(notMade(answer));
    founding = null;
    const kept = newMembership({ hub: address.value, clinic, desk: of.secrets.desk, name });
    const digest = hashOf(Buffer.from(push.bytes, "base64"));
    return introduce(at.value, await begin(at.value, { act: "clinic-created", of, kept, digest }));
  }

  /** What has just begun is known to the hub: whatever else is to be said is said when it can be. */
  async function introduce(account: AccountId, problem: Failure | null): Acted {
    if (problem !== null) return failed(problem);
    const { line } = member ?? {};
    if (line !== undefined) await introduced(line, { account, name: line.kept().name });
    return told();
  }

  /** What is not real does not come among what is. */
  const freeAndReal = (): Result<AccountId> => (options.isPractice() ? failed(practice) : free());

  async function joinAt({ hub, code, name }: Parameters<Clinic["join"]>[0]): Acted {
    const at = freeAndReal();
    if (!at.ok) return at;
    const address = addressOf(hub);
    if (!address.ok) return address;
    const begun = await joining({
      ...options,
      hub: address.value,
      code,
      name,
      onJoined: (joined) => void onJoined(at.value, joined),
      onEnded: (why) => {
        join = null;
        reason = why;
        tell();
      },
    });
    if (!begun.ok) return begun;
    join = begun.value;
    reason = null;
    return told();
  }

  async function onJoined(account: AccountId, { of, kept, inviter }: Joined): Promise<void> {
    join = null;
    const problem = await begin(account, { act: "clinic-joined", of, kept });
    const { line } = member ?? {};
    if (problem !== null || line === undefined) {
      reason = problem?.why ?? away.why;
      return tell();
    }
    // The hub's story has to be that of the desk whose code this was.
    const knows = line.kept().members.some(({ publicKey, admin: is }) => is && publicKey === inviter);
    if (line.state().line === "up" && !knows) {
      log.warn("clinic.other-inviter");
      await leaveHere(account, say("failures.clinic.otherClinic"));
      return;
    }
    await introduce(account, null);
  }

  async function leaveHere(account: AccountId, why: Saying | null): Promise<void> {
    await dim();
    store.transaction(({ clinic }) => {
      options.onLeft(account);
      options.noteAct(account, "clinic-left");
      clinic.forget(account);
    });
    await forgetSecrets(secrets, account);
    reason = why;
    options.onChange([]);
    tell();
  }

  async function invite(): Acted {
    const at = admin();
    if (!at.ok) return at;
    const own = await readSecrets(secrets, at.value.account);
    if (own === null) return failed(unkept);
    invitation?.end();
    const { line } = at.value;
    const opened = await inviting({ ...options, account: at.value.account, line, own, onChange: tell });
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
    open.end();
    invitation = null;
    if (guest !== null)
      options.noteAct(at.value.account, accept ? "desk-let-in" : "desk-turned-away", { other: guest });
    return told();
  }

  type Noted = { readonly account: AccountId; readonly act: ClinicAct; readonly more?: AuditMore };
  const afterSaying = (answered: Answer, { account, act, more }: Noted): Result<ClinicState> => {
    if (answered.kind === "taken") {
      options.noteAct(account, act, more);
      return told();
    }
    return failed(notSaid(answered, member?.line.state().reason ?? null));
  };

  async function removeDesk(removed: Parameters<Clinic["removeDesk"]>[0]): Acted {
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    if (removed.desk === line.kept().desk) return failed(refused);
    const answered = await changeMembers(line, { account, removed });
    const act = removed.lost ? "desk-lost" : "desk-removed";
    return afterSaying(answered, { account, act, more: { other: removed.desk } });
  }

  async function renameDesk(name: string): Acted {
    const at = here();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const answered = await line.say(nameWords(line, { account, name }));
    if (answered.kind === "taken") line.change((kept) => ({ ...kept, name }));
    return afterSaying(answered, { account, act: "desk-renamed" });
  }

  async function leave(): Acted {
    const account = options.account();
    if (account === null) return failed(noAccount);
    if (member === null && unlit === null) return failed(noMember);
    const { line } = member ?? {};
    if (line !== undefined) {
      const { desk } = line.kept();
      // Where it cannot be said, the others remove it.
      await line.say(() => [{ entry: { type: "member-removed", desk, lost: false } }]);
    }
    await leaveHere(account, null);
    return ok(state());
  }

  const makeSheet: Clinic["makeSheet"] = async () => {
    const at = admin();
    if (!at.ok) return at;
    const { line, account } = at.value;
    const kept = line.kept();
    const sheet = await newSheet();
    const answered = await changeMembers(line, {
      account,
      added: sheet.member,
      content: { kind: "sheet" },
      ...(kept.sheet === null ? {} : { removed: { desk: kept.sheet, lost: false } }),
    });
    const done = afterSaying(answered, { account, act: "sheet-made" });
    if (!done.ok) return done;
    return ok({ sheet: { hub: kept.hub, clinic: kept.clinic, identity: sheet.identity }, state: done.value });
  };

  async function recover({ sheet, name }: Parameters<Clinic["recover"]>[0]): Acted {
    const at = freeAndReal();
    if (!at.ok) return at;
    const of = await newcomer();
    const done = await recovered({ ...options, typed: sheet, of });
    if (!done.ok) return done;
    const kept = newMembership({ ...done.value, desk: of.secrets.desk, name });
    return introduce(at.value, await begin(at.value, { act: "clinic-recovered", of, kept }));
  }

  return {
    belongTo: async (account) => {
      if (member?.account === account && account !== null) return;
      reason = null;
      await dim();
      if (account !== null) await light(account);
      tell();
    },
    line: () => member,
    state,
    seen: around.look,
    create,
    join: joinAt,
    stopJoining: () => {
      join?.end();
      join = null;
      return Promise.resolve(told());
    },
    invite,
    answer,
    withdraw: async () => {
      invitation?.end();
      invitation = null;
      return Promise.resolve(told());
    },
    renameDesk,
    removeDesk,
    leave,
    makeSheet,
    recover,
    look: async () => {
      await member?.line.look();
      await around.look();
      return ok(state());
    },
    changed: (ids) => {
      if (member !== null && store.read((repositories) => ids.some((id) => isToBeTold(repositories, id))))
        member.line.kick();
    },
    stop: dim,
  };
}

/** What is being typed, or on its way, is told when it is there. */
function isToBeTold({ clinic, items }: Repositories, id: RecordId): boolean {
  if (!clinic.changes.has(id)) return false;
  const item = items.find(id);
  return item === null || (!isForm(item) && item.status !== "sending");
}

type Begun = {
  readonly act: ClinicAct;
  readonly of: Newcomer;
  readonly kept: KeptMembership;
  readonly digest?: string;
};

/** Why the hub made no clinic. */
function notMade(answer: Exclude<HubAnswer<unknown>, { kind: "ok" }>): Failure {
  if (answer.kind === "refused" && answer.failure.code === "token-refused")
    return onField("token", say("failures.clinic.tokenUsed"));
  if (answer.kind === "not-a-hub") return onField("hub", say("failures.clinic.notAHub"));
  return hubTrouble(answer);
}
