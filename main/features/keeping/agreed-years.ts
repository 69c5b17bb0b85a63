import type { AccountId } from "../../../shared/session/account.ts";
import { keptAgreement, type KeptThing } from "../../../shared/keeping/kept.ts";
import type { Agreed } from "../../../shared/keeping/keeping.ts";
import type { PolicyView } from "../policy/index.ts";
import type { Repositories, Store } from "../../db/types.ts";

type Options = {
  readonly store: Store;
  readonly policy: () => PolicyView;
  readonly today: () => string;
};

/** The name of what is set, in the policy and in the activity log. */
export const yearsSettings = { bookings: "bookingYears", log: "logYears" } as const;

const keyOf = (what: KeptThing, account: AccountId): string =>
  what === "log" ? "kept-years/log" : `kept-years/bookings/${account}`;

/** For how many years things are kept: what a person agreed to, and what the policy sets. */
export function createAgreedYears({ store, policy, today }: Options) {
  const setYears = (what: KeptThing): number | undefined => policy().policy?.[yearsSettings[what]];
  function readAgreed(what: KeptThing, account: AccountId): Agreed | null {
    const text = store.read(({ meta }) => meta.get(keyOf(what, account)));
    return text === null ? null : (keptAgreement.safeParse(JSON.parse(text)).data ?? null);
  }
  return {
    setYears,
    /** Both of them, as of today. */
    read: (what: KeptThing, account: AccountId) => ({
      set: setYears(what),
      agreed: readAgreed(what, account),
      today: today(),
    }),
    /** In a transaction. The log is of all accounts, and so is what is agreed of it. */
    write: ({ meta }: Repositories, of: readonly [KeptThing, AccountId], agreed: Agreed): void =>
      meta.set(keyOf(...of), JSON.stringify(agreed)),
  };
}
