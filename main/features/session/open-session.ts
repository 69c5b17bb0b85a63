import type { AccountId } from "../../../shared/session/account.ts";

/** Who is at the desk: the account, and how the service is asked for it. */
type AtDesk = {
  readonly accountId: AccountId;
  readonly practice: boolean;
  readonly credentials: { readonly serviceAddress: string; readonly token: string };
};

/**
 * One time of one account at the desk. It begins when somebody signs in, and is over when they sign out or somebody else signs
 * in; a new token for the same account goes on with it. What waited for something asks `isOpen` before it goes on.
 */
export type OpenSession = AtDesk & {
  /** False from the moment on in which somebody else is at the desk, or nobody. It is never true again. */
  readonly isOpen: () => boolean;
};

/** A session as whoever opened it holds it. */
export type HeldSession = OpenSession & {
  /** Its account signed in anew: from now on it is asked with this token. */
  readonly renew: (account: AtDesk) => void;
  readonly close: () => void;
};

/** Begins the session of whoever has signed in. */
export function openSession(account: AtDesk): HeldSession {
  let { credentials } = account;
  let isOpen = true;
  return {
    accountId: account.accountId,
    practice: account.practice,
    get credentials() {
      return credentials;
    },
    isOpen: () => isOpen,
    renew: (again) => {
      credentials = again.credentials;
    },
    close: () => {
      isOpen = false;
    },
  };
}
