/** What notices say of a booking, and where they may be missing. Pure. */

/** One event that a notice told of a booking. */
export type BookingNotice = {
  /** The kind that the address was made for, which is all that tells it. */
  readonly event: string;
  /** When the hub received it: RFC 3339. */
  readonly at: string;
};

export const approvedEvent = "appointment.approved.v1";
export const deniedEvent = "appointment.denied.v1";

/** The last notice of each kind, in the order of their arrival: contradictory ones are all shown, and none decides. */
export function listNews(notices: readonly BookingNotice[]): readonly BookingNotice[] {
  const last = new Map<string, BookingNotice>();
  for (const notice of notices) {
    last.delete(notice.event);
    last.set(notice.event, notice);
  }
  return [...last.values()];
}

/** A time in which notices may have been lost: no hub answered, or it refused some. */
export type ArrivalGap = { readonly from: string; readonly to: string };

/** How a booking stands that may have been decided meanwhile. */
export type MaybeDecided = {
  /** As the service answered when it was booked; null: nobody knows. */
  readonly status: string | null;
  /** RFC 3339: since when the service could decide. */
  readonly bookedAt: string;
  readonly notices: readonly BookingNotice[];
};

/** Whether its service said that it decides later. */
const isPending = (status: string | null): boolean => status?.trim().toLowerCase() === "pending";

/** The last gap in which the notice of a booking may have been lost; null: there is none, or one came. */
export function findMissedGap(
  { status, bookedAt, notices }: MaybeDecided,
  gaps: readonly ArrivalGap[],
): ArrivalGap | null {
  if (!isPending(status) || notices.length > 0) return null;
  return (
    gaps
      .filter(({ to }) => Date.parse(to) > Date.parse(bookedAt))
      .toSorted((a, b) => Date.parse(a.to) - Date.parse(b.to))
      .at(-1) ?? null
  );
}
