import type { AccountId } from "../../../shared/session/account.ts";
import type { ClinicState } from "../../../shared/clinic/clinic.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Item } from "../../../shared/outbox/item.ts";
import type { OpenSession } from "../session/open-session.ts";
import { createClinicDesk, type Clinic } from "./clinic.ts";
import { createHandover, type ClinicHands } from "./hands.ts";
import { createHubClient } from "./hub-client.ts";
import type { ClinicOptions } from "./ports.ts";
import { readMembership, type KeptMembership } from "./membership.ts";
import { createClinicSharing, isMadeElsewhere } from "./sharing.ts";
import { createHubStream } from "./stream.ts";
import type { DeskOptions } from "../../desk/desk.ts";
import {
  adoptPatient,
  doubts,
  countResendsAfterAgain,
  markUncertain,
  markWithoutPatient,
} from "../outbox/index.ts";
import type { Sharing } from "../outbox/ports.ts";
import type { NoticeInbox } from "./notice-reader.ts";
import type { Dispatchers } from "../../http/dispatcher.ts";
import { exchange } from "../../http/exchange.ts";
import type { Store } from "../../db/types.ts";

type Options = Pick<DeskOptions, "secrets" | "clock" | "random" | "log"> &
  Pick<ClinicOptions, "agree" | "agreeToDeed"> & {
    readonly store: Store;
    readonly dispatchers: Dispatchers;
    readonly userAgent: string;
    readonly session: () => OpenSession | null;
    readonly onChange: (ids: readonly RecordId[]) => void;
    /** What waits for the hub may go. */
    readonly onUp: () => void;
    /** An admin of the clinic said that this computer was lost or stolen. `reported`: another desk has to say so too. */
    readonly onLost: (said: "lost" | "reported") => void;
    readonly emit: (state: ClinicState) => void;
    /** Keeps notices of the service that the hub received. */
    readonly inbox: NoticeInbox;
  };

/** Milliseconds for one exchange with the hub: a booking may wait for it. */
const hubDeadline = 10_000;

export type ClinicParts = {
  readonly clinic: Clinic;
  readonly hands: ClinicHands;
  readonly sharing: Sharing;
  /** Whether the account's bookings could be sent from several desks. */
  readonly isShared: () => boolean;
  /** Whether they are shared no more, so that none that waits goes out. */
  readonly isUnshared: () => boolean;
};

/** The parts of a clinic with several desks, joined. A desk that belongs to none asks one question of its database. */
export function createClinicParts(options: Options): ClinicParts {
  const { store, clock, random } = options;
  const now = (): string => clock.now().toISOString();
  const clinicOf = (account: AccountId) => {
    const at = clinic.line();
    return at?.account === account
      ? at.line.kept()
      : readMembership(store.read((all) => all.clinic.get(account)));
  };
  const ownClinic = () => {
    const session = options.session();
    return session === null ? null : clinicOf(session.accountId);
  };
  const sharing = createClinicSharing({
    ...options,
    line: () => clinic.line(),
    clinicOf,
    doubt: (item, problem) => {
      const doubted = markUncertain(item, now(), problem);
      if (doubted === null) return;
      store.transaction(({ items, audit }) => {
        audit.byProgram();
        items.update({ ...doubted, updatedAt: now() });
      });
    },
  });
  const clinic: Clinic = createClinicDesk({
    ...options,
    client: createHubClient({ ...options, clock: clock.limits, exchange, deadline: hubDeadline }),
    listen: createHubStream({ ...options, clock: clock.limits }),
    isBusy: (id) => sharing.isBusy(id) || store.read(({ items }) => items.find(id))?.status === "sending",
    onTakenOver: (item) => adoptPatient(item, { store, random, now }),
    onLeft: (account) => leave(account, { store, now, kept: clinicOf(account) }),
    noteAct: (account, act, more = {}) =>
      store.transaction(({ audit }) => audit.add([{ account, act, more }])),
  });
  const hands = createHandover({
    store,
    random,
    now,
    line: clinic.line,
    isBusy: sharing.isBusy,
    isForeign: sharing.isForeign,
    allow: sharing.withoutHub,
    withdraw: sharing.withdraw,
    resends: countResendsAfterAgain,
  });
  return {
    clinic,
    hands,
    sharing,
    isShared: () => ownClinic() !== null,
    isUnshared: () => (ownClinic()?.stopped ?? null) !== null,
  };
}

/** What this desk shared may be sent by others; what others hold was only shown here. In the transaction. */
function leave(
  account: AccountId,
  {
    store,
    now,
    kept,
  }: { readonly store: Store; readonly now: () => string; readonly kept: KeptMembership | null },
): void {
  store.transaction(({ items, clinic, audit, patients }) => {
    audit.byProgram();
    // Who creates them is not heard of any more.
    for (const { madeElsewhere: _makers, ...patient } of patients.madeElsewhere(account)) {
      patients.update(patient);
      for (const booking of markWithoutPatient(items.bookingsOf(patient.id))) items.restate(booking);
    }
    // What is on its way to the hub may have arrived.
    const isSaying = clinic.pushes.waiting(account) !== null;
    const isStranger = kept?.stopped === "other-account";
    for (const claim of clinic.claims.all(account)) {
      const { recordId, shared, was, desk } = claim;
      const isShared = shared !== null || was !== null || (isSaying && desk !== null);
      const item: Item | null = recordId === null || !isShared ? null : items.find(recordId);
      if (item === null) continue;
      const isOver = item.status === "done" || item.status === "discarded";
      const doubted = isOver ? null : markUncertain(item, now(), doubts.leftClinic);
      const isOthers = kept !== null && isStranger && isMadeElsewhere(claim, kept.desk);
      if (item.status === "elsewhere" || (isOthers && !isOver))
        items.update({ ...item, status: "discarded", updatedAt: now() });
      else if (doubted !== null) items.update({ ...doubted, updatedAt: now() });
    }
  });
}
