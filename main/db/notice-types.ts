import type { AccountId } from "../../shared/session/account.ts";
import type { NoticeLine, NoticeOfBooking, NoticeProblem } from "../../shared/notices/notices.ts";

/** What was read of a notice. */
export type NoticeReading = {
  /** The kind of its address; null where that is not known. */
  readonly event: string | null;
  /** The booking's number in it. */
  readonly booking: number | null;
  readonly problem: NoticeProblem | null;
};

/** A notice as it is kept. */
export type KeptNotice = NoticeReading & {
  /** SHA-256 of it as it was sealed: no two seals are alike, so one that is fetched twice is the same one. */
  readonly digest: string;
  readonly address: string;
  /** As the hub says: RFC 3339. */
  readonly receivedAt: string;
  /** What was in the seal, as JSON of `noticeContent`; null where it did not open. */
  readonly json: string | null;
};

export type NoticeCounts = {
  readonly total: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly unread: number;
};

export type NoticesWanted = {
  readonly account: AccountId;
  /** The first number that is not wanted, counted down; null: from the newest on. */
  readonly before: number | null;
  readonly only: "all" | "unmatched" | "unread";
  /** RFC 3339; those that were received earlier are left out. */
  readonly since?: string;
  readonly limit: number;
};

/** Notices of the service. Which booking one belongs to is looked up when it is asked for: either may come first. */
export type NoticeRepository = {
  /** Those that are kept already are left out. Answers the bookings' numbers of those that are new. */
  readonly add: (account: AccountId, notices: readonly KeptNotice[]) => readonly number[];
  /** The newest first. */
  readonly list: (wanted: NoticesWanted) => readonly NoticeLine[];
  readonly get: (account: AccountId, number: number) => (NoticeLine & Pick<KeptNotice, "json">) | null;
  /** By booking's number, oldest first; none where there are no notices. */
  readonly ofBookings: (
    account: AccountId,
    bookings: readonly number[],
  ) => ReadonlyMap<number, readonly NoticeOfBooking[]>;
  readonly counts: (account: AccountId) => NoticeCounts;
  /** The next ones behind a number, to be read again. */
  readonly after: (
    account: AccountId,
    place: { readonly number: number; readonly limit: number },
  ) => readonly (Pick<KeptNotice, "address" | "json"> & NoticeReading & { readonly number: number })[];
  readonly reread: (number: number, reading: NoticeReading) => void;
  /** Bookings of this computer with a notice of that kind that nobody has looked at. */
  readonly unseen: (account: AccountId, event: string) => number;
  /** Answers whether there was one. */
  readonly see: (account: AccountId, booking: number, at: string) => boolean;
  /** JSON, of main/features/notices; null: the hub was never asked. */
  readonly pulled: (account: AccountId) => string | null;
  readonly setPulled: (account: AccountId, json: string) => void;
};
