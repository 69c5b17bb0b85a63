import type { CardParts } from "../features/cards/card-parts.ts";
import type { Clinic } from "../features/clinic/clinic.ts";
import type { TakingBack } from "../features/outbox/taking-back.ts";
import { openSession, type HeldSession, type OpenSession } from "../features/session/open-session.ts";
import type { SignedIn } from "../features/session/sign-in.ts";

export type Sessions = {
  /** The session that is open; null: nobody is at the desk. */
  readonly current: () => OpenSession | null;
  /** This account is at the desk now, or nobody. True: the session that was open is over, or one began. */
  readonly follow: (account: SignedIn | null) => boolean;
};

/** One session at a time: that of whoever is at the desk. */
export function createSessions(): Sessions {
  let held: HeldSession | null = null;
  return {
    current: () => held,
    follow: (account) => {
      if (account !== null && held?.accountId === account.accountId) {
        held.renew(account);
        return false;
      }
      const isOther = held !== null || account !== null;
      held?.close();
      held = account === null ? null : openSession(account);
      return isOther;
    },
  };
}

type Ends = {
  readonly sessions: Sessions;
  readonly cards: Pick<CardParts, "closeSession">;
  readonly clinic: Pick<Clinic, "attend">;
  readonly undo: Pick<TakingBack, "closeSession">;
};

/**
 * The one place where a session ends and the next begins. What a session has open ends with it, in this order. Requests under way
 * are no part of it: what they are answered is written for the account that they were sent under.
 */
export function changeSession({ sessions, cards, clinic, undo }: Ends, account: SignedIn | null): void {
  const isOther = sessions.follow(account);
  if (isOther) cards.closeSession();
  // Also where the account is the same one: a keychain that kept this desk's keys to itself may give them now.
  void clinic.attend(sessions.current());
  if (isOther) undo.closeSession();
}
