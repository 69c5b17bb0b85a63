import { isUnsettled } from "../outbox/attempts.ts";
import type { BookingItem, ItemStatus } from "../outbox/item.ts";
import { addTo } from "../time/calendar.ts";

/** Days by which the cut may move on without a person's word: longer than a holiday, shorter than a clock that is years ahead. */
export const movesOnBy = 31;

/** What a person agreed to: how many years are kept, 0 being all of them, and the day before which something went last. */
export type Agreed = { readonly years: number; readonly upTo: string };

const dayBefore = (today: string, years: number): string => addTo(today, { months: -12 * years });

/** Kept for so many years, what is older than this day goes; null: nothing does. */
export const computeCut = (today: string, years: number): string | null =>
  years === 0 ? null : dayBefore(today, years);

type Kept = {
  /** What the organization sets; undefined: nothing. */
  readonly set: number | undefined;
  readonly agreed: Agreed | null;
  /** `YYYY-MM-DD` on the clinic's clock. */
  readonly today: string;
};

/**
 * The day before which things go by themselves: kept is what either the organization or the person wants kept. Null: nothing
 * goes, also where the cut would jump, as it does when this computer's clock is wrong or nobody opened the desk for long.
 */
export function getCutInForce({ set, agreed, today }: Kept): string | null {
  if (agreed === null || agreed.years === 0 || set === 0) return null;
  const cut = dayBefore(today, Math.max(agreed.years, set ?? 0));
  return cut <= addTo(agreed.upTo, { days: movesOnBy }) ? cut : null;
}

/** For how many years it is kept, and whether a person has to agree before anything that is older goes. */
export function getKeptYears(kept: Kept): { readonly years: number; readonly isAsked: boolean } {
  const { set, agreed } = kept;
  const years = set ?? agreed?.years ?? 0;
  const isAgreed =
    agreed !== null && agreed.years > 0 && agreed.years <= years && getCutInForce(kept) !== null;
  return { years, isAsked: years > 0 && !isAgreed };
}

/** Ends of items. */
export const isOver = (status: ItemStatus): boolean => status === "done" || status === "discarded";

export type KeepingState = {
  /** RFC 3339 instant of the visit in UTC; null where none is known. */
  readonly visit: string | null;
  /** What took its place after it was attempted; null: nothing did. */
  readonly heir: ItemStatus | null;
  /** Something outside of it is open: a card, a word to the other desks, a denial that nobody has looked at. */
  readonly isWaitedFor: boolean;
};

/**
 * Whether a booking may go that was over, and whose visit was, before this instant. Nothing that a person may still have to
 * look at goes, however old: what may have been made and was thrown away, what was booked twice, what is being edited.
 */
export function mayGo(
  item: Pick<BookingItem, "status" | "updatedAt" | "attempts" | "resends" | "problem" | "result">,
  { visit, heir, isWaitedFor }: KeepingState,
  before: string,
): boolean {
  if (!isOver(item.status) || item.updatedAt >= before || (visit ?? "") >= before) return false;
  if (item.result?.twice !== undefined || isWaitedFor || (heir !== null && !isOver(heir))) return false;
  return item.status === "done" || (!isUnsettled(item) && item.problem?.code !== "unclear");
}
