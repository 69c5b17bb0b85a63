import type { AccountId } from "../../../shared/session/account.ts";
import type { Result } from "../../../shared/core/failure.ts";
import type { RecordId } from "../../../shared/core/record-id.ts";
import type { Saying } from "../../../messages/saying.ts";
import type { FieldReading } from "../../../shared/core/reading.ts";
import type { OpenSession } from "../session/open-session.ts";
import type { KeptMembership } from "../clinic/membership.ts";

/** This desk in its clinic, as far as notices are concerned. */
export type NoticeDesk = {
  readonly account: AccountId;
  readonly session: OpenSession;
  readonly kept: () => KeptMembership;
  readonly isAdmin: () => boolean;
  /** Why the hub does not answer now; null while it does. */
  readonly away: () => Saying | null;
  /** Changes what is set up, here; `look` has the hub hear of it. */
  readonly change: (next: (kept: KeptMembership) => KeptMembership) => void;
  /** Settles when the hub heard all that there is to say and gave all that it has, or could not be asked. */
  readonly look: () => Promise<void>;
};

/** What notices need of the rest of the program. */
export type NoticePorts = {
  /** Null: the account at the desk belongs to no clinic, or nobody is at the desk. */
  readonly desk: () => NoticeDesk | null;
  /** Reads an address as that of a webhook: wrong where the service may not be given it. */
  readonly reads: (url: string) => FieldReading<string>;
  /** Puts a registration into the outbox. */
  readonly register: (session: OpenSession, url: string, event: string) => Promise<Result<RecordId>>;
  /** Notes in the activity log what an admin did. */
  readonly noteAct: (
    account: AccountId,
    act: "notices-registered" | "notices-retired" | "notices-pointed",
  ) => void;
  /** Leaves a body at an address, as the service would. Answers the status; null: nothing answered. */
  readonly post: (url: string, body: string) => Promise<number | null>;
};
