import { ok, type Result } from "../../../shared/core/failure.ts";
import { nothingAside, type ClinicState } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import { isForm } from "../../../shared/outbox/item.ts";
import type { Repositories } from "../../db/types.ts";
import type { OpenSession } from "../session/open-session.ts";
import { createMembershipStore } from "./belonging.ts";
import { buildClinicView } from "./clinic-view.ts";
import { createJoinFlow, type Entering } from "./entering.ts";
import { readMembership } from "./membership.ts";
import { createMemberActs, type MemberActs } from "./member-acts.ts";
import type { ClinicOptions, ActiveMember } from "./ports.ts";

/** A desk and its clinic: who belongs to it, and how it stands with the hub. */
export type Clinic = Pick<Entering, "create" | "join" | "stopJoining" | "recover"> &
  Omit<MemberActs, "invitation" | "end"> & {
    /** Whose session it is now, or nobody's: where it is another account's, the line is another one. */
    readonly attend: (session: OpenSession | null) => Promise<void>;
    readonly line: () => ActiveMember | null;
    readonly state: () => ClinicState;
    readonly seen: () => Promise<void>;
    readonly look: () => Promise<Result<ClinicState>>;
    /** These records changed at this desk: the others are told now, and not at its next look. */
    readonly changed: (ids: readonly RecordId[]) => void;
    readonly stop: () => Promise<void>;
  };

export function createClinicDesk(options: ClinicOptions): Clinic {
  const { store } = options;

  const state = (): ClinicState =>
    buildClinicView({
      kept: own.kept(),
      line: own.member()?.line.state() ?? null,
      joining: ways.joining(),
      invitation: acts.invitation(),
      reason: own.reason(),
      seen: own.seen(),
      now: options.clock.now(),
      ahead: own.ahead(),
      counts: () => {
        const session = options.session();
        return session === null
          ? { toShare: 0, aside: nothingAside }
          : store.read(({ clinic }) => ({
              toShare: clinic.changes.count(session.accountId),
              aside: clinic.records.asideCounts(session.accountId),
            }));
      },
    });
  const tell = (): void => options.emit(state());
  const told = (): Result<ClinicState> => {
    const now = state();
    options.emit(now);
    return ok(now);
  };
  const own = createMembershipStore({
    ...options,
    tell,
    onDim: () => {
      acts.end();
      ways.end();
    },
  });
  const ways = createJoinFlow({ ...options, belonging: own, told });
  const acts = createMemberActs({ ...options, belonging: own, tell, told });

  return {
    attend: async (session) => {
      // Whoever starts it anew, signed in or not, finds it locked until another desk has answered.
      if (isReported(store)) options.onLost("reported");
      if (session !== null && own.member()?.account === session.accountId) return;
      own.because(null);
      await own.dim();
      if (session !== null) await own.light(session);
      tell();
    },
    line: own.member,
    state,
    seen: own.look,
    create: ways.create,
    join: ways.join,
    stopJoining: ways.stopJoining,
    recover: ways.recover,
    invite: acts.invite,
    answer: acts.answer,
    withdraw: acts.withdraw,
    renameDesk: acts.renameDesk,
    removeDesk: acts.removeDesk,
    leave: acts.leave,
    makeSheet: acts.makeSheet,
    keepSheet: acts.keepSheet,
    look: async () => {
      await own.tryAgain();
      await own.member()?.line.look();
      await own.look();
      return ok(state());
    },
    changed: (ids) => {
      const member = own.member();
      if (member === null) return;
      // What a patient waits with is said when a hub that is away answers again: no letter that is typed asks for it.
      const isAway = member.line.state().line === "away";
      const isSaid = store.read(
        (repositories) =>
          (!isAway && repositories.clinic.changes.hasPatient(member.account)) ||
          ids.some((id) => isToBeTold(repositories, id)),
      );
      if (isSaid) member.line.kick();
    },
    stop: own.dim,
  };
}

/** Whether one of the accounts of this computer belongs to a clinic in which it was reported lost. */
const isReported = (store: ClinicOptions["store"]): boolean =>
  store.read(({ accounts, clinic }) =>
    accounts.list().some(({ id }) => readMembership(clinic.get(id))?.stopped === "reported"),
  );

/** A booking that is being typed, or is on its way, is told when it is there. */
function isToBeTold({ clinic, items }: Repositories, id: RecordId): boolean {
  if (!clinic.changes.has(id)) return false;
  const item = items.find(id);
  return item === null || (!isForm(item) && item.status !== "sending");
}
