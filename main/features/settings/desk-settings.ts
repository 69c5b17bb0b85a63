import { failed, ok, type Result } from "../../../shared/core/failure.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import {
  applySettingsChange,
  type Settings,
  type SettingsChange,
} from "../../../shared/settings/settings.ts";
import type { Unreadable } from "../../../shared/core/stored.ts";
import { signedOutAtFirst } from "../../../shared/session/connect-failures.ts";
import { createFirstSettings } from "../session/index.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { Handlers } from "../../ipc/router.ts";
import type { Agree } from "../lock/new-places.ts";
import { applyPolicy, filterOwnChange, type PolicyView } from "../policy/index.ts";
import { StoreError } from "../../db/store-error.ts";
import type { Repositories, Store } from "../../db/types.ts";

export type DeskSettings = {
  /** Of the account at the desk. A store that cannot be read leaves them as they were read last. */
  readonly current: () => Settings;
  /** Why what is kept cannot be read: the first settings stand in, and the person is told. Null: it can. */
  readonly unreadable: () => Unreadable | null;
  /** What may be changed of that by a person; fails where it is the organization's. */
  readonly own: (change: SettingsChange) => Result<SettingsChange>;
  /** Keeps an own change of that account. */
  readonly save: (accountId: AccountId, own: SettingsChange) => void;
};

type Options = {
  readonly store: Store;
  /** The computer's time zone, an IANA name. */
  readonly timeZone: string;
  /** The language of accounts that have not chosen one. */
  readonly language?: () => Settings["language"];
  /** The seconds to undo of accounts that have not chosen them. */
  readonly undoSeconds?: number;
  readonly session: () => OpenSession | null;
  /** What the organization sets, for who is at the desk; nothing when left out. */
  readonly policy?: () => PolicyView;
  readonly onSaved: () => void;
};

/**
 * The addresses in a change that main would speak to. What is no address leads nowhere. Blanks at its ends are taken away as by whoever
 * reads it later: the URL parser knows fewer of them, and nobody would be asked about what it does not read.
 */
const addressesIn = ({ card, updates }: SettingsChange): readonly ["cards" | "updates", string][] =>
  [["cards", card?.setupIntentUrl ?? ""] as const, ["updates", updates?.feed ?? ""] as const].flatMap(
    ([use, address]) => (URL.canParse(address.trim()) ? [[use, address.trim()] as const] : []),
  );

/** The settings of whoever is at the desk. */
export function createDeskSettings(options: Options): DeskSettings {
  const { store, timeZone, language, undoSeconds, session, onSaved } = options;
  const { policy = () => ({ policy: null, isPractice: false }) } = options;
  const first = (): Settings =>
    createFirstSettings(timeZone, {
      ...(language === undefined ? {} : { language: language() }),
      ...(undoSeconds === undefined ? {} : { undoSeconds }),
    });
  const known = new Map<AccountId, Settings | Unreadable | null>();
  const readable = (kept: Settings | Unreadable | null): Settings =>
    typeof kept === "string" ? first() : (kept ?? first());
  const keptIn = ({ settings }: Repositories, scope: AccountId): Settings => readable(settings.get(scope));

  function kept(): Settings | Unreadable | null {
    const scope = session()?.accountId ?? null;
    if (scope === null) return null;
    try {
      known.set(
        scope,
        store.read(({ settings }) => settings.get(scope)),
      );
    } catch (error) {
      // What an attempt came to is decided with these: a broken disk must not keep that from being heard.
      if (!(error instanceof StoreError)) throw error;
    }
    return known.get(scope) ?? null;
  }

  const current = (): Settings => applyPolicy(readable(kept()), policy());
  function save(scope: AccountId, own: SettingsChange): void {
    store.transaction((repositories) => {
      // What is kept is the person's own: it is there again when the policy goes.
      const next = applySettingsChange(keptIn(repositories, scope), own);
      // Those that nobody has changed yet first: the activity log then names what this changes, and no more.
      if (repositories.settings.get(scope) === null) repositories.settings.set(scope, first());
      repositories.settings.set(scope, next);
    });
    onSaved();
  }

  return {
    current,
    unreadable: () => {
      const settings = kept();
      return typeof settings === "string" ? settings : null;
    },
    own: (change) => filterOwnChange(change, policy()),
    save,
  };
}

/** Settings as the window asks for them; `agree` is asked of each address in them that is new here. */
export const createSettingsHandlers = ({
  settings: { current, own, save },
  agree,
}: {
  readonly settings: DeskSettings;
  readonly agree: Agree;
}): Pick<Handlers, "settings.get" | "settings.save"> => ({
  "settings.get": () => ok(current()),
  "settings.save": async (change, { accountId, isOpen }) => {
    const wanted = own(change);
    if (!wanted.ok) return wanted;
    for (const [use, address] of addressesIn(wanted.value)) {
      const refusal = await agree(use, address);
      if (refusal !== null) return failed(refusal);
    }
    // While it was asked, somebody may have signed out or in.
    if (!isOpen()) return failed(signedOutAtFirst);
    save(accountId, wanted.value);
    return ok(current());
  },
});
