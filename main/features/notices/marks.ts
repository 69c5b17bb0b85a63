import type { AccountId } from "../../../shared/session/account.ts";
import type { NoticeGap, NoticeOfBooking } from "../../../shared/notices/notices.ts";
import { findMissedGap, listNews } from "../../../shared/notices/news.ts";
import type { Repositories } from "../../db/types.ts";
import { findNoticeGaps, readPulled } from "./pulled.ts";

/** What the service answered to a booking, as far as notices are concerned. */
export type AnsweredBooking = {
  readonly appointment: { readonly id: number; readonly status: string | null } | null;
  readonly bookedAt: string;
};

export type NoticeMark = {
  /** The last notice of each kind, in the order of their arrival. */
  readonly notices: readonly NoticeOfBooking[];
  /** The time in which the one that is missing may have been lost. */
  readonly missedIn: NoticeGap | null;
};

const nothing: NoticeMark = { notices: [], missedIn: null };

/** What notices say of bookings; nothing at a desk that receives none. */
export function createNoticeMarks(
  { notices }: Pick<Repositories, "notices">,
  account: AccountId,
  results: readonly (AnsweredBooking | null)[],
): (result: AnsweredBooking | null) => NoticeMark {
  const pulled = readPulled(notices.pulled(account));
  if (pulled === null) return () => nothing;
  const gaps = findNoticeGaps(pulled);
  const numbers = results.flatMap((result) => result?.appointment?.id ?? []);
  const found = notices.ofBookings(account, numbers);
  return (result) => {
    const { appointment = null, bookedAt = "" } = result ?? {};
    if (appointment === null) return nothing;
    const own = listNews(found.get(appointment.id) ?? []);
    return {
      notices: own,
      missedIn: findMissedGap({ status: appointment.status, bookedAt, notices: own }, gaps),
    };
  };
}
