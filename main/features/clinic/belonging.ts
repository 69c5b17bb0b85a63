import { fail, type Failure } from "../../../shared/core/failure.ts";
import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import { say, type Saying } from "../../../messages/saying.ts";
import { listRemoved } from "../../../shared/clinic/log/members.ts";
import type { OpenSession } from "../session/open-session.ts";
import { createClinicLine } from "./clinic-line.ts";
import { toDesks } from "./clinic-log.ts";
import type { Seen } from "./clinic-view.ts";
import { deriveDeskKeys } from "./desk-keys.ts";
import type { Newcomer } from "./founding.ts";
import { isGone } from "./gone.ts";
import { introduceDesk } from "./introducing.ts";
import { forgetSecrets, keepSecrets, readSecrets } from "./kept-secrets.ts";
import { getClinicLog, readMembership, listSheets, type KeptMembership } from "./membership.ts";
import type { ClinicAct, ClinicOptions, ActiveMember } from "./ports.ts";
import { createLastSeen } from "./sightings.ts";

export const noAccount = fail("signed-out", say("failures.outbox.signedOut"));
export const unkept = fail("keychain", say("failures.clinic.keychain"));

export type Begun = {
  readonly act: ClinicAct;
  readonly of: Newcomer;
  readonly kept: KeptMembership;
  readonly digest?: string;
};

/** The clinic of the account at the desk: its line is there while it is, and what is kept of it comes and goes. */
export type Belonging = {
  readonly member: () => ActiveMember | null;
  /** What is kept of the membership, also where it has no line. */
  readonly kept: () => KeptMembership | null;
  /** Why there is none, or none any more. */
  readonly reason: () => Saying | null;
  readonly because: (reason: Saying | null) => void;
  /** When the hub saw each desk last, and a look at that. */
  readonly seen: () => Seen;
  readonly ahead: () => number;
  readonly look: () => Promise<void>;
  /** Begins the line of an account that belongs to a clinic. */
  readonly light: (session: OpenSession) => Promise<void>;
  readonly dim: () => Promise<void>;
  /** A person asks once more: where sharing stopped over what the hub showed, it begins again with what it shows now. */
  readonly tryAgain: () => Promise<void>;
  /** Keeps a membership that has just begun, and begins its line. */
  readonly begin: (session: OpenSession, begun: Begun) => Promise<Failure | null>;
  /** This desk belongs to it no more, as far as this computer goes. */
  readonly leave: (account: AccountId, why: Saying | null) => Promise<void>;
};

type Options = ClinicOptions & {
  readonly tell: () => void;
  /** What is open with the line ends with it. */
  readonly onDim: () => void;
};

export function createMembershipStore(options: Options): Belonging {
  const { store, secrets, client, clock, tell } = options;
  let member: ActiveMember | null = null;
  /** A membership without a line. */
  let unlit: KeptMembership | null = null;
  let reason: Saying | null = null;
  const around = createLastSeen({ store, client, secrets, clock, member: () => member, onSeen: tell });

  async function light({ accountId: account, isOpen }: OpenSession): Promise<void> {
    const found = readMembership(store.read(({ clinic }) => clinic.get(account)));
    if (found === null) return;
    // Front Desk may have been updated since.
    const kept = found.stopped === "newer" ? { ...found, stopped: null } : found;
    unlit = kept;
    const own = await readSecrets(secrets, account);
    if (!isOpen()) return;
    if (own === null || own.desk !== kept.desk || own.clinic !== kept.clinic) {
      unlit = { ...kept, stopped: kept.stopped ?? "no-keys" };
      return tell();
    }
    const keys = await deriveDeskKeys(own);
    if (!isOpen() || member !== null) return;
    const line = createClinicLine({
      ...options,
      account,
      kept,
      keys,
      credential: own.credential,
      onState: () => {
        tell();
        around.lookForNew();
      },
      onTaken: (entries) => noteRemovals(account, line.kept(), entries),
      onCameBack: (other, isSheet) =>
        options.noteAct(account, isSheet ? "sheet-came-back" : "desk-came-back", { other }),
      onBeat: () => void around.look(),
      onStopped: (reason) => options.noteAct(account, "clinic-stopped", { reason }),
      onUp: () => {
        void around.look();
        void introduceDesk(line, { account, name: line.kept().name });
        options.onUp();
      },
    });
    member = { account, line };
    unlit = null;
  }

  /** Whoever heard the hub's answer: what was said counts, and is noted with it. A sheet is no desk, and this one says that it left. */
  function noteRemovals(account: AccountId, kept: KeptMembership, entries: readonly Entry[]): void {
    for (const { desk: other, lost } of listRemoved(entries, () => toDesks(getClinicLog(kept).members))) {
      if (other === kept.desk || listSheets(kept).includes(other)) continue;
      const isAnswer = kept.members.some(({ desk, removedAt }) => desk === other && removedAt !== null);
      // Nobody here removes one that was removed before: it is said again by itself.
      if (!isAnswer && isGone(kept.gone, other)) continue;
      const act = lost ? "desk-lost" : isAnswer ? "desk-not-lost" : "desk-removed";
      options.noteAct(account, act, { other });
    }
  }

  async function dim(): Promise<void> {
    const before = member;
    member = null;
    unlit = null;
    around.forget();
    options.onDim();
    await before?.line.stop();
  }

  async function tryAgain(): Promise<void> {
    const [before, session] = [member, options.session()];
    const kept = before?.line.kept() ?? null;
    if (
      before === null ||
      session === null ||
      (kept?.stopped !== "other-history" && kept?.stopped !== "faulty-log")
    )
      return;
    const { account } = before;
    await dim();
    store.transaction(({ clinic }) => clinic.set(account, JSON.stringify({ ...kept, stopped: null })));
    await light(session);
  }

  async function begin(session: OpenSession, { act, of, kept, digest }: Begun): Promise<Failure | null> {
    const { accountId: account } = session;
    const stored = await keepSecrets(secrets, account, { ...of.secrets, clinic: kept.clinic });
    if (!stored.ok) return unkept;
    store.transaction(({ clinic }) => {
      clinic.forget(account);
      clinic.set(account, JSON.stringify(kept));
      options.noteAct(account, act);
      if (digest !== undefined) clinic.pushes.put(account, { sequence: 1, digest, json: null });
    });
    reason = null;
    await light(session);
    await member?.line.look();
    return null;
  }

  async function leave(account: AccountId, why: Saying | null): Promise<void> {
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

  return {
    member: () => member,
    kept: () => member?.line.kept() ?? unlit,
    reason: () => reason,
    because: (why) => void (reason = why),
    seen: around.seen,
    ahead: around.ahead,
    look: around.look,
    light,
    dim,
    tryAgain,
    begin,
    leave,
  };
}
