import type { Entry } from "../../../shared/hub-api/entries.ts";
import type { AccountId } from "../../../shared/session/account.ts";
import type { Repositories } from "../../db/types.ts";
import type { KeyRing } from "./key-ring.ts";

/** What reading the log needs; in one transaction of the store. */
export type Reading = {
  readonly repositories: Repositories;
  readonly account: AccountId;
  /** Rings that are in the pushes to be read, opened, by the SHA-256 of what was opened. */
  readonly rings: ReadonlyMap<string, KeyRing | null>;
  /**
   * What opens records of before this desk's own ring stands in the log. Whoever made it up, a record that it opens is the one
   * that was sealed; nothing is ever sealed with it.
   */
  readonly ahead: KeyRing;
  readonly newId: () => string;
  /** What this desk said stands in the log, and nobody had heard the hub's answer. */
  readonly onTaken: (entries: readonly Entry[]) => void;
  /** A removed desk or a replaced sheet that the log had as a member again is removed once more, by whomever. */
  readonly onCameBack: (desk: string, isSheet: boolean) => void;
  /** RFC 3339 instant. */
  readonly now: () => string;
};
