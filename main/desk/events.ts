import type { ClinicState } from "../../shared/clinic/clinic.ts";
import type { RecordId } from "../../shared/core/record-id.ts";
import type { StoreProblem } from "../../shared/desk/app-routes.ts";
import type { EventPayload } from "../../shared/events.ts";
import type { AccountId, Connection, Session } from "../../shared/session/account.ts";
import type { ProbeAnswer } from "../features/outbox/index.ts";
import type { SignedIn } from "../features/session/sign-in.ts";

/** Something that happens. Whoever listens is told, in the order in which they began to; what one throws reaches whoever told. */
export type Signal<A extends readonly unknown[] = []> = {
  readonly tell: (...said: A) => void;
  readonly listen: (heard: (...said: A) => void) => void;
};

function createSignal<A extends readonly unknown[] = []>(): Signal<A> {
  const listeners: ((...said: A) => void)[] = [];
  return {
    tell: (...said) => {
      for (const heard of listeners) heard(...said);
    },
    listen: (heard) => void listeners.push(heard),
  };
}

/**
 * What the parts of a desk tell of themselves. A part is built with what it needs; whatever is built after it and is to follow hears
 * of it here (`phases/reactions.ts`).
 */
export const createDeskEvents = () => ({
  /** Something was saved. */
  written: createSignal(),
  /** These records changed. */
  changed: createSignal<[ids: readonly RecordId[]]>(),
  /** Rows of an import stand in the outbox now, as these items. */
  queued: createSignal<[ids: readonly RecordId[]]>(),
  /** What waits to be sent may go. */
  mayGo: createSignal(),
  /** Another account is at the desk, or nobody, or its token stands otherwise. */
  account: createSignal<[shown: Session, now: SignedIn | null]>(),
  /** Settings are others now, or another account's. */
  settings: createSignal(),
  /** What every screen says of the records may have changed. */
  notice: createSignal(),
  /** What the organization sets came into force. */
  policy: createSignal(),
  connection: createSignal<[connection: Connection]>(),
  /** The service was asked for its webhooks. */
  listed: createSignal<[answer: ProbeAnswer]>(),
  /** A moment to undo began, ended or goes on. */
  moments: createSignal(),
  clinic: createSignal<[state: ClinicState]>(),
  /** Notices of the service came, of bookings with these numbers. */
  notices: createSignal<[account: AccountId, bookings: readonly number[]]>(),
  denied: createSignal<[told: EventPayload<"notices.changed">]>(),
  /** An admin of the clinic said that this computer was lost or stolen; `reported`: another desk has to say so too. */
  lost: createSignal<[said: "lost" | "reported"]>(),
  halted: createSignal<[problem: StoreProblem]>(),
});

export type DeskEvents = ReturnType<typeof createDeskEvents>;
